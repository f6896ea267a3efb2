"""The permit office of Tisbury, Barnstable and Jamestown: settings, addresses, workers."""

from tisbury_boh.celery import app as celery_app

__all__ = ["celery_app"]
