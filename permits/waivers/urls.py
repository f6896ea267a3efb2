"""The pages of waivers."""

from django.urls import path

from permits.waivers import views

urlpatterns = [
    path("waivers/new/", views.new_waiver, name="new-waiver"),
    path("waivers/<slug:number>/", views.waiver, name="waiver"),
    path("waivers/<slug:number>/case/", views.aim, name="waiver-case"),
    path("waivers/<slug:number>/record/<slug:slug>/", views.waiver_act, name="waiver-act"),
    path("waivers/<slug:number>/sign/", views.sign, name="waiver-sign"),
    path("waivers/<slug:number>/signatures/new/", views.paper_signature, name="waiver-paper-signature"),
    path(
        "waivers/<slug:number>/signatures/<int:pk>/take-back/", views.strike_signature, name="waiver-unsign"
    ),
    path("waivers/<slug:number>/site-copy.pdf", views.site_copy, name="waiver-site-copy"),
]
