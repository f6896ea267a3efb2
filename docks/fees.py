"""What a notice of intent costs: rows an administrator keeps; chapter 703 sets no amount."""

from office.fees import schedule

NOTICE = schedule("dock-notice")
