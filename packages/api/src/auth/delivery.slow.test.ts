import { randomUUID } from "node:crypto";
import { formatNewYork } from "@countinghouse/validators/new-york";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { drainOutbox } from "../outbox/deliver.ts";
import { payloadPlace, queueOutbox } from "../outbox/queue.ts";
import { createOutboxHandlers } from "../outbox-handlers.ts";
import { type Delivery, freezeOnceClaimed, startDelivery } from "../testing/delivery.ts";
import { expectRefusal } from "../testing/expectations.ts";
import { createTestApi, type TestApi } from "../testing/harness.ts";
import { addAdmin, credentials } from "../testing/signing-in.ts";
import { createMailOutcome } from "./mail-outcome.ts";
import { emailDraft } from "./message.ts";

let api: TestApi;
let delivery: Delivery;
beforeAll(async () => {
  api = await createTestApi();
  delivery = await startDelivery(api);
});
afterEach(() => delivery.sandbox.faults.clear());
afterAll(async () => {
  await delivery.close();
  await api.close();
});

/** Queues a mail with a code in it; returns the address it goes to. */
async function queueMail(): Promise<string> {
  const to = `${randomUUID()}@countinghouse.test`;
  const message = { to, subject: "Your code", text: "Your one-time code is 123456" };
  await api.database.unsafeTransaction((tx) =>
    queueOutbox(tx, api.vault, api.clock.now(), [emailDraft(to, message)]),
  );
  return to;
}

const messageTo = (dedupeKey: string) =>
  api.database.read.outboxMessage.findUniqueOrThrow({ where: { dedupeKey } });
const mailsTo = (to: string) => delivery.sandbox.mailbox.list(to);

/** Does what mails a code while a worker delivers what is queued. */
async function delivering<Result>(mail: () => Promise<Result>): Promise<Result> {
  const { mailOutcome } = api.services;
  api.services.mailOutcome = async (key) => {
    await delivery.drain();
    return createMailOutcome(api.database, 0)(key);
  };
  try {
    return await mail();
  } finally {
    api.services.mailOutcome = mailOutcome;
  }
}

it("what became of a mail is waited for until the mail server has answered", async () => {
  const to = await queueMail();
  const outcome = createMailOutcome(api.database, 60_000)(to);
  await delivery.drain();
  expect(await outcome).toEqual({ state: "DELIVERED", why: "" });
});

describe("a one-time code", () => {
  it("arrives in the mailbox of the admin who signs in, and opens a session", async () => {
    const { email } = await addAdmin(api);
    const { challengeId } = await api.visitor().auth.signIn(credentials(email));
    expect(await delivery.drain()).toBe(1);
    const [mail, ...others] = mailsTo(email);
    expect(others).toEqual([]);
    const code = mail?.code ?? "";
    expect(mail?.subject).toBe(`${code} is your Countinghouse code`);
    const until = formatNewYork(api.clock.in({ minutes: 10 }), "dateTime");
    expect(mail?.text).toContain(`It works once, until ${until} ET.`);
    expect(await api.visitor().auth.verifyCode({ challengeId, code })).toHaveProperty("token");
  });

  it.each([
    ["taken", null, "Otp has been sent, please verify"],
    ["taken later", "tempfail", /^The mail server has not taken the code yet\..*\(The mail server: .+\)$/],
  ] as const)(
    "is said to have been sent only once the mail server took it: %s",
    async (_what, fault, said) => {
      const { email } = await addAdmin(api);
      if (fault !== null) delivery.sandbox.faults.add({ provider: "smtp", kind: fault });
      const { message } = await delivering(() => api.visitor().auth.signIn(credentials(email)));
      expect(message).toMatch(said);
    },
  );

  it("that the mail server refuses for good is said to be refused, at the first and at each further code", async () => {
    const { email } = await addAdmin(api);
    const { challengeId } = await delivering(() => api.visitor().auth.signIn(credentials(email)));
    const refused = /^The mail server refused the code..*\(The mail server: .+\)$/;
    delivery.sandbox.faults.add({ provider: "smtp", kind: "reject", times: 2 });
    await expectRefusal(
      delivering(() => api.visitor().auth.resendCode({ challengeId })),
      "UNAVAILABLE",
      refused,
    );
    await expectRefusal(
      delivering(() => api.visitor().auth.signIn(credentials(email))),
      "UNAVAILABLE",
      refused,
    );
  });

  it("is sealed while it waits, and erased once it is delivered", async () => {
    const to = await queueMail();
    const waiting = await messageTo(to);
    expect(Buffer.from(waiting.payload).includes("123456")).toBe(false);
    expect(api.vault.open(payloadPlace(waiting.id), waiting.payload)).toContain("123456");
    await delivery.drain();
    const delivered = await messageTo(to);
    expect(delivered).toMatchObject({ state: "DELIVERED", deliveredAt: api.clock.now(), leasedUntil: null });
    expect(api.vault.open(payloadPlace(delivered.id), delivered.payload)).toBe("null");
  });
});

