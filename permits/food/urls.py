"""The pages of food permits."""

from django.urls import path

from permits.food import views

urlpatterns = [path("food/<slug:number>/record/<slug:slug>/", views.food_act, name="food-act")]
