#!/bin/sh
# Makes what deploy/compose.yaml needs and nobody may choose: passwords, keys, a certificate authority of this installation's own
# with a certificate for database and pooler, and the settings that follow from them. Does nothing to what is there already.
#   sh deploy/make-secrets.sh console.example.com
set -eu
cd "$(dirname "$0")"
site=${1:?Say the name that browsers reach: sh deploy/make-secrets.sh console.example.com}
umask 077
mkdir -p secrets
random() { openssl rand -hex 24; }
key() { openssl rand -base64 32; }
once() { [ -s "$1" ] || { cat > "$1.new" && mv "$1.new" "$1"; }; }

for name in owner_password application_password store_user store_password; do
  random | tr -d '\n' | once "secrets/$name"
done
# Containers read them as other users than root. Nobody else enters the folder.
chmod 644 secrets/owner_password secrets/application_password secrets/store_user secrets/store_password
app=$(cat secrets/application_password)
owner=$(cat secrets/owner_password)
printf '"countinghouse" "%s"\n' "$app" | once secrets/userlist.txt

if [ ! -s secrets/ca.crt ]; then
  openssl req -x509 -newkey rsa:3072 -nodes -days 3650 -subj "/CN=Countinghouse database" \
    -keyout secrets/ca.key -out secrets/ca.crt 2>/dev/null
  openssl req -newkey rsa:3072 -nodes -subj "/CN=database" -keyout secrets/server.key -out secrets/server.csr 2>/dev/null
  printf 'subjectAltName=DNS:postgres,DNS:pgbouncer,DNS:localhost' > secrets/server.ext
  openssl x509 -req -in secrets/server.csr -CA secrets/ca.crt -CAkey secrets/ca.key -CAcreateserial -days 3650 \
    -extfile secrets/server.ext -out secrets/server.crt 2>/dev/null
  rm secrets/server.csr secrets/server.ext
fi
chmod 644 secrets/ca.crt secrets/server.crt

# What is secret stands in a file of its own, which containers are given one by one. Those of an installation that has it in console.env
# or owner.env keep their values.
secret() {
  name=$(printf %s "$1" | tr '[:upper:]' '[:lower:]')
  former=$(cat console.env owner.env 2>/dev/null | sed -n "s/^$1=//p")
  printf %s "${former:-$2}" | once "secrets/$name"
  chmod 644 "secrets/$name"
}
ssl="sslmode=verify-full&sslrootcert=/run/secrets/database_ca"
secret DATABASE_URL "postgresql://countinghouse:$app@pgbouncer:6432/countinghouse?$ssl"
secret DATABASE_DIRECT_URL "postgresql://countinghouse:$app@postgres:5432/countinghouse?$ssl"
secret DATABASE_OWNER_URL "postgresql://owner:$owner@postgres:5432/countinghouse?$ssl"
secret SEALING_KEYS "k001:$(key)"
secret INDEX_KEY "$(key)"
secret AUDIT_KEYS "a001:$(key)"
secret CODE_KEY "$(key)"
secret TOKEN_KEY "$(key)"
secret BOT_CHECK_KEY "$(key)"
secret METRICS_TOKEN "$(random)"
secret BACKUP_KEY "$(key)"

once console.env <<END
NODE_ENV=production
PUBLIC_URL=https://$site
FILES_DIR=/var/lib/countinghouse/files
# To be filled in: the mail server that codes to sign in go out by.
SMTP_URL=
MAIL_FROM="Countinghouse <no-reply@$site>"
# Vendors: see .env.example. One without settings is off. What is secret of them may stand in a file as well: PLAID_SECRET_FILE=…
END
printf 'SITE_ADDRESS=%s\n' "$site" | once .env
echo "Made in deploy/: secrets/, console.env and .env. Keep the keys of secrets/ in two other places as well, and fill in SMTP_URL in console.env."
