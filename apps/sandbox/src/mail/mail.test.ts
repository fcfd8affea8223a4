import { createTransport } from "nodemailer";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { type Sandbox, startSandbox } from "../index.ts";
import { createMailbox } from "./mailbox.ts";

let sandbox: Sandbox;
beforeAll(async () => {
  sandbox = await startSandbox({ port: 0, smtpPort: 0, now: () => new Date("2026-03-01T12:00:00Z") });
});
beforeEach(() => fetch(`${sandbox.origin}/__sandbox/reset`, { method: "POST" }));
afterAll(() => sandbox.close());

test("a mail sent is in the mailbox with its words and its code", async () => {
  await send({
    to: "ada@example.com",
    subject: "Ihr Code: schön",
    text: "Your code is 042917.\nIt is 12345678.",
  });
  expect(await mailbox()).toEqual([
    {
      id: expect.any(Number),
      receivedAt: "2026-03-01T12:00:00.000Z",
      messageId: "<one@example.com>",
      from: "no-reply@example.com",
      to: ["ada@example.com"],
      subject: "Ihr Code: schön",
      text: expect.stringContaining("Your code is 042917.\nIt is 12345678."),
      code: "042917",
    },
  ]);
});

test("the newest mail comes first, and each address can be looked at alone", async () => {
  await send({ to: "ada@example.com", subject: "first", text: "" });
  await send({ to: "bo@example.com", subject: "second", text: "" });
  expect(await mailbox()).toMatchObject([{ subject: "second" }, { subject: "first" }]);
  expect(await mailbox("ADA@example.com")).toMatchObject([{ subject: "first" }]);
  const page = await (await fetch(`${sandbox.origin}/mail?to=ada@example.com`)).text();
  expect(page).toContain("first");
  expect(page).not.toContain("second");
});

test("nothing in a mail becomes markup of the mailbox page", async () => {
  await send({ to: "ada@example.com", subject: "<img src=x>", text: '<script>alert("123456")</script>' });
  const answer = await fetch(`${sandbox.origin}/mail?to=${encodeURIComponent('"><b>')}`);
  expect(await answer.text()).not.toContain('"><b>');
  const page = await (await fetch(`${sandbox.origin}/mail`)).text();
  expect(page).toContain("&lt;img src=x&gt;");
  expect(page).not.toContain("<script>alert");
  expect(answer.headers.get("content-security-policy")).toContain("script-src 'self'");
});

test("an armed mail fault refuses one mail and lets the next one in", async () => {
  sandbox.faults.add({ provider: "smtp", kind: "tempfail" });
  sandbox.faults.add({ provider: "smtp", kind: "reject" });
  const mail = { to: "ada@example.com", subject: "x", text: "" };
  await expect(send(mail)).rejects.toMatchObject({ responseCode: 451 });
  await expect(send(mail)).rejects.toMatchObject({ responseCode: 550 });
  expect(await mailbox()).toEqual([]);
  await send(mail);
  expect(await mailbox()).toHaveLength(1);
  expect(sandbox.calls.counts()).toEqual({ smtp: 3 });
});

test("when a login is set, mail is taken from nobody else", async () => {
  const guarded = await startSandbox({ port: 0, smtpPort: 0, smtpLogin: { user: "house", password: "key" } });
  const mail = { from: "a@example.com", to: "b@example.com", text: "x" };
  const as = (auth?: { user: string; pass: string }) =>
    createTransport({ host: "127.0.0.1", port: guarded.smtpPort, auth }).sendMail(mail);
  await expect(as()).rejects.toMatchObject({ responseCode: 530 });
  await expect(as({ user: "house", pass: "wrong" })).rejects.toMatchObject({ responseCode: 535 });
  await as({ user: "house", pass: "key" });
  expect(guarded.mailbox.list()).toHaveLength(1);
  await guarded.close();
});

test("a full mailbox keeps the newest 500", () => {
  const box = createMailbox();
  for (let number = 1; number <= 501; number += 1) {
    box.deliver({ receivedAt: "", messageId: "", from: "", to: [], subject: String(number), text: "" });
  }
  expect(box.list()).toHaveLength(500);
  expect(box.list()[0]?.subject).toBe("501");
  expect(box.list().at(-1)?.subject).toBe("2");
});

function send(mail: { to: string; subject: string; text: string }): Promise<unknown> {
  return createTransport({ host: "127.0.0.1", port: sandbox.smtpPort }).sendMail({
    from: "House <no-reply@example.com>",
    messageId: "<one@example.com>",
    ...mail,
  });
}

async function mailbox(to?: string): Promise<unknown> {
  const query = to === undefined ? "" : `?to=${encodeURIComponent(to)}`;
  return (await fetch(`${sandbox.origin}/__sandbox/mail${query}`)).json();
}
