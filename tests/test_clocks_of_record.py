"""Every clock a section sets, against examples reckoned by hand: its last good day, and what was in time.

A clock is named by its room and its name there. Each line ends with what it proves. Events are told as
`event[@clock][#subject] day [time]`; one with a clock is what the night recorded. The last good day is "none"
where the clock does not run.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from datetime import date, datetime, timedelta
from importlib import import_module
from pathlib import Path

import pytest

from office import regulations
from office.calendar import EASTERN, Calendar, Roll
from office.clockwork import Clock, Ended, Happened, Mover, Run, runs
from office.kinds import OFFICE_PRACTICE

ROOMS = {
    "meetings": "office.clocks",
    "enforcement": "enforcement.clocks",
    "refuse": "permits.refuse.clocks",
    "septic": "permits.septic.clocks",
    "wells": "permits.wells.clocks",
    "food": "permits.food.clocks",
    "animals": "permits.animals.clocks",
    "docks": "docks.clocks",
    "discharges": "stormwater.discharges.clocks",
    "erosion": "stormwater.erosion.clocks",
    "runoff": "stormwater.runoff.clocks",
}
STORMS = {
    date(2026, 1, 26): "Snow emergency",
    date(2026, 1, 27): "Snow emergency",
    date(2026, 9, 15): "Hurricane",
    date(2026, 12, 15): "Snow emergency",
}
CALENDARS = {"MA": Calendar("MA"), "RI": Calendar("RI"), "MA storms": Calendar("MA", STORMS)}

# calendar | what happened | last good day | ended | what the line proves
EXAMPLES = """
septic UPGRADE
  MA | failed 2026-06-01 | 2026-08-31 | open | 90 days end on a Sunday and roll to Monday
  MA | failed 2026-06-09 | 2026-09-08 | open | … on Labor Day, and roll to Tuesday
  MA storms | failed 2026-06-17 | 2026-09-15 | open | a closed office does not move the work
  MA | failed 2027-12-01 | 2028-02-29 | open | over the year end to the leap day
  MA | closing 2026-07-01 | 2026-09-29 | open | ordered for a sale: from the closing
  MA | failed 2026-06-01, closing 2026-07-01 | 2026-08-31 | open | sold while they run: the earlier day stays
  MA | closing 2026-07-01, failed 2026-06-01 | 2026-08-31 | open | … in whatever order it is entered
  MA | failed 2026-06-01, upgraded 2026-08-31 | 2026-08-31 | 2026-08-31 | on the last day
  MA | failed 2026-06-01, upgraded 2026-09-01 | 2026-08-31 | 2026-09-01 | a day late
  MA | failed 2026-06-01, sewer-connected 2026-07-20 | 2026-08-31 | 2026-07-20 | the sewer settles it too
  MA | failed 2026-06-01, case-closed 2026-06-20 | 2026-08-31 | open | closing the case upgrades nothing

septic INSPECTION_REPORT
  MA | inspected 2026-06-01 | 2026-07-01 | open | 30 days, the first not counted
  MA | inspected 2026-06-04 | 2026-07-06 | open | Independence Day on Saturday, then Sunday
  MA | inspected 2025-12-27 | 2026-01-26 | open | over the year end
  MA storms | inspected 2025-12-27 | 2026-01-28 | open | two snow days: nothing reaches a closed office
  MA | inspected 2026-06-01, report-received 2026-07-01 | 2026-07-01 | 2026-07-01 | day 30 is in time
  MA | inspected 2026-06-01, report-received 2026-07-02 | 2026-07-01 | 2026-07-02 | a day late

septic INSPECTION_VALID
  MA | report-dated 2024-06-10 | 2026-06-10 | open | the anniversary is the last good day
  MA | report-dated 2024-02-29 | 2026-02-28 | open | from the leap day, and a Saturday stays
  MA | report-dated 2024-06-19 | 2026-06-19 | open | Juneteenth stays
  MA | report-dated 2024-06-10, report-dated 2026-05-01 | 2028-05-01 | open | a new report is good for its own 2 years

septic FAILURE_REPORT
  MA | failure-letter-received#n1 2026-06-01 | 2026-06-08 | open | 7 days from the receipt
  MA | failure-letter-received#n1 2026-05-18 | 2026-05-26 | open | Memorial Day
  MA | failure-letter-mailed#n1 2026-06-01 | none | open | nothing runs while no receipt is known
  MA | failure-letter-received#n1 2026-06-01, hearing-requested 2026-06-08 | 2026-06-08 | 2026-06-08 | a wish for the hearing is enough
  MA storms | failure-letter-received#n1 2026-01-19 | 2026-01-28 | open | the office is closed on both days

