#!/bin/sh
# Run once by the database's container: the role that the console connects as, which owns nothing.
set -eu
psql --username owner --dbname countinghouse --set ON_ERROR_STOP=1 --set password="$(cat /run/secrets/application_password)" <<'SQL'
CREATE ROLE countinghouse LOGIN PASSWORD :'password';
SQL
