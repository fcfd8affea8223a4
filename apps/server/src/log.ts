import pino from "pino";

/** Fields whose values are redacted, up to two levels deep. */
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

/** Returns the log of the process: JSON lines with secrets redacted. */
export const createLog = (level: string) =>
  pino({
    level,
    base: undefined,
    redact: { paths: SECRET_FIELDS.flatMap((field) => [field, `*.${field}`, `*.*.${field}`]), censor: "•••" },
  });
