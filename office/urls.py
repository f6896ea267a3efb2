"""Addresses of the office: plural nouns, hyphens, filters in the query string, numbers instead of keys."""

from django.contrib.auth.views import LogoutView
from django.urls import path

from office.views import acts, cases, counter, money, public, register, worklist

urlpatterns = [
    path("", public.home, name="home"),
    path("permits/", public.permits, name="permits"),
    path("permits/<slug:slug>/", public.permit_kind, name="permit-kind"),
    path("register/", register.register, name="register"),
    path("register/<slug:number>/", register.register_case, name="register-case"),
    path("verify/", register.verify, name="verify"),
    path("verify/<code>/", register.verify_code, name="verify-code"),
    path("sign-in/", public.SignIn.as_view(), name="sign-in"),
    path("sign-out/", LogoutView.as_view(), name="sign-out"),
    path("worklist/", worklist.worklist, name="worklist"),
    path("worklist/<slug:queue>/", worklist.worklist, name="worklist-queue"),
    path("find/", worklist.find, name="find"),
    path("cases/<slug:number>/", cases.case_file, name="case"),
    path("cases/<slug:number>/record/<slug:slug>/", acts.move, name="move"),
    path("cases/<slug:number>/rules/<slug:slug>/", acts.rule, name="rule-on"),
    path("cases/<slug:number>/answers/", acts.change_answers, name="change-answers"),
    path("cases/<slug:number>/checklist/<slug:item>/", acts.checklist_item, name="checklist-item"),
    path("cases/<slug:number>/documents/new/", acts.add_document, name="add-document"),
    path("cases/<slug:number>/permit.pdf", acts.permit_paper, name="permit-paper"),
    path("cases/<slug:number>/holds/new/", acts.place_hold, name="place-hold"),
    path("cases/<slug:number>/holds/<int:pk>/lift/", acts.lift_hold, name="lift-hold"),
    path("cases/<slug:number>/conditions/new/", acts.add_condition, name="add-condition"),
    path("cases/<slug:number>/conditions/<int:pk>/met/", acts.meet_condition, name="meet-condition"),
    path("cases/<slug:number>/refer/", acts.refer, name="refer"),
    path("cases/<slug:number>/assign/", acts.assign, name="assign"),
    path("cases/<slug:number>/notes/new/", acts.add_note, name="add-note"),
    path("cases/<slug:number>/history/<int:pk>/correct/", acts.correct_event, name="correct-event"),
    path("counter/", counter.counter, name="counter"),
    path("counter/<slug:kind>/", counter.counter_kind, name="counter-kind"),
    path("cases/<slug:number>/renew/", counter.renew, name="renew"),
    path("cases/<slug:number>/pay/", money.pay, name="pay"),
    path("cases/<slug:number>/fee/", money.set_fee, name="set-fee"),
    path("receipts/<slug:number>/", money.receipt, name="receipt"),
    path("receipts/<slug:number>/receipt.pdf", money.receipt_pdf, name="receipt-pdf"),
    path("receipts/<slug:number>/void/", money.void, name="void"),
    path("charges/<int:pk>/why/", money.charge_why, name="charge-why"),
    path("charges/<int:pk>/reverse/", money.reverse_charge, name="reverse-charge"),
    path("documents/<int:pk>/", acts.document, name="document"),
    path("documents/<int:pk>/remove/", acts.remove_document, name="remove-document"),
    path("clocks/<int:pk>/why/", cases.clock_why, name="clock-why"),
]