describe("a mail", () => {
  it("carries a message id made from its row, the same at each try", async () => {
    const to = await queueMail();
    delivery.sandbox.faults.add({ provider: "smtp", kind: "timeoutAfterEffect" });
    await delivery.drain();
    api.clock.advance({ minutes: 20 });
    await delivery.drain();
    const { id, receipt } = await messageTo(to);
    expect(receipt).toBe(`<${id}@countinghouse>`);
    expect(mailsTo(to).map(({ messageId }) => messageId)).toEqual([receipt, receipt]);
  });

  it("is not sent once more by a worker that was frozen while another one sent it", async () => {
    const to = await queueMail();
    const wake = await freezeOnceClaimed(api, delivery, "EMAIL");
    api.clock.advance({ seconds: 121 });
    await delivery.drain();
    await wake();
    expect(mailsTo(to)).toHaveLength(1);
  });

  it.each(["tempfail", "timeoutBeforeEffect"] as const)(
    "is sent later when the server answers with %s",
    async (kind) => {
      const to = await queueMail();
      delivery.sandbox.faults.add({ provider: "smtp", kind });
      expect(await delivery.drain()).toBe(0);
      expect(await messageTo(to)).toMatchObject({ state: "QUEUED", attempts: 1 });
      api.clock.advance({ minutes: 20 });
      expect(await delivery.drain()).toBe(1);
      expect(mailsTo(to)).toHaveLength(1);
    },
  );

  it("that is rejected is not sent again, and neither the log nor the row tells the code", async () => {
    const to = await queueMail();
    delivery.sandbox.faults.add({ provider: "smtp", kind: "reject" });
    expect(await delivery.drain()).toBe(0);
    const failed = await messageTo(to);
    expect(failed.state).toBe("FAILED");
    expect(failed.lastError).toContain("550");
    expect(`${failed.lastError} ${JSON.stringify(delivery.warnings)}`).not.toContain("123456");
    api.clock.advance({ hours: 48 });
    expect(await delivery.drain()).toBe(0);
  });

  it("goes out once when several workers deliver at once", async () => {
    const addresses = await Promise.all(Array.from({ length: 20 }, queueMail));
    const drain = () => drainOutbox(api.services, createOutboxHandlers(delivery.ports), ["EMAIL"]);
    const delivered = await Promise.all([drain(), drain()]);
    expect(delivered.reduce((sum, count) => sum + count)).toBe(20);
    for (const to of addresses) expect(mailsTo(to)).toHaveLength(1);
  });

  it("that is not answered in time is not lost: whoever delivers next sends it", async () => {
    const addresses = await Promise.all(Array.from({ length: 3 }, queueMail));
    delivery.sandbox.faults.add({ provider: "smtp", kind: "timeoutBeforeEffect", times: 2 });
    await delivery.drain();
    const waiting = await Promise.all(addresses.map(messageTo));
    expect(waiting.filter(({ state }) => state === "QUEUED").length).toBeGreaterThanOrEqual(2);
    while ((await Promise.all(addresses.map(messageTo))).some(({ state }) => state === "QUEUED")) {
      api.clock.advance({ minutes: 20 });
      await delivery.drain();
    }
    for (const to of addresses) {
      expect(await messageTo(to)).toMatchObject({ state: "DELIVERED" });
      expect(mailsTo(to)).not.toEqual([]);
    }
  });

  it("that cannot be read does not keep other mails, nor the ledger sheet, from going out", async () => {
    const [broken, sound] = [await queueMail(), await queueMail()];
    await api.database.pool.query("UPDATE outbox_message SET payload = '' WHERE dedupe_key = $1", [broken]);
    expect(await delivery.drain()).toBe(1);
    expect(mailsTo(sound)).toHaveLength(1);
    expect(await messageTo(broken)).toMatchObject({ state: "QUEUED", leasedUntil: null });
  });

  it("of which there may be only one is refused a second time, with all that was decided beside it", async () => {
    const to = await queueMail();
    const message = { to, subject: "Again", text: "Again" };
    const again = api.database.unsafeTransaction((tx) =>
      queueOutbox(tx, api.vault, api.clock.now(), [emailDraft(to, message)]),
    );
    await expect(again).rejects.toThrow(/dedupe_key/);
  });
});
