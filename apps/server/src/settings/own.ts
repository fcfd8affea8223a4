import { STANDARD_READING_BUDGET } from "@countinghouse/api/reading";
import { z } from "zod";
import { LEAST_CONNECTIONS } from "../connection-budget.ts";
import {
  flag,
  key,
  keys,
  MAKE_KEY,
  milliseconds,
  port,
  postgres,
  setting,
  text,
  url,
  whole,
} from "./kinds.ts";

const perMinute = (standard: number) => whole(0, 1_000_000, standard);

/** The settings of the server without those of vendors, by section. */
export const OWN_SECTIONS = {
  "The process": {
    NODE_ENV: setting(z.enum(["development", "production", "test"]).default("development"), {
      what: "`production` applies the rules for production ([production](#production)). Set it when `PUBLIC_URL` is a public address.",
      example: "production",
    }),
    ROLE: setting(z.enum(["all", "web", "worker"]).default("all"), {
      what: "The process serves browsers (`web`), runs jobs and sends messages (`worker`), or does both (`all`).",
      example: "web",
    }),
    PUBLIC_URL: setting(url, {
      what: "The address of the console for browsers; with https the cookies are bound to it. A server with a changed address starts in recovery ([recovery.md](recovery.md)).",
      example: "https://console.example.com",
    }),
    PORT: setting(port.default(3000), { what: "The port for browsers.", example: "3000" }),
    HOST: setting(text.default("127.0.0.1"), { what: "The local address to listen on.", example: "0.0.0.0" }),
    HEALTH_PORT: setting(port.optional(), {
      what: "The port for health checks and metrics, on `HOST`; keep it closed to browsers. Without it a `ROLE=worker` process opens no port ([operations.md](operations.md)).",
      example: "3001",
    }),
    METRICS_TOKEN: setting(z.string().min(16, "must have 16 characters or more").optional(), {
      what: "The bearer token for `/metrics` on `HEALTH_PORT`, 16 characters or more. Without it `/metrics` answers only requests from this machine.",
      example: "SECRET_OF_16_CHARACTERS",
      make: "openssl rand -hex 32",
    }),
    TRUST_PROXY: setting(flag.default(false), {
      what: "`true` reads the browser's address from the `X-Forwarded-For` header. Set it only behind a reverse proxy that writes this header.",
      example: "true",
    }),
    REQUESTS_PER_MINUTE_ADDRESS: setting(perMinute(3_000), {
      what: "The most requests a minute that one process accepts from one address without a session; 0 means no limit.",
      example: "3000",
    }),
    REQUESTS_PER_MINUTE_SESSION: setting(perMinute(3_000), {
      what: "The most requests a minute that one process accepts in one session; 0 means no limit.",
      example: "3000",
    }),
    LOG_LEVEL: setting(z.enum(["fatal", "error", "warn", "info", "debug", "silent"]).default("info"), {
      what: "The lowest level that the server writes to the log.",
      example: "info",
    }),
    CONSOLE_DIR: setting(text.optional(), {
      what: "The folder of the built console, if it is not next to the server.",
      example: "/srv/countinghouse/console",
    }),
  },
  Traces: {
    OTEL_EXPORTER_OTLP_ENDPOINT: setting(url.optional(), {
      what: "The OTLP/HTTP collector, which receives traces at `/v1/traces`. Without this setting and the next one, tracing is off ([operations.md](operations.md#traces)).",
      example: "http://collector.example.com:4318",
    }),
    OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: setting(url.optional(), {
      what: "The full address for traces, if it is not `/v1/traces` of the collector.",
      example: "http://collector.example.com:4318/v1/traces",
    }),
    OTEL_EXPORTER_OTLP_HEADERS: setting(
      z
        .string()
        .regex(/^[^=,\s]+=[^,]*(,[^=,\s]+=[^,]*)*$/, "must be NAME=VALUE pairs, separated by commas")
        .optional(),
      {
        what: "Headers for the collector, such as its key: `NAME=VALUE` pairs, separated by commas.",
        example: "authorization=Bearer TOKEN",
      },
    ),
    OTEL_SERVICE_NAME: setting(text.default("countinghouse"), {
      what: "The name of the process in traces.",
      example: "countinghouse",
    }),
    OTEL_TRACES_SAMPLER_ARG: setting(z.coerce.number().min(0).max(1).default(0.1), {
      what: "The share of read requests to trace. Writes are always traced, and so are requests that a trusted proxy traces.",
      example: "0.1",
    }),
  },
  Database: {
    DATABASE_URL: setting(postgres, {
      what: "PostgreSQL 15 or newer with `pg_trgm`, a UTF-8 encoding and a locale other than C, or its pooler. In transaction mode a pooler also needs `DATABASE_DIRECT_URL` ([database.md](database.md#behind-a-pooler)).",
      example: "postgresql://countinghouse:PASSWORD@db.example.com/countinghouse?sslmode=verify-full",
    }),
    DATABASE_OWNER_URL: setting(postgres.optional(), {
      what: "The same database as the role that owns its tables, for `npm run migrate`. Do not give it to a server or worker in production ([database.md](database.md#two-roles)).",
      example: "postgresql://owner:PASSWORD@db.example.com/countinghouse?sslmode=verify-full",
    }),
    DATABASE_DIRECT_URL: setting(postgres.optional(), {
      what: "The same database and role without the pooler, required when `DATABASE_URL` is a pooler in transaction mode ([database.md](database.md#behind-a-pooler)).",
      example: "postgresql://countinghouse:PASSWORD@db.example.com/countinghouse?sslmode=verify-full",
    }),
    DATABASE_PREPARED: setting(flag.default(true), {
      what: "`off` when the pooler drops prepared statements: PgBouncer before 1.21, or without `max_prepared_statements`.",
      example: "off",
    }),
    DATABASE_REPLICA_URL: setting(postgres.optional(), {
      what: "A streaming replica of the database for reports, exports, statistics and searches ([database.md](database.md#a-replica)).",
      example: "postgresql://countinghouse:PASSWORD@replica.example.com/countinghouse?sslmode=verify-full",
    }),
    DATABASE_REPLICA_DELAY_MS: setting(milliseconds(3_000, 10_000), {
      what: "The longest delay of the replica, in ms. Beyond it the server reads from the database itself.",
      example: "10000",
    }),
    DATABASE_CONNECTIONS: setting(whole(LEAST_CONNECTIONS, 200, 20), {
      what: "The most database connections of one process, in total ([database.md](database.md#connections)).",
      example: "20",
    }),
  },
  Keys: {
    SEALING_KEYS: setting(text, {
      what: "Keys that seal SSNs, EINs, account numbers and card tokens: `id:base64` pairs (id of 4 characters, key of 32 bytes), separated by commas. The first key seals ([sealed-fields.md](sealed-fields.md)).",
      example: "k001:BASE64",
      make: `echo "k001:$(${MAKE_KEY})"`,
    }),
    INDEX_KEY: setting(text, {
      what: "The key of the search indexes over sealed fields, 32 bytes in base64. During a key change set the new key and the former one, separated by a comma ([sealed-fields.md](sealed-fields.md#to-change-index_key)).",
      example: "BASE64",
      make: MAKE_KEY,
    }),
    AUDIT_KEYS: setting(text, {
      what: "Keys that sign the audit and the ledger: `id:base64` pairs (32 bytes), separated by commas; the first key signs. Store them where no one who can change the database can read them ([audit.md](audit.md)).",
      example: "a001:BASE64",
      make: `echo "a001:$(${MAKE_KEY})"`,
    }),
    CODE_KEY: setting(keys.optional(), {
      what: "Keys that hash codes, links, tickets and known browsers: 32 bytes in base64, separated by commas; the first hashes, all are accepted. Required in production; other modes default to `INDEX_KEY` ([sealed-fields.md](sealed-fields.md#one-key-one-purpose)).",
      example: "BASE64",
      make: MAKE_KEY,
      inProduction: true,
    }),
    TOKEN_KEY: setting(keys, {
      what: "Keys that sign access tokens, refresh tokens and file links, separated by commas; the first signs, all are accepted.",
      example: "BASE64",
      make: MAKE_KEY,
    }),
    BOT_CHECK_KEY: setting(key, { what: "The key of bot checks.", example: "BASE64", make: MAKE_KEY }),
  },
  Mail: {
    SMTP_URL: setting(z.string().regex(/^smtps?:\/\//, "must be an smtp:// or smtps:// address"), {
      what: "The mail server, which sends sign-in codes: `smtps://`, or `smtp://` with STARTTLS.",
      example: "smtps://USER:PASSWORD@smtp.example.com",
    }),
    MAIL_FROM: setting(z.string().min(3, "must be the sender's mail address"), {
      what: "The sender of all mail.",
      example: "Countinghouse <no-reply@example.com>",
    }),
  },
  Backups: {
    BACKUP_KEY: setting(key.optional(), {
      what: "The key that seals backups. Store it away from the backups and this machine: no backup opens without it ([backup.md](backup.md)).",
      example: "BASE64",
      make: MAKE_KEY,
    }),
    BACKUP_DIR: setting(text.optional(), {
      what: "The folder for backups, on another disk than the database and the files.",
      example: "/mnt/backups/countinghouse",
    }),
    BACKUP_BUCKET: setting(text.optional(), {
      what: "The bucket for backups, instead of `BACKUP_DIR`: in the store of `S3_ENDPOINT`, with the same access key, but not `S3_BUCKET`.",
      example: "countinghouse-backups",
    }),
  },
  "Incoming files": {
    CLAMD_ADDRESS: setting(
      z
        .string()
        .regex(/^(tcp:\/\/[^\s/]+:\d{1,5}|unix:\/\S+)$/, "must be tcp://HOST:PORT or unix:/PATH")
        .optional(),
      {
        what: "The address of ClamAV's clamd, which scans each uploaded or imported file; without it no file is scanned. Put clamd on a private network: the connection has no TLS ([uploads.md](uploads.md)).",
        example: "tcp://clamd.internal:3310",
      },
    ),
    CLAMD_TIMEOUT_MS: setting(z.coerce.number().int().min(100).max(240_000).default(60_000), {
      what: "The longest virus scan of a file, in ms. The server refuses a file whose scan takes longer.",
      example: "60000",
    }),
    QUARANTINE_MB: setting(whole(600, 1_000_000, 2_000), {
      what: "The most megabytes that one process receives at once, for uploads and for imports separately; one admin gets at most half.",
      example: "2000",
    }),
  },
  "Console features": {
    PAYMENT_ADJUSTMENT: setting(flag.default(true), {
      what: "`false` hides the *Payment Adjustment* section of the customer page.",
      example: "false",
    }),
    MAXIMUM_OFFER_LIMIT_CENTS: setting(z.coerce.number().int().min(1).default(1_000_000), {
      what: "The highest offer to a customer, in cents.",
      example: "1000000",
    }),
    DESK_JOBS: setting(flag.default(true), {
      what: "`true` compares external systems with the console each night and mails the deadlines each morning ([drift.md](drift.md), [deadlines.md](deadlines.md)).",
      example: "true",
    }),
    LENDER_NAME: setting(text.optional(), {
      what: "The lender's name in letters to applicants. Without it and `LENDER_ADDRESS` no notice of adverse action is sent: set both ([deadlines.md](deadlines.md)).",
      example: "Example Capital LLC",
    }),
    LENDER_ADDRESS: setting(text.optional(), {
      what: "The lender's postal address, on one line.",
      example: "41 Mott St, New York, NY 10013",
    }),
    CONTRACT_LINK_DAYS: setting(whole(1, 90, 7), {
      what: "The lifetime of a copied contract link, in days ([files.md](files.md)).",
      example: "7",
    }),
    CUSTOMERS_READ_PER_HOUR: setting(whole(1, 1_000_000, STANDARD_READING_BUDGET.customers), {
      what: "The most customers that one admin may view in an hour; each customer counts once ([personal-data.md](personal-data.md)).",
      example: "5000",
    }),
    REVEALS_PER_HOUR: setting(whole(1, 1_000_000, STANDARD_READING_BUDGET.reveals), {
      what: "The most customers whose full numbers one admin may reveal in an hour ([personal-data.md](personal-data.md)).",
      example: "2000",
    }),
    METABASE_URL: setting(url.optional(), {
      what: "The address that `/metabase/` and its button open. Without it the console has neither.",
      example: "https://metabase.example.com",
    }),
    METABASE_EMAILS: setting(
      z
        .string()
        .default("")
        .transform((list) => list.split(",").flatMap((email) => email.trim().toLowerCase() || [])),
      {
        what: "E-mail addresses of users other than SUPERADMIN who may open Metabase, separated by commas.",
        example: "ada@example.com,bo@example.com",
      },
    ),
  },
  "Bulk jobs": {
    BULK_BALANCES_PER_MINUTE: setting(perMinute(1_100), {
      what: "The most calls a minute to Plaid from all processes together; 0 means no limit. Plaid allows 1,200 ([bulk-jobs.md](bulk-jobs.md)).",
      example: "1100",
    }),
    BULK_CARDS_PER_MINUTE: setting(perMinute(0), {
      what: "The most calls a minute to TabaPay from all processes together; 0 means no limit.",
      example: "300",
    }),
    BULK_ACH_PER_MINUTE: setting(perMinute(0), {
      what: "The most calls a minute to Payliance from all processes together; 0 means no limit.",
      example: "300",
    }),
    BULK_BALANCES_AT_ONCE: setting(whole(1, 200, 50), {
      what: "The most balances that one process requests at the same time.",
      example: "50",
    }),
    BULK_PAYMENTS_AT_ONCE: setting(whole(1, 50, 8), {
      what: "The most payments that one process handles at the same time.",
      example: "8",
    }),
  },
  "Timeouts and intervals": {
    PROVIDER_TIMEOUT_MS: setting(milliseconds(100, 10_000), {
      what: "The timeout of a call to a vendor, in ms.",
      example: "10000",
    }),
    PAYMENT_CALL_WITHIN_MS: setting(milliseconds(1000, 10_000), {
      what: "The longest time, in ms, from a worker's claim of a payment to its call. A later call is not started.",
      example: "10000",
    }),
    REPORTS_EVERY_MS: setting(milliseconds(1000, 60_000), {
      what: "The interval, in ms, at which the workers fetch the processors' reports on payments. The reports are daily, so a minute is enough ([money.md](money.md)).",
      example: "60000",
    }),
  },
} as const;

export const OWN_SETTINGS = {
  ...OWN_SECTIONS["The process"],
  ...OWN_SECTIONS.Traces,
  ...OWN_SECTIONS.Database,
  ...OWN_SECTIONS.Keys,
  ...OWN_SECTIONS.Mail,
  ...OWN_SECTIONS.Backups,
  ...OWN_SECTIONS["Incoming files"],
  ...OWN_SECTIONS["Console features"],
  ...OWN_SECTIONS["Bulk jobs"],
  ...OWN_SECTIONS["Timeouts and intervals"],
};
