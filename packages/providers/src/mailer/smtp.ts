import { createTransport, type NodemailerError } from "nodemailer";
import { ProviderError, type ProviderErrorKind } from "../provider-error.ts";
import type { Mailer } from "./port.ts";

const PROVIDER = "smtp";

export interface SmtpConfig {
  host: string;
  port: number;
  /** "implicit" = TLS from the first byte (465), "starttls" = required upgrade (587), "none" = loopback only. */
  tls: "implicit" | "starttls" | "none";
  login?: { user: string; password: string } | undefined;
  /** The sender, e.g. "Countinghouse <no-reply@example.com>". */
  from: string;
  /** How long to wait for a connection, for its greeting, and for each reply, in ms each. */
  deadlineMs: number;
}

/**
 * Mail over SMTP, one connection per mail.
 * Errors: a 5xx reply is `refused`, a 4xx one or no connection `unavailable`; silence or a broken connection
 * after the greeting is `unknown`, because the server may have taken the mail.
 */
export function createSmtpMailer(config: SmtpConfig): Mailer {
  const transport = smtpTransport(config);
  return {
    send: async ({ to, subject, text, attachment, messageId }) => {
      try {
        await transport.sendMail({
          from: config.from,
          to: { name: "", address: to },
          subject,
          text,
          ...(attachment && {
            attachments: [
              {
                filename: attachment.fileName,
                contentType: attachment.contentType,
                content: attachment.base64,
                encoding: "base64",
              },
            ],
          }),
          messageId,
        });
      } catch (error) {
        throw error instanceof Error ? smtpError(error) : error;
      }
    },
  };
}

/** Connects, signs in and leaves without a mail. Throws ProviderError as `send` does. */
export async function verifySmtp(config: SmtpConfig): Promise<void> {
  try {
    await smtpTransport(config).verify();
  } catch (error) {
    throw error instanceof Error ? smtpError(error) : error;
  }
}

const smtpTransport = (config: SmtpConfig) =>
  createTransport({
    host: config.host,
    port: config.port,
    secure: config.tls === "implicit",
    requireTLS: config.tls === "starttls",
    ignoreTLS: config.tls === "none",
    auth: config.login && { user: config.login.user, pass: config.login.password },
    connectionTimeout: config.deadlineMs,
    greetingTimeout: config.deadlineMs,
    socketTimeout: config.deadlineMs,
    disableFileAccess: true,
    disableUrlAccess: true,
  });

function smtpError(error: NodemailerError): ProviderError {
  const reply = error.responseCode === undefined ? "" : ` (reply ${error.responseCode})`;
  return new ProviderError({
    kind: errorKind(error),
    provider: PROVIDER,
    message: `${PROVIDER}: ${whatFailed(error)}${reply}`,
    status: error.responseCode,
    vendorCode: error.code,
  });
}

/** Server replies quote addresses and sometimes the mail; only the step that failed is told. */
function whatFailed(error: NodemailerError): string {
  if (error.timeoutType !== undefined) return "no answer in time";
  if (error.code === "EAUTH" || error.code === "ENOAUTH") return "user and password were not accepted";
  if (error.responseCode !== undefined) return `${error.command ?? "a command"} was not accepted`;
  const code = error.originalCode ?? error.code ?? "no code";
  if (CERTIFICATE.test(code)) return `the server's certificate is not trusted, ${code}`;
  if (error.code === "ETLS") return `the connection could not be encrypted, ${code}`;
  if (NEVER_CONNECTED.has(code) || error.code === "EDNS") return `the server can not be reached, ${code}`;
  return `the mail could not be sent, ${code}`;
}

/** Node's codes of certificates that are self-signed, unknown, expired, or another's. */
const CERTIFICATE = /CERT|SELF_SIGNED|UNABLE_TO_VERIFY|ALTNAME/;

const BEFORE_THE_MAIL = new Set(["CONNECT_TIMEOUT", "GREETING_TIMEOUT", "UPGRADE_TIMEOUT"]);
const NEVER_CONNECTED = new Set(["ECONNREFUSED", "ENOTFOUND", "EAI_AGAIN", "EHOSTUNREACH", "ENETUNREACH"]);
/** Found wrong before anything was sent. */
const WRONG_BY_ITSELF = new Set(["EENVELOPE", "EAUTH", "ENOAUTH", "ECONFIG"]);

function errorKind(error: NodemailerError): ProviderErrorKind {
  if (error.responseCode !== undefined) return error.permanent ? "refused" : "unavailable";
  if (error.timeoutType !== undefined && BEFORE_THE_MAIL.has(error.timeoutType)) return "unavailable";
  const original = error.originalCode ?? "";
  // The mail is told only to a server that is trusted.
  if (
    error.code === "EDNS" ||
    error.code === "ETLS" ||
    NEVER_CONNECTED.has(original) ||
    CERTIFICATE.test(original)
  )
    return "unavailable";
  return WRONG_BY_ITSELF.has(error.code ?? "") ? "refused" : "unknown";
}
