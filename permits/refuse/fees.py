"""What solid waste permits cost: rows an administrator keeps; the book sets no amount (09.2.5)."""

from office.fees import schedule

DUMPSTER = schedule("dumpster")
HAULER = schedule("dumpster-hauler")
TEMPORARY = schedule("temporary-dumpster")
