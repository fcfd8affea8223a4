import { z } from "zod";
import { flag, key, MAKE_KEY, milliseconds, port, setting, text, url, whole } from "./kinds.ts";

const perMinute = (standard: number) => whole(0, 1_000_000, standard);

/** Every setting that is not a vendor's, by what it belongs to. */
export const OWN_SECTIONS = {
  "The process": {
    NODE_ENV: setting(z.enum(["development", "production", "test"]).default("development"), {
      what: "`production` refuses outside systems on this machine, in a private network or spoken to in the clear, a `PUBLIC_URL` without https, a database elsewhere without `sslmode`, and keys that are not random or stand twice.",
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
    LOG_LEVEL: setting(z.enum(["fatal", "error", "warn", "info", "debug", "silent"]).default("info"), {
      what: "The least that is written to the log.",
      example: "info",
    }),
    CONSOLE_DIR: setting(text.optional(), {
      what: "The folder of the built console, where it is not the one beside the server.",
      example: "/srv/countinghouse/console",
    }),
  },
  Database: {
    DATABASE_URL: setting(z.string().regex(/^postgres(ql)?:\/\//, "must be a postgresql:// address"), {
      what: "PostgreSQL 15 or newer with `pg_trgm`, its text in UTF-8 and its locale not C; PgBouncer before it in session mode only ([database.md](database.md)).",
      example: "postgresql://countinghouse:PASSWORD@db.example.com/countinghouse?sslmode=verify-full",
    }),
    DATABASE_OWNER_URL: setting(
      z
        .string()
        .regex(/^postgres(ql)?:\/\//, "must be a postgresql:// address")
        .optional(),
      {
        what: "The same database as the role that owns its tables, which migrates and grants the role of `DATABASE_URL` what the server needs: for `npm run migrate`. A process that has it migrates at its start. In production the role of `DATABASE_URL` owns nothing ([database.md](database.md#two-roles)).",
        example: "postgresql://owner:PASSWORD@db.example.com/countinghouse?sslmode=verify-full",
      },
    ),
    DATABASE_CONNECTIONS: setting(whole(2, 100, 10), {
      what: "The most connections that the screens of one process take; jobs and what waits for news have a few of their own.",
      example: "10",
    }),
  },
  Keys: {
    SEALING_KEYS: setting(text, {
      what: "Keys that seal SSNs, EINs, account numbers and card tokens: `id:base64` of 32 bytes, several by comma, the first seals; ids have four characters ([sealed-fields.md](sealed-fields.md)).",
      example: "k001:BASE64",
      make: `echo "k001:$(${MAKE_KEY})"`,
    }),
    INDEX_KEY: setting(text, {
      what: "Key of the look-ups over sealed fields, 32 bytes in base64; it can not be changed later.",
      example: "BASE64",
      make: MAKE_KEY,
    }),
    AUDIT_KEYS: setting(text, {
      what: "Keys that sign the audit and the ledger: `id:base64` of 32 bytes, several by comma, the first signs; kept where nobody who may change the database can read them ([audit.md](audit.md)).",
      example: "a001:BASE64",
      make: `echo "a001:$(${MAKE_KEY})"`,
    }),
    TOKEN_KEY: setting(key, {
      what: "Signs access tokens and links to files.",
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
  ...OWN_SECTIONS.Database,
  ...OWN_SECTIONS.Keys,
  ...OWN_SECTIONS.Mail,
  ...OWN_SECTIONS.Backups,
  ...OWN_SECTIONS["What the console offers"],
  ...OWN_SECTIONS["Bulk jobs"],
  ...OWN_SECTIONS["How long things may take"],
};
