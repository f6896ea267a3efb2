"""The web application, as gunicorn loads it: `gunicorn tisbury_boh.wsgi`."""

import os

from django.core.wsgi import get_wsgi_application

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "tisbury_boh.settings")

application = get_wsgi_application()
