#!/bin/sh
# Run once by the database's image, when the volume is empty: makes the role of the server, which owns
# its database and has no other rights, and takes the password of the superuser away, so that nobody
# connects as superuser over the network.
set -eu
psql --username postgres --no-psqlrc --set ON_ERROR_STOP=1 --set "password=$POSTGRES_PASSWORD" <<'END'
CREATE ROLE strata LOGIN PASSWORD :'password';
CREATE DATABASE strata OWNER strata;
ALTER ROLE postgres PASSWORD NULL;
END