septic PUMP_OUT_SLIPS
  MA | issued 2026-01-02 | 2026-01-15 | open | a Thursday
  MA | issued 2026-02-01 | 2026-02-17 | open | a Sunday, then Presidents' Day
  MA | issued 2026-08-01 | 2026-08-17 | open | a Saturday
  MA storms | issued 2026-12-01 | 2026-12-16 | open | a closed office fines nobody
  MA | issued 2026-05-15 | 2026-06-15 | open | issued on the 15th: the next one
  MA | issued 2026-05-01, slips-returned 2026-05-15 | 2026-05-15 | 2026-05-15 | on the 15th
  MA | issued 2026-05-01, slips-returned 2026-05-16 | 2026-05-15 | 2026-05-16 | on the 16th: late
  MA | issued 2026-05-01, missed@pump-out-slips#2026-05-15 2026-05-15, slips-returned#2026-06-15 2026-06-12 | 2026-05-15 | open | next month's slips do not settle this month's

wells METER_READING
  MA | meter-installed 2026-03-02 | 2026-05-15 | open | a Friday
  MA | meter-installed 2026-06-01 | 2026-11-15 | open | a Sunday stays: the meter hangs at the owner's
  MA | meter-installed 2026-03-02, meter-read 2026-04-30 | 2026-05-15 | open | too early: April
  MA | meter-installed 2026-03-02, meter-read 2026-05-01 | 2026-05-15 | 2026-05-01 | the first day of the window
  MA | meter-installed 2026-03-02, meter-read 2026-05-15 | 2026-05-15 | 2026-05-15 | the last
  MA | meter-installed 2026-03-02, meter-read 2026-05-16 | 2026-05-15 | 2026-05-16 | a day late
  MA | meter-installed 2026-03-02, missed@meter-reading#2026-05-15 2026-05-15, meter-read 2026-11-02 | 2026-05-15 | open | November's reading is not May's

wells ANNUAL_LETTER
  MA | meter-installed 2026-03-02 | 2026-12-31 | open | the end of the year
  MA | meter-installed 2026-12-31 | 2027-12-31 | open | installed on it: a year later
  MA | meter-installed 2026-03-02, annual-letter-received 2026-12-31 | 2026-12-31 | 2026-12-31 | on the last day

food RENEW
  MA | term-ends 2026-12-31 | 2026-12-31 | open | with the year
  MA | term-ends 2026-12-31, renewal-filed 2026-12-31 | 2026-12-31 | 2026-12-31 | on the last day
  MA | term-ends 2026-12-31, renewal-filed 2027-01-02 | 2026-12-31 | open | too late: the night's word stands
  MA | term-ends 2026-12-31, not-renewed@renew 2026-12-31 | 2026-12-31 | 2026-12-31 | ran out

food RENEW_KITCHEN
  MA | term-ends 2026-12-31 | 2026-12-31 | open | with the year
  MA | term-ends 2026-12-31, renewal-filed 2026-11-30 | 2026-12-31 | 2026-11-30 | in November

food PLAN_DECISION
  MA | filed 2026-06-01 | 2026-07-01 | open | 30 calendar days, the first not counted
  MA | filed 2026-06-04 | 2026-07-04 | open | a holiday on a Saturday stays: silence approves whatever the day
  MA | filed 2026-06-01, approved 2026-07-01 | 2026-07-01 | 2026-07-01 | on the last day
  MA | filed 2026-06-01, denied 2026-07-02 | 2026-07-01 | open | a day late: the night's word will stand
  MA | filed 2026-06-01, deemed-approved@plan-decision 2026-07-01 | 2026-07-01 | 2026-07-01 | silence

food CERTIFIED_PERSON
  MA | ownership-changed 2026-06-01 | 2026-07-31 | open | 60 days
  MA | ownership-changed 2026-05-05 | 2026-07-04 | open | a holiday stays: a kitchen runs on it
  MA | ownership-changed 2028-01-01 | 2028-03-01 | open | over the leap day
  MA | ownership-changed 2026-06-01, certified-person-recorded 2026-07-31 | 2026-07-31 | 2026-07-31 | day 60 is lawful
  MA | ownership-changed 2026-06-01, certified-person-recorded 2026-08-01 | 2026-07-31 | 2026-08-01 | day 61 is not

animals QUARANTINE
  MA | quarantined 2026-06-01 | 2026-06-11 | open | ten days, the first not counted
  MA | quarantined 2026-12-22 | 2027-01-01 | open | New Year's Day stays
  MA | quarantined 2026-06-01, released 2026-06-10 | 2026-06-11 | open | nine days end nothing
  MA | quarantined 2026-06-01, released 2026-06-11 | 2026-06-11 | 2026-06-11 | ten do

enforcement CITATION_NOTICE
  MA | violation 2026-05-14 | 2026-05-29 | open | 15 days
  MA | violation 2026-07-03 | 2026-07-18 | open | a Saturday stays, c.4 s.9
  MA | violation 2026-07-04 | 2026-07-20 | open | a Sunday does not
  MA storms | violation 2026-08-31 | 2026-09-15 | open | nor does the statute know closed offices
  MA | violation 2026-05-14, citation-delivered 2026-05-29 | 2026-05-29 | 2026-05-29 | mailed on day 15
  MA | violation 2026-05-14, citation-delivered 2026-05-30 | 2026-05-29 | 2026-05-30 | mailed on day 16

