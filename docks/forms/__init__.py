"""The questions of docks."""

from docks.forms.notice import NoticeForm
from docks.forms.rows import LIGHTS, PARTS, SOUNDINGS, VESSELS

__all__ = ["LIGHTS", "PARTS", "SOUNDINGS", "VESSELS", "NoticeForm"]
