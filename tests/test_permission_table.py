"""Who may open what: every address of the project, every role, reading (GET) and pressing (an empty POST).

A cell says "GET/POST". 200 is the page, 302 leads on, 403 is the wrong role, 404 what a stranger may not even
know of, 405 a page that can only be read, 422 a form that says what is still open. The roles:

visitor    not signed in; where staff work, led to sign in
guest      signed in, on no board, in no case
party      the applicant of the cases
clerk, inspect(or), member, admin(istrator)    of the board that decides them
docks      clerk of a board that has nothing to do with them
works      clerk of a board to which `{open}` and `{done}` were referred

`{open}` is an application that is not decided yet, with its charge, hold, file and so on; `{done}` a permit
with its receipt, code and clock; `{told}` a complaint; `{closed}` a day on which its offices are closed;
`{feed}` the clerk's private feed, which whoever knows its `{token}` reads. An address of the project that is
missing here fails the test, and so does a row that leads nowhere. `{posted}` is a certified letter about
`{open}` that left, and `{batch}` the print of its label. `{problem}` is the code of what somebody reported
online.
`{place}` is an establishment whose record holds the valid complaint that `{mark}` is about.
`{session}` is a browser in which the clerk is signed in.
`{asks}` is an application of the party's which the office wants something for, filed by somebody else; its
`{shown}` document is shared, `{acts}` lets somebody act for its owner, and `{asked}` is a link mailed to an
owner. `{mine}` is a draft of the party's.
`{cited}` is a citation of the same private person, `{citecode}` the code on it; `{silent}` is one that nobody
answered.
`{meet}` is a posted meeting of the board on whose agenda `{open}` stands and `{topic}`, a topic in words, on
which a vote was `{voted}`.
`{inspected}` and `{visit}` are inspections of theirs, finished and begun.
`{pier}` is a notice of intent for a dock, before the docks' board.
`{ordered}` is an order to the same person, `{charged}` a criminal complaint, `{lien}` a lien of another town.
`{change}` is an adopted change of a regulation, `{proposal}` the draft of one.
`{waived}` is a waiver that is in effect, `{unsigned}` one that a second member has yet to sign beside the
`{signature}` on it, and `{land}` the lot of both.
`{draft}` and `{filed}` are links to applications begun and filed online, which whoever knows them reads.
`{drafted}` is a file of the first. `{renewal}` is the renewal code of `{done}`, and `{renewing}` leads to the
draft that it began.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from html import unescape
from typing import Any
from urllib.parse import quote, urlencode

from django.contrib import admin
from django.test import RequestFactory
from django.urls import URLPattern, URLResolver, get_resolver, resolve, reverse

from tests.world import (
    DRAFTED,
    FAR,
    HOLDER,
    NEIGHBOR,
    ONLINE,
    REPORTER,
    ROLES,
    SECRETS,
    WRITTEN,
    Answer,
    InTheWorld,
    World,
    ask,
)

TABLE = """
address                              visitor guest   party   clerk   inspect member  admin   docks   works
/                                    200/405 200/405 200/405 200/405 200/405 200/405 200/405 200/405 200/405
/permits/                            200/405 200/405 200/405 200/405 200/405 200/405 200/405 200/405 200/405
/permits/dumpster/                   200/405 200/405 200/405 200/405 200/405 200/405 200/405 200/405 200/405
/permits/complaint/                  404/405 404/405 404/405 404/405 404/405 404/405 404/405 404/405 404/405
/permits/dumpster/bring-list/        200/405 200/405 200/405 200/405 200/405 200/405 200/405 200/405 200/405
/permits/complaint/bring-list/       404/405 404/405 404/405 404/405 404/405 404/405 404/405 404/405 404/405
/fees/                               200/405 200/405 200/405 200/405 200/405 200/405 200/405 200/405 200/405
/rules/                              200/405 200/405 200/405 200/405 200/405 200/405 200/405 200/405 200/405
/rules/tisbury/                      200/405 200/405 200/405 200/405 200/405 200/405 200/405 200/405 200/405
/rules/dumpster/sight-line/          200/405 200/405 200/405 200/405 200/405 200/405 200/405 200/405 200/405
/rules/complaint/loading-hours/      200/405 200/405 200/405 200/405 200/405 200/405 200/405 200/405 200/405
/rules/complaint/sight-line/         404/405 404/405 404/405 404/405 404/405 404/405 404/405 404/405 404/405
/rules/open-questions/regulation-change/ 200/405 200/405 200/405 200/405 200/405 200/405 200/405 200/405 200/405
/rules/open-questions/dumpster/      404/405 404/405 404/405 404/405 404/405 404/405 404/405 404/405 404/405
/problems/new/                       200/422 200/422 200/422 200/422 200/422 200/422 200/422 200/422 200/422
/problems/{problem}/                 200/405 200/405 200/405 200/405 200/405 200/405 200/405 200/405 200/405
/apply/dumpster/                     200/302 200/302 200/302 200/302 200/302 200/302 200/302 200/302 200/302
/apply/complaint/                    404/404 404/404 404/404 404/404 404/404 404/404 404/404 404/404 404/404
/drafts/{draft}/                     302/405 302/405 302/405 302/405 302/405 302/405 302/405 302/405 302/405
/drafts/{draft}/you/                 200/422 200/422 200/422 200/422 200/422 200/422 200/422 200/422 200/422
/drafts/{draft}/place/               200/302 200/302 200/302 200/302 200/302 200/302 200/302 200/302 200/302
/drafts/{draft}/where/               200/302 200/302 200/302 200/302 200/302 200/302 200/302 200/302 200/302
/drafts/{draft}/papers/              200/302 200/302 200/302 200/302 200/302 200/302 200/302 200/302 200/302
/drafts/{draft}/nowhere/             404/404 404/404 404/404 404/404 404/404 404/404 404/404 404/404 404/404
/drafts/{draft}/later/               200/422 200/422 200/422 200/422 200/422 200/422 200/422 200/422 200/422
/drafts/{draft}/check/               200/422 200/422 200/422 200/422 200/422 200/422 200/422 200/422 200/422
/drafts/{draft}/filed/               302/405 302/405 302/405 302/405 302/405 302/405 302/405 302/405 302/405
/drafts/{filed}/you/                 302/302 302/302 302/302 302/302 302/302 302/302 302/302 302/302 302/302
/drafts/{filed}/check/               302/302 302/302 302/302 302/302 302/302 302/302 302/302 302/302 302/302
/drafts/{filed}/filed/               200/405 200/405 200/405 200/405 200/405 200/405 200/405 200/405 200/405
/drafts/{filed}/filed/copy.pdf       200/405 200/405 200/405 200/405 200/405 200/405 200/405 200/405 200/405
/drafts/{filed}/filed/day.ics        404/405 404/405 404/405 404/405 404/405 404/405 404/405 404/405 404/405
/drafts/{draft}/files/{drafted}/     200/405 200/405 200/405 200/405 200/405 200/405 200/405 200/405 200/405
/drafts/{renewing}/you/              200/422 200/422 200/422 200/422 200/422 200/422 200/422 200/422 200/422
/resume/                             200/422 200/422 200/422 200/422 200/422 200/422 200/422 200/422 200/422
/renew/                              200/422 200/422 200/422 200/422 200/422 200/422 200/422 200/422 200/422
/renew/{done}/                       302/302 404/404 200/302 302/302 302/302 302/302 302/302 404/404 302/302
/renew/{done}/{renewal}/             200/302 200/302 200/302 200/302 200/302 200/302 200/302 200/302 200/302
/accessibility/                      200/405 200/405 200/405 200/405 200/405 200/405 200/405 200/405 200/405
/language/                           405/400 405/400 405/400 405/400 405/400 405/400 405/400 405/400 405/400
/register/                           200/405 200/405 200/405 200/405 200/405 200/405 200/405 200/405 200/405
/register/{done}/                    200/405 200/405 200/405 200/405 200/405 200/405 200/405 200/405 200/405
/register/{open}/                    404/405 404/405 404/405 404/405 404/405 404/405 404/405 404/405 404/405
/register/{told}/                    404/405 404/405 404/405 404/405 404/405 404/405 404/405 404/405 404/405
/verify/                             200/405 200/405 200/405 200/405 200/405 200/405 200/405 200/405 200/405
/verify/{code}/                      200/405 200/405 200/405 200/405 200/405 200/405 200/405 200/405 200/405
/sign-in/                            200/422 302/302 302/302 302/302 302/302 302/302 302/302 302/302 302/302
/sign-in/code/                       200/422 302/302 302/302 302/302 302/302 302/302 302/302 302/302 302/302
/sign-in/code/enter/                 302/302 302/302 302/302 302/302 302/302 302/302 302/302 302/302 302/302
/sign-in/second-step/                302/302 302/302 302/302 302/302 302/302 302/302 302/302 302/302 302/302
/sign-out/                           405/302 405/302 405/302 405/302 405/302 405/302 405/302 405/302 405/302
/account/                            302/302 200/405 200/405 200/405 200/405 200/405 200/405 200/405 200/405
/account/new/                        200/422 302/302 302/302 302/302 302/302 302/302 302/302 302/302 302/302
/account/confirm/                    302/302 302/302 302/302 302/302 302/302 302/302 302/302 302/302 302/302
/account/closed/                     200/405 200/405 200/405 200/405 200/405 200/405 200/405 200/405 200/405
/account/email/                      302/302 200/302 200/302 200/302 200/302 200/302 200/302 200/302 200/302
/account/password/                   302/302 200/422 200/422 200/422 200/422 200/422 200/422 200/422 200/422
/account/password/first/             302/302 302/302 302/302 302/302 302/302 302/302 302/302 302/302 302/302
/account/password/forgotten/         200/422 200/422 200/422 200/422 200/422 200/422 200/422 200/422 200/422
/account/password/forgotten/code/    302/302 302/302 302/302 302/302 302/302 302/302 302/302 302/302 302/302
/account/password/forgotten/new/     302/302 302/302 302/302 302/302 302/302 302/302 302/302 302/302 302/302
/account/password/forgotten/done/    200/405 200/405 200/405 200/405 200/405 200/405 200/405 200/405 200/405
/account/again/                      302/302 200/422 200/422 200/422 200/422 200/422 200/422 200/422 200/422
/account/again/code/                 302/302 302/302 302/302 302/302 302/302 302/302 302/302 302/302 302/302
/account/again/code/enter/           302/302 302/302 302/302 302/302 302/302 302/302 302/302 302/302 302/302
/account/again/second-step/          302/302 302/302 302/302 302/302 302/302 302/302 302/302 302/302 302/302
/account/second-step/                302/302 302/302 302/302 302/302 302/302 302/302 302/302 302/302 302/302
/account/second-step/off/            302/302 404/404 404/404 404/404 404/404 404/404 404/404 404/404 404/404
/account/recovery-codes/             302/302 404/405 404/405 404/405 404/405 404/405 404/405 404/405 404/405
/account/recovery-codes/new/         302/302 302/302 302/302 302/302 302/302 302/302 302/302 302/302 302/302
/account/recovery-codes/codes.txt    302/302 404/404 404/404 404/404 404/404 404/404 404/404 404/404 404/404
/account/sessions/{session}/end/     302/302 404/404 404/404 405/302 404/404 404/404 404/404 404/404 404/404
/account/sessions/end-others/        302/302 405/302 405/302 405/302 405/302 405/302 405/302 405/302 405/302
/worklist/                           302/302 404/404 404/404 200/405 200/405 200/405 200/405 200/405 200/405
/worklist/overdue/                   302/302 404/404 404/404 200/405 200/405 200/405 200/405 200/405 200/405
/nightly/                            302/302 404/404 404/404 200/302 200/403 200/403 200/403 200/302 200/302
/find/                               302/302 404/404 404/404 200/405 200/405 200/405 200/405 200/405 200/405
/counter/                            302/302 404/404 404/404 200/405 403/405 403/405 403/405 200/405 200/405
/counter/dumpster/                   302/302 404/404 404/404 200/422 403/403 403/403 403/403 404/404 404/404
/counter/complaint/                  302/302 404/404 404/404 200/422 403/403 403/403 403/403 200/422 200/422
/cases/{open}/                       302/302 404/404 404/404 200/405 200/405 200/405 200/405 404/405 200/405
/cases/{done}/                       302/302 404/404 404/404 200/405 200/405 200/405 200/405 404/405 200/405
/cases/{told}/                       302/302 404/404 404/404 200/405 200/405 200/405 200/405 404/405 404/405
/cases/{open}/record/complete/       302/302 404/404 404/404 200/422 403/403 403/403 403/403 404/404 403/403
/cases/{open}/record/issued/         302/302 404/404 404/404 200/422 403/403 403/403 403/403 404/404 403/403
/cases/{open}/record/denied/         302/302 404/404 404/404 200/422 403/403 200/422 403/403 404/404 403/403
/cases/{done}/record/suspended/      302/302 404/404 404/404 200/422 403/403 200/422 403/403 404/404 403/403
/cases/{told}/record/looked-into/    302/302 404/404 404/404 200/422 200/422 403/403 403/403 404/404 404/404
/cases/{open}/rules/location/        302/302 404/404 404/404 200/422 403/403 200/422 403/403 404/404 403/403
/cases/{open}/answers/               302/302 404/404 404/404 200/422 403/403 403/403 403/403 404/404 403/403
/cases/{open}/checklist/{item}/      302/302 404/404 404/404 200/422 200/422 403/403 403/403 404/404 403/403
/cases/{open}/documents/new/         302/302 404/404 404/404 200/422 200/422 403/403 403/403 404/404 403/403
/cases/{open}/holds/new/             302/302 404/404 404/404 200/422 200/422 403/403 403/403 404/404 403/403
/cases/{open}/holds/{hold}/lift/     302/302 404/404 404/404 200/422 403/403 403/403 403/403 404/404 403/403
/cases/{open}/conditions/new/        302/302 404/404 404/404 200/422 403/403 200/422 403/403 404/404 403/403
/cases/{open}/conditions/{due}/met/  302/302 404/404 404/404 200/422 200/422 403/403 403/403 404/404 403/403
/cases/{open}/refer/                 302/302 404/404 404/404 200/422 403/403 403/403 403/403 404/404 403/403
/cases/{open}/assign/                302/302 404/404 404/404 200/422 403/403 403/403 403/403 404/404 403/403
/cases/{open}/notes/new/             302/302 404/404 404/404 200/422 200/422 200/422 403/403 404/404 403/403
/cases/{open}/abutters/              302/302 404/404 404/404 404/405 404/405 404/405 404/405 404/405 404/405
/cases/{open}/abutters/notice.pdf    302/302 404/404 404/404 404/405 404/405 404/405 404/405 404/405 404/405
/cases/{open}/abutters/new/          302/302 404/404 404/404 404/404 404/404 404/404 404/404 404/404 404/404
/cases/{open}/abutters/list/         302/302 404/404 404/404 404/404 404/404 404/404 404/404 404/404 404/404
/cases/{open}/abutters/paste/        302/302 404/404 404/404 404/404 404/404 404/404 404/404 404/404 404/404
/cases/{open}/abutters/lots/         302/302 404/404 404/404 404/404 404/404 404/404 404/404 404/404 404/404
/cases/{open}/abutters/owners/new/   302/302 404/404 404/404 404/404 404/404 404/404 404/404 404/404 404/404
/cases/{open}/abutters/owners/1/     302/302 404/404 404/404 404/404 404/404 404/404 404/404 404/404 404/404
/cases/{open}/abutters/notices/      302/302 404/404 404/404 404/404 404/404 404/404 404/404 404/404 404/404
/cases/{open}/abutters/by-applicant/ 302/302 404/404 404/404 404/404 404/404 404/404 404/404 404/404 404/404
/cases/{open}/abutters/newspaper/    302/302 404/404 404/404 404/404 404/404 404/404 404/404 404/404 404/404
/cases/{open}/abutters/undo/newspaper/ 302/302 404/404 404/404 404/404 404/404 404/404 404/404 404/404 404/404
/cases/{open}/letters/new/           302/302 404/404 404/404 200/422 200/422 200/422 403/403 404/404 403/403
/notices/{waits}/letter.pdf          302/302 404/404 404/404 200/405 200/405 200/405 200/405 404/405 200/405
/notices/{waits}/stop/               302/302 404/404 404/404 200/422 200/422 200/422 403/403 404/404 403/403
/notices/{waits}/channel/            302/302 404/404 404/404 200/422 200/422 200/422 403/403 404/404 403/403
/notices/{waits}/again/              302/302 404/404 404/404 200/422 200/422 200/422 403/403 404/404 403/403
/cases/{open}/history/{row}/correct/ 302/302 404/404 404/404 200/422 403/403 403/403 403/403 404/404 403/403
/cases/{open}/history/{given}/take-back/ 302/302 404/404 404/404 200/422 403/403 403/403 403/403 404/404 403/403
/cases/{open}/tasks/new/             302/302 404/404 404/404 200/422 403/403 403/403 403/403 404/404 403/403
/cases/{done}/renew/                 302/302 404/404 404/404 200/422 403/403 403/403 403/403 404/404 403/403
/cases/{told}/renew/                 302/302 404/404 404/404 404/404 403/403 403/403 403/403 404/404 404/404
/cases/{done}/permit.pdf             302/302 404/404 404/404 200/405 200/405 200/405 200/405 404/405 200/405
/cases/{open}/permit.pdf             302/302 404/404 404/404 404/405 404/405 404/405 404/405 404/405 404/405
/cases/{open}/pay/                   302/302 404/404 404/404 200/422 403/403 403/403 403/403 404/404 403/403
/cases/{open}/fee/                   302/302 404/404 404/404 200/422 403/403 403/403 403/403 404/404 403/403
/receipts/{receipt}/                 302/302 404/404 404/404 200/405 200/405 200/405 200/405 404/405 200/405
/receipts/{receipt}/receipt.pdf      302/302 404/404 404/404 200/405 200/405 200/405 200/405 404/405 200/405
/receipts/{receipt}/void/            302/302 404/404 404/404 200/422 403/403 403/403 403/403 404/404 403/403
/charges/{charge}/why/               302/302 404/404 404/404 200/405 200/405 200/405 200/405 404/405 200/405
/charges/{charge}/reverse/           302/302 404/404 404/404 200/422 403/403 403/403 403/403 404/404 403/403
/documents/{file}/                   302/302 404/404 404/404 200/405 200/405 200/405 200/405 404/405 200/405
/documents/{file}/remove/            302/302 404/404 404/404 200/422 403/403 403/403 403/403 404/404 403/403
/clocks/{clock}/why/                 302/302 404/404 404/404 200/405 200/405 200/405 200/405 404/405 200/405
/clocks/{clock}/day.ics              302/302 404/404 404/404 200/405 200/405 200/405 200/405 404/405 200/405
/calendar/                           200/405 200/405 200/405 200/405 200/405 200/405 200/405 200/405 200/405
/calendar/tisbury-health.ics         200/405 200/405 200/405 200/405 200/405 200/405 200/405 200/405 200/405
/calendar/private/{token}.ics        200/405 200/405 200/405 200/405 200/405 200/405 200/405 200/405 200/405
/calendar/feeds/                     302/302 404/404 404/404 200/422 200/422 200/422 200/422 200/422 200/422
/calendar/feeds/{feed}/revoke/       302/302 404/404 404/404 405/302 404/404 404/404 404/404 404/404 404/404
/closures/                           302/302 404/404 404/404 200/405 200/405 200/405 200/405 200/405 200/405
/closures/new/                       302/302 404/404 404/404 200/422 403/403 403/403 403/403 200/422 200/422
/closures/{closed}/                  302/302 404/404 404/404 200/405 200/405 200/405 200/405 404/405 404/405
/closures/{closed}/go-on/            302/302 404/404 404/404 405/302 403/403 403/403 403/403 404/404 404/404
/closures/{closed}/reopen/           302/302 404/404 404/404 200/422 403/403 403/403 403/403 404/404 404/404
/clocks/{clock}/pause/               302/302 404/404 404/404 200/422 403/403 403/403 403/403 404/404 403/403
/clocks/{clock}/resume/              302/302 404/404 404/404 200/422 403/403 403/403 403/403 404/404 403/403
/clocks/{clock}/extend/              302/302 404/404 404/404 200/422 403/403 200/422 403/403 404/404 403/403
/clocks/{clock}/done/                302/302 404/404 404/404 404/404 404/404 404/404 404/404 404/404 404/404
/clocks/{task}/done/                 302/302 404/404 404/404 200/422 403/403 403/403 403/403 404/404 403/403
/mail/                               302/302 404/404 404/404 200/422 403/403 403/403 403/403 200/422 200/422
/mail/out/                           302/302 404/404 404/404 200/422 403/403 403/403 403/403 200/422 200/422
/mail/late/                          302/302 404/404 404/404 200/422 403/403 403/403 403/403 200/422 200/422
/mail/hearing/                       302/302 404/404 404/404 200/422 403/403 403/403 403/403 200/422 200/422
/mail/cards-back/                    302/302 404/404 404/404 200/405 403/403 403/403 403/403 200/405 200/405
/mail/returned/                      302/302 404/404 404/404 200/405 403/403 403/403 403/403 200/405 200/405
/mail/print/                         302/302 404/404 404/404 405/422 405/403 405/403 405/403 405/422 405/422
/mail/book/                          302/302 404/404 404/404 405/422 405/403 405/403 405/403 405/422 405/422
/mail/letters/{posted}/received/     302/302 404/404 404/404 200/422 403/403 403/403 403/403 404/404 404/404
/mail/letters/{posted}/returned/     302/302 404/404 404/404 200/422 403/403 403/403 403/403 404/404 404/404
/mail/letters/{posted}/hand-over/    302/302 404/404 404/404 200/422 403/403 403/403 403/403 404/404 404/404
/mail/letters/{posted}/undo/         302/302 404/404 404/404 200/422 403/403 403/403 403/403 404/404 404/404
/mail/batches/{batch}/               302/302 404/404 404/404 200/405 403/405 403/405 403/405 404/405 404/405
/mail/batches/{batch}/print.pdf      302/302 404/404 404/404 200/405 403/405 403/405 403/405 404/405 404/405
/mail/batches/{batch}/mailed/        302/302 404/404 404/404 405/302 403/403 403/403 403/403 404/404 404/404
/mail/outbox/                        302/302 404/404 404/404 200/405 403/405 403/405 403/405 200/405 200/405
/mail/outbox/{unsent}/stop/          302/302 404/404 404/404 405/302 405/403 405/403 405/403 404/404 404/404
/mail/outbox/{unsent}/resend/        302/302 404/404 404/404 405/302 405/403 405/403 405/403 404/404 404/404
/my/                                 302/302 200/405 200/405 200/405 200/405 200/405 200/405 200/405 200/405
/my/drafts/{mine}/                   302/302 404/404 405/302 404/404 404/404 404/404 404/404 404/404 404/404
/my/authorizations/                  302/302 200/405 200/405 200/405 200/405 200/405 200/405 200/405 200/405
/my/authorizations/ask/              302/302 404/404 200/422 404/404 404/404 404/404 404/404 404/404 404/404
/my/authorizations/{acts}/end/       302/302 404/404 200/422 404/404 404/404 404/404 404/404 404/404 404/404
/my/cases/{open}/                    302/302 404/404 200/405 404/404 404/404 404/404 404/404 404/404 404/404
/my/cases/{done}/                    302/302 404/404 200/405 404/404 404/404 404/404 404/404 404/404 404/404
/my/cases/{told}/                    302/302 404/404 404/404 404/404 404/404 404/404 404/404 404/404 404/404
/my/cases/{asks}/reply/              302/302 404/404 200/422 404/404 404/404 404/404 404/404 404/404 404/404
/my/cases/{open}/documents/new/      302/302 404/404 200/422 404/404 404/404 404/404 404/404 404/404 404/404
/my/cases/{asks}/documents/{shown}/  302/302 404/404 200/405 404/404 404/404 404/404 404/404 404/404 404/404
/my/cases/{open}/documents/{file}/   302/302 404/404 404/405 404/404 404/404 404/404 404/404 404/404 404/404
/my/cases/{done}/receipts/{receipt}/receipt.pdf 302/302 404/404 200/405 404/404 404/404 404/404 404/404 404/404 404/404
/my/cases/{done}/permit.pdf          302/302 404/404 200/405 404/404 404/404 404/404 404/404 404/404 404/404
/my/cases/{open}/messages/           302/302 404/404 405/422 404/404 404/404 404/404 404/404 404/404 404/404
/my/cases/{open}/messages/read/      302/302 404/404 405/302 404/404 404/404 404/404 404/404 404/404 404/404
/my/cases/{open}/withdraw/           302/302 404/404 200/422 404/404 404/404 404/404 404/404 404/404 404/404
/my/cases/{asks}/dispute/            302/302 404/404 200/422 404/404 404/404 404/404 404/404 404/404 404/404
/my/cases/{open}/dispute/            302/302 404/404 404/404 404/404 404/404 404/404 404/404 404/404 404/404
/authorizations/{asked}/             200/422 200/422 200/422 200/422 200/422 200/422 200/422 200/422 200/422
/drafts/{draft}/keep/                302/302 405/302 405/302 404/404 404/404 404/404 404/404 404/404 404/404
/cases/{open}/messages/new/          302/302 404/404 404/404 200/422 200/422 200/422 403/403 404/404 403/403
/cases/{open}/messages/read/         302/302 404/404 404/404 405/302 405/302 405/302 403/403 404/404 403/403
/cases/{open}/authorizations/new/    302/302 404/404 404/404 200/422 403/403 403/403 403/403 404/404 403/403
/cases/{asks}/authorizations/{acts}/end/ 302/302 404/404 404/404 200/422 403/403 403/403 403/403 404/404 404/404
/documents/{file}/share/             302/302 404/404 404/404 405/302 405/302 403/403 403/403 404/404 403/403
/field/                              302/302 404/404 404/404 200/405 200/405 403/405 403/405 403/405 403/405
/field/copy.json                     302/302 404/404 404/404 200/405 200/405 403/405 403/405 403/405 403/405
/field/field.webmanifest             200/405 200/405 200/405 200/405 200/405 200/405 200/405 200/405 200/405
/field/worker.js                     200/405 200/405 200/405 200/405 200/405 200/405 200/405 200/405 200/405
/field/numbers/                      302/302 404/404 404/404 405/400 405/400 405/403 405/403 405/403 405/403
/field/numbers/void/                 302/302 404/404 404/404 405/302 405/302 405/403 405/403 405/403 405/403
/field/send/                         302/302 404/404 404/404 405/400 405/400 405/403 405/403 405/403 405/403
/citations/new/                      302/302 404/404 404/404 200/422 200/422 403/403 403/403 403/403 403/403
/citations/{cited}/                  302/302 404/404 404/404 200/405 200/405 200/405 200/405 404/405 404/405
/citations/{cited}/citation.pdf      302/302 404/404 404/404 200/405 200/405 200/405 200/405 404/405 404/405
/citations/{cited}/record/withdrawn/ 302/302 404/404 404/404 200/422 200/422 403/403 403/403 404/404 404/404
/docks/{pier}/                       302/302 404/404 404/404 404/405 404/405 404/405 404/405 200/405 404/405
/docks/{pier}/report.pdf             302/302 404/404 404/404 404/405 404/405 404/405 404/405 200/405 404/405
/orders/new/                         302/302 404/404 404/404 200/422 200/422 403/403 403/403 403/403 200/422
/orders/{ordered}/                   302/302 404/404 404/404 200/405 200/405 200/405 200/405 404/405 404/405
/orders/{ordered}/record/corrected/  302/302 404/404 404/404 200/422 200/422 403/403 403/403 404/404 404/404
/orders/{ordered}/record/hearing/    302/302 404/404 404/404 200/422 200/422 403/403 403/403 404/404 404/404
/orders/{ordered}/lien/              302/302 404/404 404/404 200/422 403/403 403/403 403/403 404/404 404/404
/liens/{lien}/                       302/302 404/404 404/404 404/405 404/405 404/405 404/405 404/405 200/405
/liens/{lien}/statement.pdf          302/302 404/404 404/404 404/405 404/405 404/405 404/405 404/405 200/405
/liens/{lien}/record/paid-off/       302/302 404/404 404/404 404/404 404/404 404/404 404/404 404/404 200/422
/prosecutions/new/                   302/302 404/404 404/404 200/422 200/422 403/403 403/403 403/403 200/422
/prosecutions/{charged}/             302/302 404/404 404/404 200/405 200/405 200/405 200/405 404/405 404/405
/prosecutions/{charged}/record/complaint-applied/ 302/302 404/404 404/404 200/422 200/422 403/403 403/403 404/404 404/404
/citations/{silent}/certificate.pdf  302/302 404/404 404/404 200/405 200/405 200/405 200/405 404/405 404/405
/citations/{silent}/court.pdf        302/302 404/404 404/404 200/405 200/405 200/405 200/405 404/405 404/405
/citations/{silent}/complaint.pdf    302/302 404/404 404/404 200/405 200/405 200/405 200/405 404/405 404/405
/citations/{silent}/reopen/          302/302 404/404 404/404 200/422 403/403 403/403 403/403 404/404 404/404
/citations/court-copies/             302/302 404/404 404/404 200/422 200/422 403/403 403/403 403/403 403/403
/citations/court-copies/packet.pdf   302/302 404/404 404/404 200/405 200/405 403/405 403/405 403/405 403/405
/citations/by-code/{citecode}/       200/405 200/405 200/405 200/405 200/405 200/405 200/405 200/405 200/405
/cases/{told}/facility/              302/302 404/404 404/404 200/422 200/422 403/403 403/403 404/404 404/404
/cases/{open}/facility/              302/302 404/404 404/404 404/404 404/404 403/403 403/403 404/404 403/403
/facilities/{place}/conduct/         302/302 404/404 404/404 200/405 200/405 200/405 200/405 404/405 404/405
/facilities/{place}/conduct/{mark}/  302/302 404/404 404/404 403/403 403/403 403/403 200/422 404/404 404/404
/inspections/                        302/302 404/404 404/404 200/405 200/405 403/405 403/405 403/405 403/405
/inspections/new/                    302/302 404/404 404/404 200/422 200/422 403/403 403/403 403/403 403/403
/inspections/{visit}/                302/302 404/404 404/404 200/302 200/302 200/403 200/403 404/404 404/404
/inspections/{inspected}/            302/302 404/404 404/404 200/422 200/422 200/403 200/403 404/404 404/404
/inspections/{inspected}/report.pdf  302/302 404/404 404/404 200/405 200/405 200/405 200/405 404/405 404/405
/inspections/{visit}/report.pdf      302/302 404/404 404/404 404/405 404/405 404/405 404/405 404/405 404/405
/inspections/{inspected}/reopen/     302/302 404/404 404/404 200/422 403/403 403/403 403/403 404/404 404/404
/inspections/{inspected}/record/item-corrected/ 302/302 404/404 404/404 200/422 200/422 403/403 403/403 404/404 404/404
/inspections/{visit}/record/passed/  302/302 404/404 404/404 302/302 302/302 403/403 403/403 404/404 404/404
/parcels/{land}/districts/           302/302 404/404 404/404 200/405 200/405 200/405 200/405 404/405 404/405
/parcels/{land}/districts/coastal-district/ 302/302 404/404 404/404 200/422 403/403 403/403 200/422 404/404 404/404
/waivers/new/                        302/302 404/404 404/404 302/302 302/302 302/302 302/302 302/302 302/302
/waivers/{unsigned}/                 302/302 404/404 404/404 200/405 200/405 200/405 200/405 404/405 404/405
/waivers/{unsigned}/case/            302/302 404/404 404/404 200/422 403/403 403/403 403/403 404/404 404/404
/waivers/{unsigned}/record/written/  302/302 404/404 404/404 200/422 403/403 403/403 403/403 404/404 404/404
/waivers/{unsigned}/sign/            302/302 404/404 404/404 403/403 403/403 200/422 403/403 404/404 404/404
/waivers/{unsigned}/signatures/new/  302/302 404/404 404/404 200/422 403/403 403/403 403/403 404/404 404/404
/waivers/{unsigned}/signatures/{signature}/take-back/ 302/302 404/404 404/404 200/422 403/403 403/403 403/403 404/404 404/404
/waivers/{waived}/                   302/302 404/404 404/404 200/405 200/405 200/405 200/405 404/405 404/405
/waivers/{waived}/site-copy.pdf      302/302 404/404 404/404 200/405 200/405 200/405 200/405 404/405 404/405
/decisions/                          200/405 200/405 200/405 200/405 200/405 200/405 200/405 200/405 200/405
/docks/{pier}/life/                302/302 404/404 404/404 404/405 404/405 404/405 404/405 200/405 404/405
/docks/{pier}/checklist/           302/302 404/404 404/404 404/404 404/404 404/404 404/404 200/422 404/404
/docks/{pier}/service/harbormaster/ 302/302 404/404 404/404 404/404 404/404 404/404 404/404 200/422 404/404
/docks/{pier}/findings/            302/302 404/404 404/404 404/404 404/404 404/404 404/404 200/422 404/404
/docks/{pier}/record/accepted/     302/302 404/404 404/404 404/404 404/404 404/404 404/404 200/422 404/404
/docks/{pier}/papers/service-log.pdf 302/302 404/404 404/404 404/405 404/405 404/405 404/405 200/405 404/405
/meetings/                           200/405 200/405 200/405 200/405 200/405 200/405 200/405 200/405 200/405
/meetings/new/                       302/302 404/404 404/404 200/422 403/403 403/403 403/403 200/422 200/422
/food/{kitchen}/record/fee-waived/   302/302 404/404 404/404 200/422 403/403 403/403 403/403 404/404 404/404
/food/{kitchen}/record/issued/       302/302 404/404 404/404 404/404 404/404 404/404 404/404 404/404 404/404
/meetings/{meet}/                    200/405 200/405 200/405 200/405 200/405 200/405 200/405 200/405 200/405
/meetings/{meet}/meeting.ics         200/405 200/405 200/405 200/405 200/405 200/405 200/405 200/405 200/405
/meetings/{meet}/plan/               302/302 404/404 404/404 200/422 200/403 200/403 200/403 404/404 404/404
/meetings/{meet}/post/               302/302 404/404 404/404 200/422 403/403 403/403 403/403 404/404 404/404
/meetings/{meet}/cancel/             302/302 404/404 404/404 200/422 403/403 403/403 403/403 404/404 404/404
/meetings/{meet}/attendance/         302/302 404/404 404/404 200/302 403/403 200/302 403/403 404/404 404/404
/meetings/{meet}/coming/             302/302 404/404 404/404 200/422 403/403 200/422 403/403 404/404 404/404
/meetings/{meet}/items/{topic}/close/ 302/302 404/404 404/404 404/404 404/404 404/404 404/404 404/404 404/404
/meetings/{meet}/items/{topic}/reopen/ 302/302 404/404 404/404 404/404 404/404 404/404 404/404 404/404 404/404
/meetings/{meet}/items/new/          302/302 404/404 404/404 200/422 403/403 403/403 403/403 404/404 404/404
/meetings/{meet}/items/{topic}/continue/ 302/302 404/404 404/404 200/422 403/403 200/422 403/403 404/404 404/404
/meetings/{meet}/items/{topic}/remove/ 302/302 404/404 404/404 200/422 403/403 403/403 403/403 404/404 404/404
/meetings/{meet}/votes/{open}/       302/302 404/404 404/404 200/422 403/403 200/422 403/403 404/404 404/404
/meetings/{meet}/votes/{voted}/take-back/ 302/302 404/404 404/404 200/422 403/403 403/403 403/403 404/404 404/404
/meetings/{meet}/packet/             302/302 404/404 404/404 200/405 200/405 200/405 200/405 404/405 404/405
/meetings/{meet}/packet.pdf          302/302 404/404 404/404 200/405 200/405 200/405 200/405 404/405 404/405
/meetings/{meet}/packet/send/        302/302 404/404 404/404 200/422 403/403 403/403 403/403 404/404 404/404
/meetings/{meet}/packet/{open}/      302/302 404/404 404/404 200/422 403/403 403/403 403/403 404/404 404/404
/meetings/{meet}/minutes/            302/302 404/404 404/404 200/405 200/405 200/405 200/405 404/405 404/405
/meetings/{meet}/minutes.pdf         302/302 404/404 404/404 200/405 200/405 200/405 200/405 404/405 404/405
/regulation-changes/                 200/405 200/405 200/405 200/405 200/405 200/405 200/405 200/405 200/405
/regulation-changes/new/             302/302 404/404 404/404 200/422 403/403 403/403 403/403 403/403 403/403
/regulation-changes/{change}/        200/405 200/405 200/405 200/405 200/405 200/405 200/405 200/405 200/405
/regulation-changes/{proposal}/      404/405 404/405 404/405 404/405 404/405 404/405 404/405 404/405 404/405
/regulation-changes/{change}/adopted.pdf 200/405 200/405 200/405 200/405 200/405 200/405 200/405 200/405 200/405
/regulation-changes/{proposal}/file/ 302/302 404/404 404/404 200/405 200/405 200/405 200/405 404/405 404/405
/regulation-changes/{proposal}/notice.pdf 302/302 404/404 404/404 200/405 200/405 200/405 200/405 404/405 404/405
/regulation-changes/{proposal}/record/notice-given/ 302/302 404/404 404/404 200/422 403/403 403/403 403/403 404/404 404/404
/regulation-changes/{proposal}/record/revised/ 302/302 404/404 404/404 200/422 403/403 403/403 403/403 404/404 404/404
/regulation-changes/{proposal}/record/adopted/ 302/302 404/404 404/404 200/422 403/403 403/403 403/403 404/404 404/404
/regulation-changes/{change}/take-back/ 302/302 404/404 404/404 200/422 403/403 403/403 403/403 404/404 404/404
/admin/                              302/302 302/302 302/302 302/302 302/302 302/302 200/200 302/302 302/302
/admin/office/                       302/302 302/302 302/302 302/302 302/302 302/302 200/200 302/302 302/302
/admin/login/                        302/302 403/403 403/403 403/403 403/403 403/403 302/302 403/403 403/403
/admin/logout/                       302/302 302/302 302/302 302/302 302/302 302/302 405/302 302/302 302/302
/admin/password_change/              302/302 302/302 302/302 302/302 302/302 302/302 200/200 302/302 302/302
/admin/password_change/done/         302/302 302/302 302/302 302/302 302/302 302/302 200/405 302/302 302/302
/admin/jsi18n/                       302/302 302/302 302/302 302/302 302/302 302/302 200/405 302/302 302/302
/admin/autocomplete/                 302/302 302/302 302/302 302/302 302/302 302/302 403/405 302/302 302/302
/admin/office/user/{guest}/password/ 302/302 302/302 302/302 302/302 302/302 302/302 200/200 302/302 302/302
/admin/r/1/1/                        302/302 302/302 302/302 302/302 302/302 302/302 404/404 302/302 302/302
/admin/nowhere                       302/302 302/302 302/302 302/302 302/302 302/302 404/404 302/302 302/302
"""  # noqa: E501
# The admin's tables as a group: an administrator reads each of them, and adds and changes rows of these.
LISTS = {"checklist", "checklistitem"}
KEPT = {"board", "facility", "fee", "fineline", "membership", "parcel", "party", "townoffice", "user"} | LISTS
DATED = {"feeamount", "fineamount", "itemwording", "legalfigure", "readingrow", "surchargelevel"}
ADDED = KEPT - {"board"} | DATED | {"letterwording", "votingrule", "abutterrule"}
UNSEEN = {"group"}  # who may do what is a superuser's to say

# Pages on the way in, which lead back to where that way begins.
AT_THE_DOOR = ("/sign-in/", "/account/confirm/", "/account/password/forgotten/", "/admin/login/")

OUTSIDE = ("visitor", "guest", "party", "docks")  # to whom the cases of the world are not open


@dataclass(frozen=True)
class Row:
    """One address and, for each role, what GET and POST answer."""

    address: str
    cells: dict[str, tuple[int, ...]]

    @property
    def names(self) -> list[str]:
        """What stands in braces."""
        return re.findall(r"{(\w+)}", self.address)

    def at(self, world: World, **other: Any) -> str:
        """The address in that world, with `other` rows in place of its own."""
        return self.address.format(**(world.names | other))


def rows() -> list[Row]:
    """The table, read."""
    head, *lines = (line.split() for line in TABLE.strip().splitlines())
    assert tuple(head[1:]) == ROLES
    return [
        Row(address, dict(zip(ROLES, (tuple(map(int, cell.split("/"))) for cell in cells), strict=True)))
        for address, *cells in lines
    ]


def about_rows() -> list[tuple[Row, str]]:
    """Our own addresses that name something, each with one of the names in it."""
    ours = [row for row in rows() if not row.address.startswith("/admin/")]
    return [(row, name) for row in ours for name in row.names]


def listed(found: Iterable[Any]) -> str:
    return "\n".join(map(str, found))


# ---------------------------------------------------------------------------------- the table is whole
def declared(patterns: Any, space: str = "") -> set[str]:
    """The names of all addresses but those of the admin's single tables, which are a group of their own."""
    found = set()
    for pattern in patterns:
        if isinstance(pattern, URLResolver):
            found |= declared(pattern.url_patterns, f"{pattern.namespace}:" if pattern.namespace else space)
        elif isinstance(pattern, URLPattern) and not (space == "admin:" and of_a_table(pattern)):
            found.add(f"{space}{pattern.name}")
    return found


