import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { chmodSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { boundPort } from "../../../../apps/sandbox/src/bound-port.ts";
import { EXIM, isMissing } from "../../../../apps/sandbox/src/testing/needs.ts";
import { failure } from "../testing/failure.ts";
import { createSmtpMailer, type SmtpConfig, verifySmtp } from "./smtp.ts";

const LOGIN = { user: "house", password: "open-sesame" };

/** It takes mail into its queue and delivers nothing. Some addresses it refuses, for good or for now. */
const settings = (folder: string, port: number): string => `
exim_path = ${EXIM}
spool_directory = ${folder}/spool
log_file_path = ${folder}/%slog
pid_file_path = ${folder}/exim.pid
primary_hostname = mail.example.com
local_interfaces = <; 127.0.0.1
daemon_smtp_ports = ${port}
queue_only
host_lookup =
rfc1413_query_timeout = 0s
tls_advertise_hosts =
auth_advertise_hosts = *
acl_smtp_rcpt = recipient
begin acl
recipient:
  deny condition = \${if eq{$local_part}{nobody}}
       message = no such mailbox
  defer condition = \${if eq{$local_part}{later}}
        message = come back later
  deny !authenticated = *
  accept
begin authenticators
plain:
  driver = plaintext
  public_name = PLAIN
  server_prompts = :
  server_condition = \${if and{{eq{$auth2}{${LOGIN.user}}}{eq{$auth3}{${LOGIN.password}}}}}
`;

describe.skipIf(isMissing("exim"))("with exim as the mail server", () => {
  const folder = mkdtempSync(path.join(tmpdir(), "countinghouse-exim-"));
  const spool = path.join(folder, "spool");
  const input = path.join(spool, "input");
  let exim: ChildProcess;
  let port: number;
  beforeAll(async () => {
    const probe = createServer();
    port = await boundPort(probe.listen(0, "127.0.0.1"));
    probe.close();
    // Started by root it gives up its rights, and writes as a user of its own.
    mkdirSync(input, { recursive: true });
    for (const place of [folder, spool, input]) chmodSync(place, 0o777);
    const config = path.join(folder, "exim.conf");
    writeFileSync(config, settings(folder, port), { mode: 0o644 });
    exim = spawn(EXIM, ["-C", config, "-bdf"], { stdio: ["ignore", "ignore", "inherit"] });
    await vi.waitFor(() => verifySmtp(access()), { timeout: 30_000, interval: 100 });
  });
  beforeEach(() => {
    for (const name of queued()) rmSync(name);
  });
  afterAll(async () => {
    exim.kill();
    await once(exim, "exit");
    rmSync(folder, { recursive: true, force: true });
  });

  const access = (changes: Partial<SmtpConfig> = {}): SmtpConfig => ({
    host: "127.0.0.1",
    port,
    tls: "none",
    login: LOGIN,
    from: "Countinghouse <no-reply@example.com>",
    deadlineMs: 60_000,
    ...changes,
  });
  const mail = (to: string) => ({
    to,
    subject: "Ihr Schlüssel",
    text: "Your code is 042917.",
    messageId: "<code-1@example.com>",
  });
  const queued = (): string[] => readdirSync(input).map((name) => path.join(input, name));

  it("takes a mail over, with its words and its message id", async () => {
    await createSmtpMailer(access()).send(mail("ada@example.com"));
    const written = queued()
      .map((name) => readFileSync(name, "utf8"))
      .join("\n");
    expect(written).toContain("Your code is 042917.");
    expect(written).toContain("<code-1@example.com>");
    expect(written).toContain("To: ada@example.com");
  });

  it.each([
    ["an address it does not know", {}, "nobody@example.com", "refused", 550],
    ["an address that is full for now", {}, "later@example.com", "unavailable", 451],
    ["nobody's login", { login: undefined }, "ada@example.com", "refused", 550],
    ["a wrong login", { login: { ...LOGIN, password: "other" } }, "ada@example.com", "refused", 535],
  ] as const)(
    "answers %s so that it is known whether to try again",
    async (_case, changes, to, kind, status) => {
      expect(await failure(createSmtpMailer(access(changes)).send(mail(to)))).toMatchObject({ kind, status });
      expect(queued()).toEqual([]);
    },
  );

  it("without encryption is refused where encryption is asked for, before anything is told", async () => {
    const mailer = createSmtpMailer(access({ tls: "starttls" }));
    expect(await failure(mailer.send(mail("ada@example.com")))).toMatchObject({ kind: "unavailable" });
    expect(queued()).toEqual([]);
  });
});
