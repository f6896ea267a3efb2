"""The pages of the overlay districts."""

from django.urls import path

from districts import views

urlpatterns = [
    path("parcels/<int:pk>/districts/", views.parcel_districts, name="parcel-districts"),
    path("parcels/<int:pk>/districts/<slug:slug>/", views.new_determination, name="determine-district"),
]