def of_a_table(pattern: URLPattern) -> bool:
    """Whether it is a page of one of the admin's tables, or leads to one, or catches what leads nowhere."""
    tables = (f"{model._meta.app_label}_{model._meta.model_name}_" for model in admin.site._registry)
    return pattern.name is None or pattern.name.startswith(tuple(tables))


def ours(patterns: Any) -> Iterator[URLPattern]:
    """The addresses of our own apps."""
    for pattern in patterns:
        if isinstance(pattern, URLPattern):
            yield pattern
        elif pattern.namespace != "admin":
            yield from ours(pattern.url_patterns)


def test_no_address_goes_without_a_name_or_shares_one() -> None:
    names = [pattern.name for pattern in ours(get_resolver().url_patterns)]
    assert None not in names
    assert len(names) == len(set(names))


# ---------------------------------------------------------------------------------- what each role gets
class TestTable(InTheWorld):
    """Every row asked as every role, both ways: (what the table says, what came)."""

    answers: list[tuple[int, Answer]]

    @classmethod
    def setUpTestData(cls) -> None:
        super().setUpTestData()
        cls.answers = [
            (row.cells[role][press], ask(cls.world, row.at(cls.world), role, method))
            for row in rows()
            for role in ROLES
            for press, method in enumerate(("GET", "POST"))
        ]

    def test_every_address_of_the_project_is_in_the_table(self) -> None:
        named = {resolve(row.at(self.world)).view_name for row in rows()}
        assert named - {"admin:django.contrib.admin.sites.catch_all_view"} == declared(
            get_resolver().url_patterns
        )

    def test_every_role_gets_what_the_table_says(self) -> None:
        wrong = [f"{came}: {came.status}, not {said}" for said, came in self.answers if came.status != said]
        assert not wrong, listed(wrong)

    def test_looking_writes_nothing_and_neither_does_a_refused_press(self) -> None:
        for _, came in self.answers:
            assert not came.wrote or (came.method == "POST" and came.status < 400), f"{came}: {came.wrote}"

    def test_a_visitor_is_led_to_sign_in_and_from_there_back(self) -> None:
        led = [came for _, came in self.answers if (came.role, came.status) == ("visitor", 302)]
        led = [came for came in led if came.address not in ("/sign-out/", "/admin/logout/")]
        led = [came for came in led if self.world.names["renewal"] not in came.address]
        led = [came for came in led if not came.address.startswith(("/apply/", "/drafts/", *AT_THE_DOOR))]
        assert len(led) > 80
        for came in led:
            door = "/admin/login/" if came.address.startswith("/admin/") else "/sign-in/"
            assert came.headers["Location"] == f"{door}?next={quote(came.address)}", str(came)

    def test_no_page_offers_its_reader_what_is_not_theirs_to_open(self) -> None:
        offered = {
            (came.role, unescape(link)): came.address
            for _, came in self.answers
            if came.status == 200 and came.method == "GET" and not came.address.startswith("/admin/")
            for link in re.findall(r'href="(/[^"#]*)', came.body)
            if not link.startswith("/static/")
        }
        read = {(came.role, came.address): came for _, came in self.answers if came.method == "GET"}
        refused = []
        for (role, link), on in sorted(offered.items()):
            came = read.get((role, link)) or ask(self.world, link, role)
            if came.status not in (200, 302):
                refused.append(f"{came}, linked from {on}: {came.status}")
        assert len(offered) > 200
        assert not refused, listed(refused)

    def test_who_has_no_part_in_a_case_reads_nothing_of_it(self) -> None:
        renewing = f"/drafts/{self.world.names['renewing']}/"
        told = [
            f"{came}: {secret}"
            for _, came in self.answers
            if not came.address.startswith(renewing)
            if came.role in OUTSIDE and not (came.role == "party" and came.address.startswith("/my/"))
            for secret in SECRETS
            if secret in came.body or secret in str(came.headers)
        ]
        assert not told, listed(told)
        # Their own pages name them, and say why something is held up; the rest is not for them either.
        own = [
            f"{came}: {secret}"
            for _, came in self.answers
            if came.role == "party" and came.address.startswith("/my/")
            for secret in ("note-text-xq", "paper-name-xq", NEIGHBOR, REPORTER, FAR)
            if secret in came.body or secret in str(came.headers)
        ]
        assert not own, listed(own)
        online = [
            f"{came}: {secret}"
            for _, came in self.answers
            if came.role in OUTSIDE and not came.address.startswith("/drafts/")
            for secret in (*ONLINE.values(), DRAFTED)
            if secret in came.body or secret in str(came.headers)
        ]
        assert not online, listed(online)
        linked = "".join(came.body for _, came in self.answers if came.address.startswith("/drafts/"))
        assert not [secret for secret in (*ONLINE.values(), *HOLDER.values()) if secret not in linked]
        clerk = "".join(came.body for _, came in self.answers if came.role == "clerk")
        assert not [secret for secret in (HOLDER["name"], NEIGHBOR, *WRITTEN) if secret not in clerk]


