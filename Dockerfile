# The office in production: one image, started as web server, worker or scheduler (docker-compose.yml).
FROM python:3.12-slim

ENV PYTHONUNBUFFERED=1 PYTHONDONTWRITEBYTECODE=1 PIP_NO_CACHE_DIR=1 \
    VAR_DIR=/var/lib/permit-office STATIC_ROOT=/srv/static

# Pango draws the letters; without HarfBuzz's subsetter each takes four times as long.
RUN apt-get update \
    && apt-get install --yes --no-install-recommends \
        fonts-dejavu-core libharfbuzz-subset0 libpango-1.0-0 libpangoft2-1.0-0 \
    && rm -rf /var/lib/apt/lists/*

RUN useradd --system --home-dir /var/lib/permit-office --create-home office
WORKDIR /srv/permit-office

COPY requirements.txt .
RUN pip install --require-hashes --requirement requirements.txt

COPY . .
# These values serve the build alone; the real ones come with the container.
RUN SECRET_KEY=build SITE_ADDRESS=https://build.invalid VAR_DIR=/tmp/build \
    EMAIL_URL=consolemail:// DEFAULT_FROM_EMAIL=permits@build.invalid \
    python manage.py collectstatic --no-input --verbosity 0 && rm -rf /tmp/build

USER office
VOLUME /var/lib/permit-office
EXPOSE 8000
CMD ["gunicorn", "tisbury_boh.wsgi", "--bind", "0.0.0.0:8000", "--worker-class", "gthread", \
     "--workers", "2", "--threads", "4", "--no-control-socket"]
