"""The pages of a dock's life."""

from django.urls import path

from docks.views import acts, checklist, dock, findings, life, papers, report

urlpatterns = [
    path("docks/<slug:number>/", dock.dock, name="dock"),
    path("docks/<slug:number>/report.pdf", report.dock_report, name="dock-report"),
    path("docks/<slug:number>/life/", life.life, name="dock-life"),
    path("docks/<slug:number>/checklist/", checklist.checklist, name="dock-checklist"),
    path("docks/<slug:number>/service/<slug:part>/", acts.serve, name="dock-serve"),
    path("docks/<slug:number>/findings/", findings.findings, name="dock-findings"),
    path("docks/<slug:number>/record/<slug:slug>/", acts.dock_act, name="dock-act"),
    path("docks/<slug:number>/papers/<slug:slug>.pdf", papers.dock_paper, name="dock-paper"),
]
