import pino from "pino";

/** Fields whose value never reaches the log, wherever they stand in what is logged. */
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

/** The process's log: JSON lines with secrets redacted. */
export const createLog = (level: string) =>
  pino({
    level,
    base: undefined,
    redact: { paths: SECRET_FIELDS.flatMap((field) => [field, `*.${field}`, `*.*.${field}`]), censor: "•••" },
  });
