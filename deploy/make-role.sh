#!/bin/sh
# Run once by the database's container: the role that the console connects as, which owns nothing.
set -eu
password=$(cat /run/secrets/application_password)
if [ -z "$password" ]; then
  echo "The file /run/secrets/application_password is empty: run sh deploy/make-secrets.sh first." >&2
  exit 1
fi
psql --username owner --dbname countinghouse --set ON_ERROR_STOP=1 --set password="$password" <<'SQL'
CREATE ROLE countinghouse LOGIN PASSWORD :'password';
SQL
