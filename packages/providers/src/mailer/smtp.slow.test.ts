import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { type Sandbox, startSandbox } from "../../../../apps/sandbox/src/index.ts";
import { startUntrustedMail } from "../../../../apps/sandbox/src/testing/untrusted-mail.ts";
import { ProviderError } from "../provider-error.ts";
import { createSmtpMailer, type SmtpConfig } from "./smtp.ts";

const LOGIN = { user: "house", password: "open-sesame" };
const MAIL = {
  to: "ada@example.com",
  subject: "Your code",
  text: "Your code is 042917.",
  messageId: "<code-1@example.com>",
};

let sandbox: Sandbox;
beforeAll(async () => {
  sandbox = await startSandbox({ port: 0, smtpPort: 0, smtpLogin: LOGIN });
});
beforeEach(() => fetch(`${sandbox.origin}/__sandbox/reset`, { method: "POST" }));
afterAll(() => sandbox.close());

test("a mail arrives with its words, its sender and the message id it was given", async () => {
  await mailer().send(MAIL);
  expect(sandbox.mailbox.list()).toEqual([
    expect.objectContaining({
      to: ["ada@example.com"],
      from: "no-reply@example.com",
      subject: "Your code",
      text: expect.stringContaining("Your code is 042917."),
      messageId: "<code-1@example.com>",
      code: "042917",
    }),
  ]);
});

test("line breaks in a subject add no header and no recipient", async () => {
  await mailer().send({ ...MAIL, subject: "Hello\r\nBcc: eve@example.com" });
  const [mail] = sandbox.mailbox.list();
  expect(mail?.to).toEqual(["ada@example.com"]);
  expect(mail?.subject).toContain("Hello");
});

test("a wrong login is refused, and the password is not told", async () => {
  const error = await failure({ login: { ...LOGIN, password: "hunter2hunter2" } });
  expect(error).toMatchObject({ kind: "refused", provider: "smtp", status: 535 });
  expect(error.message).not.toContain("hunter2");
});

test("a 5xx reply is refused, a 4xx reply may be tried again", async () => {
  sandbox.faults.add({ provider: "smtp", kind: "reject" });
  expect(await failure({})).toMatchObject({ kind: "refused", status: 550 });
  sandbox.faults.add({ provider: "smtp", kind: "tempfail" });
  expect(await failure({})).toMatchObject({ kind: "unavailable", status: 451 });
  expect(sandbox.mailbox.list()).toEqual([]);
});

test.each([
  ["timeoutBeforeEffect", 0],
  ["timeoutAfterEffect", 1],
] as const)("after %s the mail may or may not have been taken: unknown", async (kind, arrived) => {
  sandbox.faults.add({ provider: "smtp", kind });
  expect(await failure({ deadlineMs: 1_500 })).toMatchObject({ kind: "unknown", status: undefined });
  expect(sandbox.mailbox.list()).toHaveLength(arrived);
});

test("a comma in an address makes no second recipient", async () => {
  expect(await failure({}, { ...MAIL, to: "ada@example.com, eve@example.com" })).toMatchObject({
    kind: "refused",
  });
  expect(sandbox.mailbox.list()).toEqual([]);
});

test("an address that is none is refused before anything is sent", async () => {
  expect(await failure({}, { ...MAIL, to: "" })).toMatchObject({ kind: "refused" });
});

test("when nobody listens, the mail is certainly not sent", async () => {
  const gone = await startSandbox({ port: 0, smtpPort: 0 });
  await gone.close();
  expect(await failure({ port: gone.smtpPort })).toMatchObject({ kind: "unavailable" });
});

test("which kind of failure it was is told: who is not there, who is not let in, whose certificate is not trusted", async () => {
  const gone = await startSandbox({ port: 0, smtpPort: 0 });
  await gone.close();
  expect((await failure({ port: gone.smtpPort })).message).toBe(
    "smtp: the server can not be reached, ECONNREFUSED",
  );
  expect((await failure({ login: { ...LOGIN, password: "x" } })).message).toBe(
    "smtp: user and password were not accepted (reply 535)",
  );
  const untrusted = await startUntrustedMail();
  expect(await failure({ port: untrusted.port, tls: "implicit" })).toMatchObject({
    kind: "unavailable",
    message: expect.stringMatching(/^smtp: the server's certificate is not trusted, [A-Z_]+$/),
  });
  untrusted.close();
});

test("a server that cannot encrypt is not sent anything when encryption is required", async () => {
  expect(await failure({ tls: "starttls" })).toMatchObject({
    kind: "refused",
  });
  expect(sandbox.calls.list()).toEqual([]);
});

function mailer(changes: Partial<SmtpConfig> = {}) {
  return createSmtpMailer({
    host: "127.0.0.1",
    port: sandbox.smtpPort,
    tls: "none",
    login: LOGIN,
    from: "Countinghouse <no-reply@example.com>",
    deadlineMs: 60_000,
    ...changes,
  });
}

async function failure(changes: Partial<SmtpConfig>, mail = MAIL): Promise<ProviderError> {
  const error: unknown = await mailer(changes)
    .send(mail)
    .catch((reason: unknown) => reason);
  if (error instanceof ProviderError) return error;
  throw new Error("The mail did not fail with a ProviderError.", { cause: error });
}
