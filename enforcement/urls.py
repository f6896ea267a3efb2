"""The pages of enforcement."""

from django.urls import path

from enforcement.views import citation_papers as papers
from enforcement.views import citations as views
from enforcement.views import cite, field, inspection_items, inspections, liens, offender, orders, surcharges

urlpatterns = [
    path("field/", field.field_day, name="field"),
    path("field/copy.json", field.copy, name="field-copy"),
    path("field/field.webmanifest", field.manifest, name="field-manifest"),
    path("field/numbers/", field.numbers, name="field-numbers"),
    path("field/numbers/void/", field.void_number, name="field-void-number"),
    path("field/send/", field.send, name="field-send"),
    path("field/worker.js", field.worker, name="field-worker"),
    path("citations/new/", cite.new_citation, name="new-citation"),
    path("citations/court-copies/", papers.court_copies, name="court-copies"),
    path("citations/court-copies/packet.pdf", papers.court_packets, name="court-packets"),
    path("citations/by-code/<code>/", offender.citation_by_code, name="citation-by-code"),
    path("citations/<slug:number>/", views.citation, name="citation"),
    path("citations/<slug:number>/citation.pdf", papers.citation_paper, name="citation-paper"),
    path("citations/<slug:number>/certificate.pdf", papers.certificate, name="citation-certificate"),
    path("citations/<slug:number>/court.pdf", papers.court_packet, name="citation-court"),
    path("citations/<slug:number>/complaint.pdf", papers.complaint_application, name="citation-complaint"),
    path("citations/<slug:number>/reopen/", views.citation_reopen, name="citation-reopen"),
    path("citations/<slug:number>/record/<slug:slug>/", views.citation_act, name="citation-act"),
    path("facilities/<int:pk>/conduct/", surcharges.facility_conduct, name="conduct"),
    path("facilities/<int:pk>/conduct/<int:event>/", surcharges.conduct_mark, name="conduct-mark"),
    path("inspections/", inspections.inspection_list, name="inspections"),
    path("inspections/new/", inspections.new_inspection, name="new-inspection"),
    path("inspections/<slug:number>/", inspection_items.inspection, name="inspection-page"),
    path("inspections/<slug:number>/reopen/", inspections.inspection_reopen, name="inspection-reopen"),
    path("inspections/<slug:number>/report.pdf", inspections.inspection_report, name="inspection-report"),
    path("inspections/<slug:number>/record/<slug:slug>/", inspections.inspection_act, name="inspection-act"),
    path("orders/new/", orders.new_order, name="new-order"),
    path("orders/<slug:number>/", orders.order, name="order"),
    path("orders/<slug:number>/lien/", liens.new_lien, name="new-lien"),
    path("orders/<slug:number>/record/<slug:slug>/", orders.order_act, name="order-act"),
    path("liens/<slug:number>/", liens.lien, name="lien"),
    path("liens/<slug:number>/statement.pdf", liens.lien_paper, name="lien-paper"),
    path("liens/<slug:number>/record/<slug:slug>/", liens.lien_act, name="lien-act"),
    path("prosecutions/new/", liens.new_prosecution, name="new-prosecution"),
    path("prosecutions/<slug:number>/", liens.prosecution, name="prosecution"),
    path("prosecutions/<slug:number>/record/<slug:slug>/", liens.prosecution_act, name="prosecution-act"),
]
