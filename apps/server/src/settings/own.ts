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

/** Every setting that is not a vendor's, by what it belongs to. */
export const OWN_SECTIONS = {
  "The process": {
    NODE_ENV: setting(z.enum(["development", "production", "test"]).default("development"), {
      what: "`production` refuses outside systems on this machine, in a private network or spoken to in the clear, a `PUBLIC_URL` without https, a database elsewhere without `sslmode`, and keys that are not random or stand twice. The others are refused where `PUBLIC_URL` is an address that others reach.",
      example: "production",
    }),
    ROLE: setting(z.enum(["all", "web", "worker"]).default("all"), {
      what: "What this process does: answer browsers (`web`), work on jobs and messages (`worker`), or both.",
      example: "web",
    }),
    PUBLIC_URL: setting(url, {
      what: "Where browsers reach the console; with https the cookies are bound to it. Another one than before starts in recovery.",
      example: "https://console.example.com",
    }),
    PORT: setting(port.default(3000), { what: "Where it listens for browsers.", example: "3000" }),
    HOST: setting(text.default("127.0.0.1"), {
      what: "The address of this machine that it listens at.",
      example: "0.0.0.0",
    }),
    HEALTH_PORT: setting(port.optional(), {
      what: "Where a process tells of its health and its metrics, with `HOST`: a port that browsers do not reach. Without it `ROLE=worker` listens nowhere ([operations.md](operations.md)).",
      example: "3001",
    }),
    METRICS_TOKEN: setting(z.string().min(16, "must have 16 characters or more").optional(), {
      what: "What has to be shown for `/metrics` there (`Authorization: Bearer`), 16 characters or more. Without it only this machine is told.",
      example: "SECRET_OF_16_CHARACTERS",
      make: "openssl rand -hex 32",
    }),
    TRUST_PROXY: setting(flag.default(false), {
      what: "Whether a reverse proxy in front names the browser's address in X-Forwarded-For.",
      example: "true",
    }),
    REQUESTS_PER_MINUTE_ADDRESS: setting(perMinute(3_000), {
      what: "How many requests one process takes in a minute from one address of those who are not signed in; 0 is no limit.",
      example: "3000",
    }),
    REQUESTS_PER_MINUTE_SESSION: setting(perMinute(3_000), {
      what: "The same of one session.",
      example: "3000",
    }),
    LOG_LEVEL: setting(z.enum(["fatal", "error", "warn", "info", "debug", "silent"]).default("info"), {
      what: "The least that is written to the log.",
      example: "info",
    }),
    CONSOLE_DIR: setting(text.optional(), {
      what: "The folder of the built console, where it is not the one beside the server.",
      example: "/srv/countinghouse/console",
    }),
  },
  Traces: {
    OTEL_EXPORTER_OTLP_ENDPOINT: setting(url.optional(), {
      what: "The collector that traces are sent to by OTLP over HTTP; to its `/v1/traces`. Without it, and without the next one, nothing is traced ([operations.md](operations.md#traces)).",
      example: "http://collector.example.com:4318",
    }),
    OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: setting(url.optional(), {
      what: "The whole address for traces, where it is another one.",
      example: "http://collector.example.com:4318/v1/traces",
    }),
    OTEL_EXPORTER_OTLP_HEADERS: setting(
      z
        .string()
        .regex(/^[^=,\s]+=[^,]*(,[^=,\s]+=[^,]*)*$/, "must be NAME=VALUE, several by comma")
        .optional(),
      {
        what: "What is sent along, such as the collector's key: `NAME=VALUE`, several by comma.",
        example: "authorization=Bearer TOKEN",
      },
    ),
    OTEL_SERVICE_NAME: setting(text.default("countinghouse"), {
      what: "What the process is called in traces.",
      example: "countinghouse",
    }),
    OTEL_TRACES_SAMPLER_ARG: setting(z.coerce.number().min(0).max(1).default(0.1), {
      what: "Which part of what only reads is traced. What changes something is traced always, and what a trusted proxy traces.",
      example: "0.1",
    }),
  },
  Database: {
    DATABASE_URL: setting(postgres, {
      what: "PostgreSQL 15 or newer with `pg_trgm`, its text in UTF-8 and its locale not C; or a pooler before it, PgBouncer for one, in session mode; in transaction mode with `DATABASE_DIRECT_URL` ([database.md](database.md#behind-a-pooler)).",
      example: "postgresql://countinghouse:PASSWORD@db.example.com/countinghouse?sslmode=verify-full",
    }),
    DATABASE_OWNER_URL: setting(postgres.optional(), {
      what: "The same database as the role that owns its tables, which migrates and grants the role of `DATABASE_URL` what the server needs: for `npm run migrate`. In production a process that serves does not start with it, and the role of `DATABASE_URL` owns nothing; elsewhere a process that has it migrates at its start ([database.md](database.md#two-roles)).",
      example: "postgresql://owner:PASSWORD@db.example.com/countinghouse?sslmode=verify-full",
    }),
    DATABASE_DIRECT_URL: setting(postgres.optional(), {
      what: "The same database and role without the pooler, where `DATABASE_URL` leads to one that shares its connections between transactions: for what needs a connection of its own ([database.md](database.md#behind-a-pooler)).",
      example: "postgresql://countinghouse:PASSWORD@db.example.com/countinghouse?sslmode=verify-full",
    }),
    DATABASE_PREPARED: setting(flag.default(true), {
      what: "`off` where the pooler forgets prepared statements: PgBouncer before 1.21, or without `max_prepared_statements`.",
      example: "off",
    }),
    DATABASE_REPLICA_URL: setting(postgres.optional(), {
      what: "A copy that follows the database (streaming replication), for reports, exports, statistics and searches ([database.md](database.md#a-replica)).",
      example: "postgresql://countinghouse:PASSWORD@replica.example.com/countinghouse?sslmode=verify-full",
    }),
    DATABASE_REPLICA_DELAY_MS: setting(milliseconds(3_000, 10_000), {
      what: "How far behind, in ms, that copy may be; where it is further, the database itself is read.",
      example: "10000",
    }),
    DATABASE_CONNECTIONS: setting(whole(LEAST_CONNECTIONS, 200, 20), {
      what: "The most connections that one process takes, of all kinds ([database.md](database.md#connections)).",
      example: "20",
    }),
  },
  Keys: {
    SEALING_KEYS: setting(text, {
      what: "Keys that seal SSNs, EINs, account numbers and card tokens: `id:base64` of 32 bytes, several by comma, the first seals; ids have four characters ([sealed-fields.md](sealed-fields.md)).",
      example: "k001:BASE64",
      make: `echo "k001:$(${MAKE_KEY})"`,
    }),
    INDEX_KEY: setting(text, {
      what: "Key of the look-ups over sealed fields, 32 bytes in base64; while it changes, the new one and the former one, separated by a comma ([sealed-fields.md](sealed-fields.md#to-change-index_key)).",
      example: "BASE64",
      make: MAKE_KEY,
    }),
    AUDIT_KEYS: setting(text, {
      what: "Keys that sign the audit and the ledger: `id:base64` of 32 bytes, several by comma, the first signs; kept where nobody who may change the database can read them ([audit.md](audit.md)).",
      example: "a001:BASE64",
      make: `echo "a001:$(${MAKE_KEY})"`,
    }),
    CODE_KEY: setting(keys.optional(), {
      what: "Key of the hashes of codes, links, tickets and known browsers, 32 bytes in base64, several by comma: the first makes them, all are taken. Needed in production; without it they hang on `INDEX_KEY` ([sealed-fields.md](sealed-fields.md#one-key-one-purpose)).",
      example: "BASE64",
      make: MAKE_KEY,
      inProduction: true,
    }),
    TOKEN_KEY: setting(keys, {
      what: "Signs access tokens, refresh tokens and links to files, under a key derived for each; several by comma: the first signs, all are taken.",
      example: "BASE64",
      make: MAKE_KEY,
    }),
    BOT_CHECK_KEY: setting(key, { what: "Signs bot checks.", example: "BASE64", make: MAKE_KEY }),
  },
  Mail: {
    SMTP_URL: setting(z.string().regex(/^smtps?:\/\//, "must be an smtp:// or smtps:// address"), {
      what: "The mail server that codes to sign in go out by: `smtps://`, or `smtp://` with STARTTLS.",
      example: "smtps://USER:PASSWORD@smtp.example.com",
    }),
    MAIL_FROM: setting(z.string().min(3, "must be a sender"), {
      what: "Its sender.",
      example: "Countinghouse <no-reply@example.com>",
    }),
  },
  Backups: {
    BACKUP_KEY: setting(key.optional(), {
      what: "Seals backups; kept apart from them and from this machine, since nothing opens a backup without it ([backup.md](backup.md)).",
      example: "BASE64",
      make: MAKE_KEY,
    }),
    BACKUP_DIR: setting(text.optional(), {
      what: "The folder where backups lie: on another disk than database and files.",
      example: "/mnt/backups/countinghouse",
    }),
    BACKUP_BUCKET: setting(text.optional(), {
      what: "The bucket where backups lie instead, in the store of `S3_ENDPOINT` and with its key: another one than that of the files.",
      example: "countinghouse-backups",
    }),
  },
  "Files that come in": {
    CLAMD_ADDRESS: setting(
      z
        .string()
        .regex(/^(tcp:\/\/[^\s/]+:\d{1,5}|unix:\/\S+)$/, "must be tcp://HOST:PORT or unix:/PATH")
        .optional(),
      {
        what: "Where ClamAV's clamd looks through every file that is uploaded or imported, in a network that nobody else reaches: it is spoken to in the clear. Without it nothing is looked through, and the pages say so ([uploads.md](uploads.md)).",
        example: "tcp://clamd.internal:3310",
      },
    ),
    CLAMD_TIMEOUT_MS: setting(z.coerce.number().int().min(100).max(240_000).default(60_000), {
      what: "After this long a look for viruses is given up, in ms: then the file is refused.",
      example: "60000",
    }),
    QUARANTINE_MB: setting(whole(600, 1_000_000, 2_000), {
      what: "How many megabytes of files one process takes in at once, at each of its two doors; nobody has more than half.",
      example: "2000",
    }),
  },
  "What the console offers": {
    PAYMENT_ADJUSTMENT: setting(flag.default(true), {
      what: "`false` leaves the section *Payment Adjustment* out of the customer page.",
      example: "false",
    }),
    MAXIMUM_OFFER_LIMIT_CENTS: setting(z.coerce.number().int().min(1).default(1_000_000), {
      what: "The most that may be offered to a customer, in cents.",
      example: "1000000",
    }),
    DESK_JOBS: setting(flag.default(true), {
      what: "Whether the workers compare at night what stands outside with what is meant, and mail the deadlines in the morning ([drift.md](drift.md), [deadlines.md](deadlines.md)).",
      example: "true",
    }),
    LENDER_NAME: setting(text.optional(), {
      what: "Who lends, as letters to applicants name it. Without it and its address no notice of adverse action is sent ([deadlines.md](deadlines.md)).",
      example: "Example Capital LLC",
    }),
    LENDER_ADDRESS: setting(text.optional(), {
      what: "The lender's postal address, on one line.",
      example: "41 Mott St, New York, NY 10013",
    }),
    CONTRACT_LINK_DAYS: setting(whole(1, 90, 7), {
      what: "How many days a copied contract link works ([files.md](files.md)).",
      example: "7",
    }),
    CUSTOMERS_READ_PER_HOUR: setting(whole(1, 1_000_000, STANDARD_READING_BUDGET.customers), {
      what: "How many customers an admin looks at within an hour, each counted once ([personal-data.md](personal-data.md)).",
      example: "5000",
    }),
    REVEALS_PER_HOUR: setting(whole(1, 1_000_000, STANDARD_READING_BUDGET.reveals), {
      what: "Of how many customers an admin is shown a number in full within an hour.",
      example: "2000",
    }),
    METABASE_URL: setting(url.optional(), {
      what: "Where `/metabase/` and its button lead; without it there is no button and no way there.",
      example: "https://metabase.example.com",
    }),
    METABASE_EMAILS: setting(
      z
        .string()
        .default("")
        .transform((list) => list.split(",").flatMap((email) => email.trim().toLowerCase() || [])),
      {
        what: "Who besides SUPERADMIN is led there: e-mail addresses, separated by commas.",
        example: "ada@example.com,bo@example.com",
      },
    ),
  },
  "Bulk jobs": {
    BULK_BALANCES_PER_MINUTE: setting(perMinute(1_100), {
      what: "Calls a minute to Plaid, of all processes together; 0 is no limit. Plaid takes 1,200 ([bulk-jobs.md](bulk-jobs.md)).",
      example: "1100",
    }),
    BULK_CARDS_PER_MINUTE: setting(perMinute(0), {
      what: "Calls a minute to TabaPay, of all processes together; 0 is no limit.",
      example: "300",
    }),
    BULK_ACH_PER_MINUTE: setting(perMinute(0), {
      what: "Calls a minute to Payliance, of all processes together; 0 is no limit.",
      example: "300",
    }),
    BULK_BALANCES_AT_ONCE: setting(whole(1, 200, 50), {
      what: "Balances that one process has under way.",
      example: "50",
    }),
    BULK_PAYMENTS_AT_ONCE: setting(whole(1, 50, 8), {
      what: "Payments that one process has under way.",
      example: "8",
    }),
  },
  "How long things may take": {
    PROVIDER_TIMEOUT_MS: setting(milliseconds(100, 10_000), {
      what: "After this long a call to a vendor is given up, in ms.",
      example: "10000",
    }),
    PAYMENT_CALL_WITHIN_MS: setting(milliseconds(1000, 10_000), {
      what: "After this long a worker that took a payment begins no call for it any more, in ms.",
      example: "10000",
    }),
    REPORTS_EVERY_MS: setting(milliseconds(1000, 60_000), {
      what: "How often, in ms, the processors are asked what became of payments. They report by the day: a minute is soon enough ([money.md](money.md)).",
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
  ...OWN_SECTIONS["Files that come in"],
  ...OWN_SECTIONS["What the console offers"],
  ...OWN_SECTIONS["Bulk jobs"],
  ...OWN_SECTIONS["How long things may take"],
};