enforcement CITATION_ANSWER
  MA | citation-dated 2026-05-11 | 2026-06-01 | open | 21 days from the date on the notice
  MA | citation-dated 2023-12-11 | 2024-01-02 | open | New Year's Day
  MA | citation-dated 2026-05-30 | 2026-06-20 | open | a Saturday stays
  MA | citation-dated 2026-06-13 | 2026-07-06 | open | a holiday on Saturday, then Sunday
  MA | citation-dated 2026-05-11, citation-paid 2026-06-01 | 2026-06-01 | 2026-06-01 | paid on day 21
  MA | citation-dated 2026-05-11, hearing-requested 2026-06-02 | 2026-06-01 | 2026-06-02 | asked for on day 22
  MA | citation-dated 2026-05-11, unanswered 2026-06-02 | 2026-06-01 | 2026-06-02 | nobody answered

enforcement LITTERING_ANSWER
  MA | littering-violation 2026-05-14 | 2026-06-04 | open | 21 days from the violation
  MA | littering-violation 2026-05-29 | 2026-06-20 | open | Juneteenth rolls to a Saturday, which stays
  MA | littering-violation 2026-05-14, citation-dated 2026-05-20, citation-paid 2026-06-04 | 2026-06-04 | 2026-06-04 | the notice's date does not matter

enforcement COURT_COPY
  MA | citation-delivered 2026-07-10 | 2026-07-13 | open | Friday to Monday
  MA | citation-delivered 2026-05-22 | 2026-05-26 | open | over Memorial Day
  MA | citation-delivered 2026-12-24, court-copy-sent 2026-12-28 | 2026-12-28 | 2026-12-28 | over Christmas and a week-end
  MA | citation-delivered 2026-07-10, case-closed 2026-07-10 | 2026-07-13 | open | paid the same day, the court is owed it

enforcement FACILITY_ORDER
  MA | facility-order-given#o1 2026-03-07 14:30 | 2026-03-08 15:30 | open | clocks forward: 24 hours are left all the same
  MA | facility-order-given#o1 2026-10-31 14:30 | 2026-11-01 13:30 | open | clocks back
  MA | facility-order-given#o1 2026-12-31 16:00 | 2027-01-01 16:00 | open | no business time: a holiday counts
  MA | facility-order-given#o1 2026-06-01 14:30, corrected#o1 2026-06-02 | 2026-06-02 14:30 | 2026-06-02 | corrected

docks STAKING
  MA | hearing 2026-06-16 | 2026-06-16 | open | until the hearing opens
  MA | hearing 2026-06-16, hearing 2026-06-30 | 2026-06-30 | open | a continued hearing takes the window along
  MA | hearing 2026-06-16, staked 2026-05-20 | 2026-06-16 | 2026-05-20 | set before the window and still standing
  MA | hearing 2026-06-16, staked 2026-06-16 | 2026-06-16 | 2026-06-16 | on the day itself

docks HEARING_BY
  MA | accepted 2026-05-26 | 2026-06-16 | open | 21 days, the first not counted
  MA | accepted 2026-05-29 | 2026-06-20 | open | Juneteenth, and the Saturday after it stays
  MA | accepted 2026-05-26, hearing 2026-06-16 | 2026-06-16 | 2026-06-16 | on the last day
  MA | accepted 2026-05-26, hearing 2026-06-17 | 2026-06-16 | 2026-06-17 | a day late

docks ORDER_BY
  MA | hearing 2026-06-16 | none | open | a hearing that has not ended starts nothing
  MA | hearing-closed 2026-06-16 | 2026-07-07 | open | 21 days from the end of the hearing
  MA | hearing-closed 2026-06-14 | 2026-07-06 | open | a Sunday rolls to Monday
  MA | hearing-closed 2026-06-16, issued 2026-07-07 | 2026-07-07 | 2026-07-07 | on the last day
  MA | hearing-closed 2026-06-16, approved 2026-06-16, issued 2026-07-08 | 2026-07-07 | 2026-07-08 | the vote alone is no order
  MA | hearing-closed 2026-06-16, denied 2026-06-30 | 2026-07-07 | 2026-06-30 | a denial is one

docks APPEAL
  MA | issued 2026-07-06 | 2026-07-20 | open | 10 business days
  MA | issued 2026-06-16 | 2026-07-01 | open | over Juneteenth
  MA | issued 2026-07-06, appealed 2026-07-20 | 2026-07-20 | 2026-07-20 | on the last day
  MA | issued 2026-07-06, appealed 2026-07-21 | 2026-07-20 | open | too late: the night's word will stand
  MA | issued 2026-07-06, appeal-over@appeal 2026-07-20 | 2026-07-20 | 2026-07-20 | nobody appealed