# --------------------------------------------------------------------------- what there is not, and odd ones
UNKNOWN: dict[str, Any] = {
    "open": "DU-1999-001", "done": "DU-1999-001", "told": "CO-1999-001", "receipt": "R-1999-0001",
    "kitchen": "FE-1999-001", "pier": "NI-1999-001", "ordered": "O-1999-001", "lien": "L-1999-001",
    "charged": "CC-1999-001",
    "cited": "C-1999-001", "silent": "C-1999-001", "citecode": "K7QM2XPD",
    "meet": "1999-01-01-health", "code": "K7QM2XPD", "item": "no-such-item", "token": "no-such-feed",
    "draft": "no-such-draft", "filed": "no-such-draft", "renewing": "no-such-draft",
}  # fmt: skip
NO_KEY = 2**40
QUESTIONS = ("q", "page", "party", "parcel", "facility", "start", "of", "name", "find", "code", "next", "on")
ODD_WORDS = ("a\0b", "²", "9" * 30, "NaN", "x" * 2000)
ODD = ("0", 10**30, "a%00b", "..", "%F0%9F%A6%AA", "x" * 2000)


class TestOtherAddresses(InTheWorld):
    def test_what_there_is_not_is_not_found(self) -> None:
        for row, name in about_rows():
            for method in ("GET", "POST"):
                address = row.at(self.world, **{name: UNKNOWN.get(name, NO_KEY)})
                came = ask(self.world, address, "clerk", method)
                read_only = (came.method, came.status) == ("POST", 405)
                assert came.status == 404 or read_only, f"{came}: {came.status}"

    def test_an_odd_address_is_answered_like_any_that_leads_nowhere(self) -> None:
        for row, name in about_rows():
            for odd in ODD:
                came = ask(self.world, row.at(self.world, **{name: odd}), "clerk")
                assert came.status == 404, f"{came}: {came.status}"

    def test_a_row_of_another_case_is_not_found_under_this_one(self) -> None:
        mixed = [row for row, name in about_rows() if name in ("hold", "due", "row", "given")]
        assert len(mixed) == 4
        for row in mixed:
            for method in ("GET", "POST"):
                came = ask(self.world, row.at(self.world, open=self.world.names["done"]), "clerk", method)
                assert came.status == 404, str(came)

    def test_a_case_one_may_not_see_is_like_one_that_is_not(self) -> None:
        """The clerk of another board cannot tell whether a number is taken."""
        for row in rows():
            if row.names and row.cells["docks"][0] == 404:
                real = ask(self.world, row.at(self.world), "docks")
                unreal = row.at(self.world, **{name: UNKNOWN.get(name, NO_KEY) for name in row.names})
                assert plain(real) == plain(ask(self.world, unreal, "docks")), str(real)

    def test_the_register_is_not_searched_by_private_people(self) -> None:
        for query in (*HOLDER.values(), "zebulon", "quahog", "5085550177", "philomena"):
            came = ask(self.world, f"/register/?q={quote(query)}", "visitor")
            assert came.status == 200, f"{query}: a single match was opened"
            assert self.world.names["done"] not in came.body, query
            assert [secret for secret in SECRETS if secret in came.body and secret != query] == []

    def test_an_odd_question_or_answer_is_no_trouble(self) -> None:
        """Whatever stands in the query string, or in every field of a form at once."""
        failed = []
        for row in rows():
            if row.cells["clerk"][0] == 200 and not row.address.startswith("/admin/"):
                page = ask(self.world, row.at(self.world), "clerk").body
                fields = set(re.findall(r'name="([\w-]+)"', page)) - {"csrfmiddlewaretoken"}
                for odd in ODD_WORDS:
                    asked = urlencode(dict.fromkeys(QUESTIONS, odd))
                    came = [ask(self.world, f"{row.at(self.world)}?{asked}", "clerk")]
                    if row.cells["clerk"][1] == 422:
                        said = dict.fromkeys(fields, odd)
                        came.append(ask(self.world, row.at(self.world), "clerk", "POST", said))
                    failed += [f"{each} with {odd!r}" for each in came if each.status >= 500]
        assert not failed, listed(failed)


