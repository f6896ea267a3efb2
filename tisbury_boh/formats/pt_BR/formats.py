"""Portuguese words, American figures: the town's forms, papers and checks are written so in every language.

Django's own Brazilian formats read 6/1/2026 as January 6 and show 1.234,50.
"""

DECIMAL_SEPARATOR = "."
THOUSAND_SEPARATOR = ","
NUMBER_GROUPING = 3
DATE_INPUT_FORMATS = ["%Y-%m-%d", "%m/%d/%Y"]
DATETIME_INPUT_FORMATS = ["%Y-%m-%d %H:%M:%S", "%Y-%m-%d %H:%M", "%m/%d/%Y %H:%M"]
TIME_INPUT_FORMATS = ["%H:%M:%S", "%H:%M"]
DATE_FORMAT = r"j \d\e F \d\e Y"
SHORT_DATE_FORMAT = "Y-m-d"
FIRST_DAY_OF_WEEK = 0
