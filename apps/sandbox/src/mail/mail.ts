import { once } from "node:events";
import { buffer } from "node:stream/consumers";
import { setTimeout as sleep } from "node:timers/promises";
import PostalMime from "postal-mime";
import { SMTPServer, type SMTPServerOptions, type SMTPServerSession } from "smtp-server";
import { boundPort } from "../bound-port.ts";
import type { CallLog } from "../calls.ts";
import type { Clock } from "../clock.ts";
import { type Faults, SMTP_PROVIDER, type SmtpFault } from "../faults.ts";
import type { Mailbox } from "./mailbox.ts";

const LARGEST_MAIL_BYTES = 5_000_000;

export interface SmtpLogin {
  user: string;
  password: string;
}

export interface MailServer {
  port: number;
  close(): Promise<void>;
}

/** An SMTP server on loopback that delivers whatever it is sent into the mailbox. */
export async function startMailServer(options: {
  port: number;
  host: string;
  /** Asked of every sender when given; without it nobody is asked to sign in. */
  login: SmtpLogin | undefined;
  mailbox: Mailbox;
  clock: Clock;
  faults: Faults;
  calls: CallLog;
}): Promise<MailServer> {
  const closing = new AbortController();

  const receive = async (raw: Buffer, session: SMTPServerSession) => {
    const fault = options.faults.takeSmtp();
    const record = (status: number | null) =>
      options.calls.record({
        provider: SMTP_PROVIDER,
        method: "DATA",
        path: "",
        status,
        fault: fault?.kind ?? null,
      });
    const refusal = fault && smtpRefusal(fault);
    if (refusal) {
      record(refusal.responseCode);
      throw refusal;
    }
    if (fault?.kind === "latency") await sleep(fault.delayMs, undefined, { signal: closing.signal });
    if (fault?.kind !== "timeoutBeforeEffect") await deliver(raw, session, options.mailbox, options.clock);
    const silent = fault?.kind.startsWith("timeout") ?? false;
    record(silent ? null : 250);
    if (silent) await once(closing.signal, "abort");
  };

  const server = new SMTPServer({
    ...signingIn(options.login),
    size: LARGEST_MAIL_BYTES,
    disableReverseLookup: true,
    closeTimeout: 100,
    onData: (stream, session, done) => {
      buffer(stream)
        .then((raw) => receive(raw, session))
        .then(() => done(), done);
    },
  });
  // A sender that hangs up is the sender's matter; a port that is taken is reported by boundPort.
  server.on("error", () => {});
  const port = await boundPort(server.listen(options.port, options.host));
  return {
    port,
    close: () => {
      closing.abort();
      return new Promise((resolve) => server.close(resolve));
    },
  };
}

function signingIn(login: SmtpLogin | undefined): SMTPServerOptions {
  if (!login) return { authOptional: true, disabledCommands: ["AUTH", "STARTTLS"] };
  return {
    disabledCommands: ["STARTTLS"],
    allowInsecureAuth: true,
    onAuth: (auth, _session, done) => {
      const known = auth.username === login.user && auth.password === login.password;
      if (known) done(null, { user: login.user });
      else done(new Error("5.7.8 Username and Password not accepted"));
    },
  };
}

async function deliver(
  raw: Buffer,
  session: SMTPServerSession,
  mailbox: Mailbox,
  clock: Clock,
): Promise<void> {
  const parsed = await PostalMime.parse(raw);
  mailbox.deliver({
    receivedAt: clock.now().toISOString(),
    messageId: parsed.messageId ?? "",
    from: parsed.from?.address ?? "",
    to: session.envelope.rcptTo.map(({ address }) => address),
    subject: parsed.subject ?? "",
    text: parsed.text ?? "",
  });
}

function smtpRefusal(fault: SmtpFault): (Error & { responseCode: number }) | undefined {
  if (fault.kind === "tempfail") {
    return Object.assign(new Error("4.3.0 Try again later"), { responseCode: 451 });
  }
  if (fault.kind === "reject") {
    return Object.assign(new Error("5.1.1 The mailbox does not exist"), { responseCode: 550 });
  }
  return undefined;
}
