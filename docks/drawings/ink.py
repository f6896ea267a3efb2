"""How a drawing looks on paper: black on white, whatever the screen's colors are."""

from __future__ import annotations

WIDE = 760.0  # px: as wide as a page of a letter is read without the text getting small

INK = """
polyline { fill: none; stroke: #000; stroke-width: 1.4 }
polygon { fill: #fff; stroke: #000; stroke-width: 1.4 }
text { fill: #000; font: 15px "Noto Sans", "Liberation Sans", "DejaVu Sans", sans-serif }
.sky { stroke: #999; stroke-width: .8 }
.water { fill: #eef3f5; stroke: none }
.ground { fill: #d6d6d6; stroke: none }
.bed { stroke-width: 2 }
.unknown { fill: none; stroke-dasharray: 8 6 }
.unsure { stroke-dasharray: 6 5 }
.mhw { stroke-dasharray: 9 5 }
.shore { stroke-width: 1; stroke-dasharray: 2 4 }
.deck, .float, .hull, .pile { stroke-width: 1.8 }
.raised { fill: none; stroke-dasharray: 6 4 }
.post { stroke-width: 3.5; fill: #000 }
.keel { stroke-width: 1; stroke-dasharray: 3 3 }
.clearance, .reach, .frontage { stroke-width: 3 }
.limit { stroke-width: 1; stroke-dasharray: 4 4 }
.governs { stroke-width: 3; stroke-dasharray: none }
.channel { stroke-width: 2 }
.off { stroke-width: 1.4; stroke-dasharray: 10 3 2 3 }
.bar { stroke-width: 2 }
.leader { stroke: #555; stroke-width: .8; stroke-dasharray: none }
text.governs, text.reach, text.clear { font-weight: 700 }
"""
