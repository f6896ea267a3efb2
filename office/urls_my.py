"""Addresses of one's own cases, of who may act for whom, and of the office's side of both."""

from django.urls import path

from office.views import conversations, my, my_acts, my_authorizations, my_case

urlpatterns = [
    path("my/", my.my_cases, name="my-cases"),
    path("my/drafts/<int:pk>/", my.go_on, name="my-draft"),
    path("my/authorizations/", my_authorizations.my_authorizations, name="my-authorizations"),
    path("my/authorizations/ask/", my_authorizations.ask, name="my-authorization-ask"),
    path("my/authorizations/<int:pk>/end/", my_authorizations.end, name="my-authorization-end"),
    path("my/cases/<slug:number>/", my_case.my_case, name="my-case"),
    path("my/cases/<slug:number>/reply/", my_acts.reply, name="my-reply"),
    path("my/cases/<slug:number>/documents/new/", my_acts.hand_in, name="my-hand-in"),
    path("my/cases/<slug:number>/documents/<int:pk>/", my_case.my_document, name="my-document"),
    path("my/cases/<slug:number>/receipts/<slug:receipt>/receipt.pdf", my_case.my_receipt, name="my-receipt"),
    path("my/cases/<slug:number>/permit.pdf", my_case.my_permit, name="my-permit"),
    path("my/cases/<slug:number>/messages/", my_acts.write, name="my-message"),
    path("my/cases/<slug:number>/messages/read/", my_acts.read, name="my-messages-read"),
    path("my/cases/<slug:number>/withdraw/", my_acts.withdraw, name="my-withdraw"),
    path("my/cases/<slug:number>/dispute/", my_acts.dispute, name="my-dispute"),
    path("authorizations/<slug:token>/", my_authorizations.by_link, name="authorization"),
    path("drafts/<slug:token>/keep/", my.keep, name="draft-keep"),
    path("cases/<slug:number>/messages/new/", conversations.write, name="write-message"),
    path("cases/<slug:number>/messages/read/", conversations.read, name="read-messages"),
    path("cases/<slug:number>/authorizations/new/", conversations.authorize, name="authorize"),
    path(
        "cases/<slug:number>/authorizations/<int:pk>/end/", conversations.end_authorization,
        name="end-authorization",
    ),
    path("documents/<int:pk>/share/", conversations.share, name="share-document"),
]  # fmt: skip
