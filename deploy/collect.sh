#!/bin/sh
# Copies what the server runs from a built checkout into an empty folder: sources without tests, migrations, the console.
# Packages are installed there afterwards. Run at the root of the repository: sh deploy/collect.sh FOLDER
set -eu
to=$1
mkdir -p "$to"
cp pnpm-lock.yaml pnpm-workspace.yaml "$to"
node deploy/release-package.mjs >"$to/package.json"
for package in apps/server packages/api packages/db packages/providers packages/validators packages/demo apps/sandbox apps/console; do
  mkdir -p "$to/$package"
  cp "$package/package.json" "$to/$package"
done
for package in apps/server packages/api packages/db packages/providers packages/validators; do
  cp -R "$package/src" "$to/$package"
done
cp -R packages/db/prisma "$to/packages/db"
cp -R apps/console/dist "$to/apps/console"
cp LICENSE "$to"
find "$to" -name "*.test.ts" -delete
find "$to" -type d -name testing -prune -exec rm -r {} +
# What only the demonstration on a machine of one's own runs.
rm "$to"/apps/server/src/cli/*demonstration*.ts
rm -r "$to/packages/db/src/postgres"
