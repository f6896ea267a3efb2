"""The pages of changes of the regulations."""

from django.urls import path

from permits.rulemaking import views

urlpatterns = [
    path("regulation-changes/", views.change_list, name="regulation-changes"),
    path("regulation-changes/new/", views.new_change, name="new-regulation-change"),
    path("regulation-changes/<slug:number>/", views.change, name="regulation-change-page"),
    path("regulation-changes/<slug:number>/adopted.pdf", views.certificate, name="regulation-adopted"),
    path("regulation-changes/<slug:number>/file/", views.change_file, name="rulemaking-file"),
    path("regulation-changes/<slug:number>/notice.pdf", views.hearing_notice, name="rulemaking-notice"),
    path("regulation-changes/<slug:number>/take-back/", views.take_back, name="rulemaking-take-back"),
    path("regulation-changes/<slug:number>/record/<slug:slug>/", views.change_act, name="rulemaking-act"),
]
