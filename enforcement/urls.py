"""The pages of enforcement."""

from django.urls import path

from enforcement.views import citations as views

urlpatterns = [
    path("citations/new/", views.new_citation, name="new-citation"),
    path("citations/<slug:number>/", views.citation, name="citation"),
    path("citations/<slug:number>/citation.pdf", views.citation_paper, name="citation-paper"),
    path("citations/<slug:number>/record/<slug:slug>/", views.citation_act, name="citation-act"),
]