docks ASK_EXTENSION
  MA | term-ends 2029-07-05 | 2029-06-05 | open | 30 days ahead, and nothing rolls
  MA | term-ends 2029-07-05, extension-asked 2029-06-05 | 2029-06-05 | 2029-06-05 | on the last day
  MA | term-ends 2030-07-05, extension-asked 2029-06-05 | 2030-06-05 | open | an earlier extension does not answer for this one
  MA | term-ends 2029-07-05, completed 2029-05-01 | 2029-06-05 | 2029-05-01 | what is finished needs none

docks ORDER_ENDS
  MA | term-ends 2029-07-05 | 2029-07-05 | open | the last day itself
  MA | term-ends 2029-07-08 | 2029-07-08 | open | … on a Sunday too
  MA | term-ends 2029-07-05, completed 2028-10-02 | 2029-07-05 | 2028-10-02 | the work is finished

docks CERTIFICATE
  MA | certificate-asked 2027-05-03 | 2027-05-24 | open | 21 days
  MA | certificate-asked 2027-05-10 | 2027-05-31 | open | Memorial Day stays
  MA | certificate-asked 2027-05-03, certified 2027-05-24 | 2027-05-24 | 2027-05-24 | on the last day
  MA | certificate-asked 2027-05-03, certificate-refused 2027-05-25 | 2027-05-24 | 2027-05-25 | a refusal answers too, a day late

docks SEASON_IN
  MA | season-kept 2026-09-01 | 2027-04-01 | open | the first spring after it
  MA | season-kept 2026-09-01, put-in 2026-09-05 | 2027-04-01 | open | put in that autumn answers no spring
  MA | season-kept 2026-09-01, season-looked-at 2027-04-01 | 2027-04-01 | 2027-04-01 | looked at on the day
  MA | season-kept 2026-09-01, put-in 2027-03-20 | 2027-04-01 | 2027-03-20 | put in too soon is told as it was

docks SEASON_OUT
  MA | season-kept 2026-09-01 | 2026-10-31 | open | gone before November 1, a Saturday stays
  MA | season-kept 2026-11-02 | 2027-10-31 | open | … a Sunday too
  MA | season-kept 2026-09-01, taken-out 2026-10-31 | 2026-10-31 | 2026-10-31 | on the last good day
  MA | season-kept 2026-09-01, taken-out 2026-11-01 | 2026-10-31 | 2026-11-01 | a day late

docks LIFT_REMOVAL
  MA | lift-removal-due 2026-09-01 for 0 days | 2026-09-01 | open | the day the need ends
  MA | lift-removal-due 2026-09-01 for 14 days | 2026-09-15 | open | with the days of grace the town set
  MA | lift-removal-due 2026-09-01 for 0 days, lift-removed 2026-09-01 | 2026-09-01 | 2026-09-01 | removed that day

docks TELL_NATURAL_RESOURCES
  MA | construction-starts 2026-09-15 | 2026-08-31 | open | 10 working days over Labor Day
  MA | construction-starts 2027-01-04 | 2026-12-17 | open | over two holidays and the year end
  MA storms | construction-starts 2026-09-29 | 2026-09-15 | open | back onto a closed day: a letter can be sent
  MA | construction-starts 2026-09-15, natural-resources-told 2026-08-31 | 2026-08-31 | 2026-08-31 | exactly 10 are enough
  MA | construction-starts 2026-09-15, natural-resources-told 2026-09-01 | 2026-08-31 | 2026-09-01 | 9 are not

docks TELL_COMMISSION
  MA | construction-starts 2026-09-15 | 2026-09-08 | open | 5 business days, just short of Labor Day
  MA | construction-starts 2026-09-14 | 2026-09-04 | open | … a day sooner they lie over it
  MA | construction-starts 2026-09-15, construction-starts 2026-06-01 | 2026-09-08 | open | the later start counts

discharges SPILL_NOTICE
  RI | release-known 2026-08-07 | 2026-08-11 | open | over a week-end and Victory Day
  RI | release-known 2026-11-02 | 2026-11-04 | open | over election day
  RI | release-known 2026-06-08, spill-notified 2026-06-09 | 2026-06-09 | 2026-06-09 | by the end of the next business day

discharges SPILL_CONFIRMATION
  RI | spill-notified 2026-05-21 | 2026-05-29 | open | 5 working days over Memorial Day
  RI | spill-notified 2026-10-27 | 2026-11-04 | open | … over election day

discharges CEASE
  RI | detected 2026-06-08 | 2026-06-15 | open | no notice yet: from the detection
  RI | detected 2026-06-08, cease-notice-received 2026-06-10 | 2026-06-17 | open | from the notice once there is one
  RI | cease-notice-received 2026-08-03 | 2026-08-11 | open | Victory Day
  RI | detected 2026-06-08, ceased 2026-06-16 | 2026-06-15 | 2026-06-16 | on day 8

