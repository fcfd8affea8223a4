import pino from "pino";

/** Fields whose values are redacted, at the top level and up to LEVELS below it. */
const SECRET_FIELDS = [
  "password",
  "code",
  "token",
  "refreshToken",
  "ssn",
  "ein",
  "accountNumber",
  "cardToken",
  "authorization",
  "cookie",
];

const LEVELS = 5;
const SECRET_PATHS = Array.from({ length: LEVELS + 1 }, (_, level) =>
  SECRET_FIELDS.map((field) => `${"*.".repeat(level)}${field}`),
).flat();

/** Returns the log of the process: JSON lines with secrets redacted. */
export const createLog = (level: string) =>
  pino({
    level,
    base: undefined,
    redact: { paths: SECRET_PATHS, censor: "•••" },
  });
