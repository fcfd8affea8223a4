-- Workers are woken by NOTIFY. The queue's own schema, made as it started, had nothing in it but wake-ups.
DROP SCHEMA IF EXISTS pgboss CASCADE;