discharges REMOVE_WASTE
  RI | removal-demand-received#n1 2026-06-08 | 2026-06-18 | open | 10 days
  RI | removal-demand-received#n1 2026-06-09 | 2026-06-22 | open | Juneteenth, then a week-end
  RI | removal-demand-received#n1 2026-06-08, waste-removed 2026-06-18 | 2026-06-18 | 2026-06-18 | on day 10

erosion ROUTE_COPIES
  RI | plan-complete 2026-05-21 | 2026-05-29 | open | 5 working days over Memorial Day
  RI | plan-complete 2026-06-08 | 2026-06-15 | open | over a week-end
  RI | plan-complete 2026-06-08, copies-sent 2026-06-15 | 2026-06-15 | 2026-06-15 | on the fifth

erosion REVIEW
  RI | copy-received#planning 2026-06-08 | 2026-06-29 | open | 21 days from its own receipt
  RI | copy-received#planning 2026-09-21 | 2026-10-13 | open | Columbus Day
  RI | copy-received#planning 2026-06-08, opinion-received#planning 2026-06-29 | 2026-06-29 | 2026-06-29 | an answer on day 21 is in time
  RI | copy-received#planning 2026-06-08, opinion-received#planning 2026-06-30 | 2026-06-29 | open | on day 22 it is not, and the night has to say so
  RI | copy-received#planning 2026-06-08, deemed-no-objection@review#planning 2026-06-29, opinion-received#planning 2026-06-30 | 2026-06-29 | 2026-06-29 | deemed as of day 21
  RI | copy-received#planning 2026-06-08, opinion-received#works 2026-06-10 | 2026-06-29 | open | another's opinion

erosion DECIDE
  RI | copy-received#planning 2026-06-08, copy-received#works 2026-06-10, opinion-received#planning 2026-06-20 | none | open | one opinion is still out
  RI | copy-received#planning 2026-06-08, copy-received#works 2026-06-10, opinion-received#planning 2026-06-20, opinion-received#works 2026-06-15 | 2026-06-30 | open | 10 days from the last opinion in
  RI | copy-received#planning 2026-06-08, copy-received#works 2026-06-10, opinion-received#planning 2026-06-20, deemed-no-objection@review#works 2026-07-01 | 2026-07-13 | open | … from the last one deemed; a Saturday rolls
  RI | copy-received#planning 2026-06-08, opinion-received#planning 2026-06-15, approved 2026-06-25 | 2026-06-25 | 2026-06-25 | on day 10
  RI | copy-received#planning 2026-06-08, opinion-received#planning 2026-06-15, disapproved 2026-06-26 | 2026-06-25 | 2026-06-26 | on day 11

erosion EXISTING_USE
  RI | determined-applicable 2026-06-08 | 2026-10-06 | open | 120 days
  RI | determined-applicable 2026-07-14 | 2026-11-12 | open | Veterans Day
  RI | determined-applicable 2026-06-08, evidence-accepted 2026-10-06 | 2026-10-06 | 2026-10-06 | proof will do

erosion BOND_RELEASE
  RI | completed 2025-08-10 | 2026-08-10 | open | 12 months; Victory Day stays
  RI | completed 2028-02-29 | 2029-02-28 | open | from the leap day
  RI | completed 2026-06-01, final-inspection-approved 2026-07-01 | 2027-07-01 | open | the later of the two
  RI | final-inspection-approved 2026-07-01, completed 2026-06-01 | 2027-07-01 | open | … in whatever order it is entered
  RI | completed 2026-06-01, bond-released 2027-05-31 | 2027-06-01 | open | a day too soon
  RI | completed 2026-06-01, bond-released 2027-06-01 | 2027-06-01 | 2027-06-01 | twelve months

erosion EXTENSION_REQUEST
  RI | term-ends 2027-01-15 | 2026-12-16 | open | 30 days before, over the year end
  RI | term-ends 2026-06-30 | 2026-05-31 | open | a Sunday stays: it counts back
  RI | term-ends 2026-06-30, extension-requested 2026-05-31 | 2026-05-31 | 2026-05-31 | exactly 30 days before
  RI | term-ends 2026-06-30, extension-requested 2026-06-01 | 2026-05-31 | 2026-06-01 | 29: late

erosion CORRECT_TEMPORARILY
  RI | correction-notice-received#n1 2026-06-08 | 2026-06-15 | open | 5 calendar days, off a Saturday
  RI | correction-notice-received#n1 2026-06-09 | 2026-06-15 | open | off a Sunday
  RI | correction-notice-mailed#n1 2026-06-08 | none | open | nothing runs from the mailing
  RI | correction-notice-received#n1 2026-06-10, corrected-permanently#n1 2026-06-12 | 2026-06-15 | 2026-06-12 | for good is also for now

erosion CORRECT_PERMANENTLY
  RI | correction-notice-received#n1 2026-06-08 | 2026-07-08 | open | 30 days
  RI | correction-notice-received#n1 2026-10-04 | 2026-11-04 | open | election day
  RI | correction-notice-received#n1 2026-06-08, corrected-temporarily#n1 2026-06-12 | 2026-07-08 | open | for now is not for good
  RI | correction-notice-received#n1 2026-06-08, correction-notice-received#n2 2026-06-20 | 2026-07-08 | open | a receipt starts its own clock only