def plain(came: Answer) -> tuple[int, str]:
    """Status and page, without the token that is another each time."""
    return came.status, re.sub(r'name="csrfmiddlewaretoken" value="\w+"', "", came.body)


# ------------------------------------------------------------------------------------ the admin's tables
class TestAdmin(InTheWorld):
    def tables(self) -> Iterator[tuple[str, str, str]]:
        """Each table: its name, its address, and the address of a row the administrator sees, or ""."""
        request = RequestFactory().get("/")
        request.user = self.world.users["admin"]  # type: ignore[assignment]
        for table, shown in admin.site._registry.items():
            name = table._meta.model_name or ""
            base = reverse(f"admin:{table._meta.app_label}_{name}_changelist")
            row = shown.get_queryset(request).first()
            yield name, base, f"{base}{row.pk}/" if row else ""

    def test_an_administrator_reads_every_table_and_nobody_else_any(self) -> None:
        for name, base, row in self.tables():
            reads = 403 if name in UNSEEN else 200
            pages = {base: reads, f"{base}?q=quahog": reads, f"{base}add/": 200 if name in ADDED else 403}
            if row:
                pages |= {f"{row}change/": reads, f"{row}history/": reads}
            for address, status in pages.items():
                for role in ROLES:
                    came = ask(self.world, address, role)
                    assert came.status == (status if role == "admin" else 302), f"{came}: {came.status}"
                    assert not came.wrote, str(came)
                    assert role == "admin" or came.headers["Location"].startswith("/admin/login/")

    def test_what_an_action_wrote_is_not_changed_there(self) -> None:
        tried = 0
        for name, base, row in self.tables():
            if row and name not in KEPT:
                for press in (f"{row}change/", f"{row}delete/", f"{base}add/"):
                    came = ask(self.world, press, "admin", "POST")
                    form_again = name in ADDED and press.endswith("add/")
                    assert came.status == (200 if form_again else 403), f"{came}: {came.status}"
                    assert not came.wrote, str(came)
                    tried += 1
        assert tried > 20

    def test_another_boards_cases_are_not_shown(self) -> None:
        """Neither in a table nor by the address of a row."""
        for _, base, _ in self.tables():
            assert FAR not in ask(self.world, base, "admin").body, base
        came = ask(self.world, reverse("admin:office_case_change", args=[self.world.names["far"]]), "admin")
        assert came.status == 302, "as for a row that is not"