runoff CORRECT_TEMPORARILY
  RI | failure-notice-received#n1 2026-06-08 | 2026-06-15 | open | 5 calendar days, off a Saturday
  RI | failure-notice-received#n1 2026-12-20 | 2026-12-28 | open | Christmas, then a week-end

runoff CORRECT_PERMANENTLY
  RI | failure-notice-received#n1 2026-06-08 | 2026-07-08 | open | 30 days
  RI | failure-notice-received#n1 2026-06-04 | 2026-07-06 | open | Independence Day on Saturday, then Sunday

runoff MAINTAIN_PRACTICE
  RI | maintenance-notice-received#n1 2026-06-08 | 2026-06-22 | open | 14 days
  RI | maintenance-notice-received#n1 2026-07-27 | 2026-08-11 | open | Victory Day
  RI | maintenance-notice-received#n1 2026-06-08, maintenance-accepted#n1 2026-06-22 | 2026-06-22 | 2026-06-22 | on day 14

enforcement HABITATION
  MA | habitation-ordered#item-1 2026-06-01 for 7 days | none | open | nothing runs before the order is received
  MA | habitation-ordered#item-1 2026-06-01 for 7 days, order-received#letter-1 2026-06-03 | 2026-06-10 | open | 7 days from receipt
  MA | habitation-ordered#item-1 2026-06-01 for 3 days, order-received#letter-1 2026-06-03 | 2026-06-08 | open | off a Saturday
  MA | habitation-ordered#item-1 2026-06-01 for 7 days, corrected#item-1 2026-06-02, order-received#letter-1 2026-06-03 | 2026-06-10 | 2026-06-02 | corrected before its receipt
  MA | habitation-ordered#item-1 2026-06-01 for 7 days, order-received#letter-1 2026-06-03, corrected#item-2 2026-06-05 | 2026-06-10 | open | another correction

enforcement FOOD
  MA | food-ordered#item-1 2026-06-01 for 10 days, order-received#letter-1 2026-06-02 | 2026-06-12 | open | 10 days from receipt
  MA | food-ordered#item-1 2026-06-01 for 10 days, order-mailed#letter-1 2026-06-02 | none | open | nothing runs from the mailing

enforcement JUNKYARD
  MA | junkyard-ordered#item-1 2026-06-01 for 14 days, order-received#letter-1 2026-06-02 | 2026-06-16 | open | 14 days from receipt
  MA | junkyard-ordered#item-1 2026-06-01 for 14 days, order-received#letter-1 2026-06-20 | 2026-07-06 | open | Independence Day on Saturday, then Sunday

enforcement OTHER
  MA | other-ordered#item-1 2026-06-01 for 1 days, order-received#letter-1 2026-06-02 | 2026-06-03 | open | one day
  MA | other-ordered#item-1 2026-06-01 for 1 days, order-received#letter-1 2026-06-02, order-received#letter-2 2026-06-05 | 2026-06-03 | open | the first receipt counts

enforcement DISCHARGE
  RI | discharge-ordered#item-1 2026-06-08, order-received#letter-1 2026-06-09 | 2026-06-16 | open | 7 calendar days from the written notice
  RI | discharge-ordered#item-1 2026-06-08, order-received#letter-1 2026-06-13 | 2026-06-22 | open | off a Saturday

enforcement WASTE
  RI | waste-ordered#item-1 2026-06-08, order-received#letter-1 2026-06-09 | 2026-06-22 | open | Juneteenth, then a week-end
  RI | waste-ordered#item-1 2026-06-08, order-received#letter-1 2026-06-10, corrected#item-1 2026-06-22 | 2026-06-22 | 2026-06-22 | off a Saturday, removed on the last day

enforcement EROSION_TEMPORARY
  RI | erosion-temporary-ordered#item-1 2026-06-01, order-received#letter-1 2026-06-08 | 2026-06-15 | open | 5 calendar days, off a Saturday
  RI | erosion-temporary-ordered#item-1 2026-06-01, order-mailed#letter-1 2026-06-08 | none | open | nothing runs from the mailing

enforcement EROSION_PERMANENT
  RI | erosion-permanent-ordered#item-2 2026-06-01, order-received#letter-1 2026-06-08 | 2026-07-08 | open | 30 days
  RI | erosion-permanent-ordered#item-2 2026-06-01, order-received#letter-1 2026-10-04 | 2026-11-04 | open | election day

enforcement STORMWATER_TEMPORARY
  RI | stormwater-temporary-ordered#item-1 2026-06-01, order-received#letter-1 2026-06-08 | 2026-06-15 | open | 5 calendar days, off a Saturday
  RI | stormwater-temporary-ordered#item-1 2026-12-01, order-received#letter-1 2026-12-20 | 2026-12-28 | open | Christmas, then a week-end

enforcement STORMWATER_PERMANENT
  RI | stormwater-permanent-ordered#item-2 2026-06-01, order-received#letter-1 2026-06-08 | 2026-07-08 | open | 30 days
  RI | stormwater-permanent-ordered#item-2 2026-06-01, order-received#letter-1 2026-06-04 | 2026-07-06 | open | Independence Day on Saturday, then Sunday

enforcement PRACTICE
  RI | practice-ordered#item-1 2026-06-01, order-received#letter-1 2026-06-08 | 2026-06-22 | open | 14 days
  RI | practice-ordered#item-1 2026-06-01, order-received#letter-1 2026-07-27, corrected#item-1 2026-08-11 | 2026-08-11 | 2026-08-11 | Victory Day; on the last day

meetings MEETING_POSTING
  MA | meeting#m1 2026-06-15 18:00 | 2026-06-11 18:00 | open | Monday evening: Thursday evening
  MA | meeting#m1 2026-06-22 18:00 | 2026-06-17 18:00 | open | Juneteenth between
  MA | meeting#m1 2026-11-02 19:00 | 2026-10-29 19:00 | open | the clock change falls into a Sunday
  MA storms | meeting#m1 2026-01-28 18:00 | 2026-01-26 18:00 | open | snow days count
  MA | meeting#m1 2026-06-15 18:00, meeting-posted#m1 2026-06-08 | 2026-06-11 18:00 | 2026-06-08 | posted early

refuse RENEW_DUMPSTER
  MA | term-ends 2026-12-31 | 2026-12-31 | open | the year of issue
  MA | term-ends 2027-12-31, renewal-filed 2027-11-02 | 2027-12-31 | 2027-11-02 | renewed before December

refuse RENEW_CONTRACTOR
  MA | term-ends 2026-12-31 | 2026-12-31 | open | the year of issue
  MA | term-ends 2028-12-31 | 2028-12-31 | open | a Sunday stays

refuse RENEW_OR_REMOVE
  MA | term-ends 2026-07-04 | 2026-07-04 | open | a holiday stays
  MA | term-ends 2026-07-15, renewal-filed 2026-07-15 | 2026-07-15 | 2026-07-15 | on the last day
"""  # noqa: E501


def lines() -> Iterator[tuple[str, ...]]:
    """The examples, each with its clock's name before it."""
    name = ""
    for line in filter(None, EXAMPLES.splitlines()):
        if line.startswith(" "):
            yield name, *(cell.strip() for cell in line.split("|"))
        else:
            name = line


LINES = list(lines())


def declared() -> dict[str, Clock]:
    """Every clock of record by its room and name; what is the office's own practice is no law's."""
    return {
        f"{room} {name}": value
        for room, module in ROOMS.items()
        for name, value in vars(import_module(module)).items()
        if isinstance(value, Clock) and value.cite != OFFICE_PRACTICE
    }


CLOCKS = declared()
TOLD = re.compile(
    r"(?P<slug>[a-z-]+)(?:@(?P<clock>[a-z-]+))?(?:#(?P<subject>\S+))? (?P<on>[0-9-]+)"
    r"(?: for (?P<days>[0-9]+) days)?(?: (?P<at>\S+))?"
)


def happened(text: str) -> Happened:
    told = TOLD.fullmatch(text.strip())
    assert told, text
    at = datetime.fromisoformat(f"{told['on']} {told['at']}").time() if told["at"] else None
    on = date.fromisoformat(told["on"])
    until = on + timedelta(days=int(told["days"])) if told["days"] else None
    return Happened(told["slug"], on, told["subject"] or "", told["clock"] or "", until_on=until, at=at)


def first_run(name: str, calendar: Calendar, events: list[Happened]) -> Run | None:
    """The first row of the clock; those it waits for are counted before it."""
    clock, room = CLOCKS[name], name.split()[0]
    waits_for = clock.starts.clock if isinstance(clock.starts, Ended) else ""
    before = [
        other for key, other in CLOCKS.items() if key.startswith(f"{room} ") and other.slug == waits_for
    ]
    found = [run for run in runs([*before, clock], events, calendar) if run.clock == clock.slug]
    return found[0] if found else None


@pytest.mark.parametrize(
    ("name", "calendar", "events", "due", "ended", "proves"),
    LINES,
    ids=[f"{name}: {line[-1]}" for name, *line in LINES],
)
def test_dated_example(name: str, calendar: str, events: str, due: str, ended: str, proves: str) -> None:
    found = first_run(name, CALENDARS[calendar], [happened(text) for text in events.split(",")])
    if due == "none":
        assert found is None, proves
        return
    assert found is not None, proves
    if " " in due:
        assert found.due_at == datetime.fromisoformat(due).replace(tzinfo=EASTERN), found.says
        assert found.due_on == found.due_at.date()
    else:
        assert found.due_on == date.fromisoformat(due), found.says
    assert (found.ended_on.isoformat() if found.ended_on else "open") == ended, proves


@pytest.mark.parametrize("name", CLOCKS)
def test_each_clock_has_two_examples_or_more(name: str) -> None:
    assert sum(line[0] == name for line in LINES) >= 2


@pytest.mark.parametrize("name", CLOCKS)
def test_each_cites_a_section_that_asks_for_something(name: str) -> None:
    assert regulations.resolve(CLOCKS[name].cite).operative


@pytest.mark.parametrize("name", CLOCKS)
def test_each_fits_its_row_and_says_what_to_do(name: str) -> None:
    clock = CLOCKS[name]
    assert max(map(len, (clock.slug, *clock.names))) <= 40
    assert len(clock.says) <= 200
    assert clock.says[0].isupper()
    assert not clock.says.endswith(".")


@pytest.mark.parametrize("module", ROOMS.values())
def test_each_room_says_why_each_clock_rolls_or_does_not(module: str) -> None:
    source = Path(str(import_module(module).__file__)).read_text(encoding="utf-8")
    opening = source.split('"""')[1]
    # What is declared, with the comment above it or the words of what makes it.
    for block in re.findall(r"((?:^#[^\n]*\n)*)^[A-Z_]+ = Clock\(", source, re.MULTILINE):
        assert re.search(r"\brolls?\b", block, re.I) or re.search("none rolls", opening, re.I), module
    for words in re.findall(r'-> Clock:\n    """(.+?)"""', source, re.DOTALL):
        assert re.search(r"\broll", words + opening, re.IGNORECASE), module


@pytest.mark.parametrize("room", ROOMS)
def test_no_two_clocks_of_a_room_meet_and_what_waits_comes_after(room: str) -> None:
    seen: set[str] = set()
    for clock in getattr(import_module(ROOMS[room]), "CLOCKS", ()):
        assert clock.slug not in seen
        assert not isinstance(clock.starts, Ended) or clock.starts.clock in seen
        seen.add(clock.slug)


@pytest.mark.parametrize(
    ("name", "roll"),
    [
        ("septic UPGRADE", Roll.NEXT_WORKING_DAY),
        ("septic INSPECTION_REPORT", Roll.NEXT_OPEN_DAY),
        ("enforcement CITATION_NOTICE", Roll.STATUTE),
        ("enforcement CITATION_ANSWER", Roll.STATUTE),
        ("food CERTIFIED_PERSON", Roll.NONE),
    ],
)
def test_the_roll_is_that_of_what_sets_the_day(name: str, roll: Roll) -> None:
    assert CLOCKS[name].roll is roll


@pytest.mark.parametrize(
    ("name", "days"),
    [
        ("septic UPGRADE", (60, 30, 7)),
        ("septic PUMP_OUT_SLIPS", (5,)),  # on the 10th
        ("animals QUARANTINE", (0,)),  # the release inspection on the day itself
        ("docks STAKING", (21, 3)),
        ("docks SEASON_IN", (7,)),  # on March 25
        ("docks SEASON_OUT", (16, 0)),  # on October 15 and 31
        ("erosion EXISTING_USE", (30, 10)),  # on days 90 and 110
        ("refuse RENEW_OR_REMOVE", (5,)),
    ],
)
def test_reminders_come_when_the_reference_wants_them(name: str, days: tuple[int, ...]) -> None:
    assert CLOCKS[name].remind == days


def test_windows_open_when_the_sections_say() -> None:
    def opens(name: str, event: str) -> date | None:
        found = first_run(name, CALENDARS["MA"], [happened(event)])
        return found.opens_on if found else None

    assert opens("docks STAKING", "hearing 2026-06-16") == date(2026, 5, 26)
    assert opens("docks SEASON_OUT", "season-kept 2026-05-02") == date(2026, 4, 1)
    assert opens("docks SEASON_IN", "season-kept 2026-05-02") == date(2027, 3, 1)
    assert opens("wells METER_READING", "meter-installed 2026-03-02") == date(2026, 5, 1)
    assert opens("wells METER_READING", "meter-installed 2026-06-02") == date(2026, 11, 1)
    assert opens("refuse RENEW_DUMPSTER", "term-ends 2026-12-31") == date(2026, 12, 1)


def test_a_reviewers_silence_speaks_and_an_unrenewed_permit_runs_out_and_nothing_else_lapses() -> None:
    assert {name: clock.lapses for name, clock in CLOCKS.items() if clock.lapses} == {
        "docks APPEAL": "appeal-over",
        "erosion REVIEW": "deemed-no-objection",
        "food PLAN_DECISION": "deemed-approved",
        "food RENEW": "not-renewed",
        "food RENEW_KITCHEN": "not-renewed",
        "refuse RENEW_DUMPSTER": "not-renewed",
        "refuse RENEW_CONTRACTOR": "not-renewed",
        "refuse RENEW_OR_REMOVE": "not-renewed",
    }
    assert CLOCKS["erosion REVIEW"].mover is Mover.REVIEWER
