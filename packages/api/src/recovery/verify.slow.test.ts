import { randomUUID } from "node:crypto";
import type { TestDatabase } from "@countinghouse/db/testing/database";
import { RECOVERY_TEXTS } from "@countinghouse/validators/recovery/rules";
import { afterEach, beforeEach, expect, it } from "vitest";
import { orderDraft } from "../asset-reports/message.ts";
import { emailDraft } from "../auth/message.ts";
import { crmDraft } from "../deals/message.ts";
import { drainOutbox } from "../outbox/deliver.ts";
import { queueOutbox } from "../outbox/queue.ts";
import { createOutboxHandlers, type OutboxPorts } from "../outbox-handlers.ts";
import { dueCustomer, reviewed, startPayments } from "../testing/bulk.ts";
import { lastAuditEvent } from "../testing/expectations.ts";
import { createTestApi, type TestApi } from "../testing/harness.ts";
import { openPayments, order, type Payable, payableCustomer, run } from "../testing/payable.ts";
import type { TestProcessors } from "../testing/processors.ts";
import { backUp, beginUnsent, startOn } from "../testing/recovery.ts";
import { achReturn, cardException } from "../testing/reports.ts";
import { type Findings, type Surroundings, saveFindings } from "./environment.ts";

let api: TestApi;
let processors: TestProcessors;
let customer: Payable;
const opened: TestApi[] = [];
beforeEach(async () => {
  ({ api, processors } = await openPayments({ roles: ["EMPLOYEE", "ADMIN", "SUPERADMIN"] }));
  opened.push(api);
  customer = await payableCustomer(api);
});
afterEach(async () => {
  for (const each of opened.splice(0).reverse()) await each.close();
});

const started = async (held: TestDatabase, surroundings?: Surroundings): Promise<TestApi> => {
  const copy = await startOn(held, api, processors, surroundings);
  opened.push(copy);
  return copy;
};

/** Another process on the same database. */
const another = (surroundings: Partial<Surroundings> = {}) => {
  const { clock, journal, held } = api;
  return createTestApi({
    on: {
      held: { ...held, drop: () => Promise.resolve() },
      clock,
      journal,
      ports: { ach: processors.ach, cards: processors.cards },
      surroundings: { kind: "SANDBOX", address: "this machine", ...surroundings },
    },
  });
};

const status = async (of: TestApi) => (await of.as("ADMIN")).recovery.status();

const ordered = (kind: "SALE" | "DEBIT") => beginUnsent(api, customer, kind);

const readState = async (id: string) =>
  (await api.database.read.paymentIntent.findUniqueOrThrow({ where: { id } })).state;

/** What tells this database from one that was set back where it is. */
const setBack = () =>
  api.database.pool.query(
    "UPDATE environment SET verified_instance = regexp_replace(verified_instance, '^(\\S+ \\S+) .*', '\\1 another')",
  );

it("a process that starts again on the same database asks no processor", async () => {
  await run(api, order(customer, "SALE"));
  processors.report({ exceptions: [cardException("unknown-here")] });
  const next = await another();
  expect(await next.services.recovery.verify()).toBe(true);
  expect((await run(next, order(customer, "DEBIT"))).state).toBe("SUBMITTED");
});

it("a backup that knows all that was sent goes on by itself once the processors were asked", async () => {
  await run(api, order(customer, "SALE"));
  const copy = await started(await backUp(api));
  expect(await status(copy)).toMatchObject({ standing: "NORMAL", problem: "" });
  expect((await run(copy, order(customer, "DEBIT"))).state).toBe("SUBMITTED");
});

it("in a copy of the database that goes on by itself nothing is done that may have been done, or called off, since", async () => {
  await ordered("DEBIT");
  await api.database.unsafeTransaction((tx) =>
    queueOutbox(tx, api.vault, api.clock.now(), [
      crmDraft(randomUUID(), { step: "flag", userId: customer.userId, crmId: "1", reason: null }),
    ]),
  );
  const { batchId } = await startPayments(api, reviewed("BULK_DEBIT", [await dueCustomer(api)]));
  const copy = await started(await backUp(api));
  expect(await status(copy)).toMatchObject({ standing: "NORMAL", problem: "" });
  const { read } = copy.database;
  expect(await read.paymentIntent.findMany({ where: { kind: "DEBIT" } })).toMatchObject([
    { state: "CANCELLED", failureMessage: RECOVERY_TEXTS.cancelled },
  ]);
  expect(await read.outboxMessage.findMany({ where: { topic: "CRM" } })).toMatchObject([{ attempts: 1 }]);
  expect(await read.bulkBatch.findUnique({ where: { id: batchId } })).toMatchObject({ state: "PAUSED" });
  expect(await lastAuditEvent(copy, "recovery.restored")).toMatchObject({
    after: { messages: 1, paused: 1, cancelled: [expect.any(String)] },
  });
  expect(processors.calls()).toBe(0);
});

it("while a processor can not be asked payments wait, and go out once it can", async () => {
  await run(api, order(customer, "SALE"));
  await setBack();
  const { ach } = processors;
  api.services.ports.ach = {
    ...ach,
    settlementsBetween: () => {
      throw new Error("The processor is out of reach.");
    },
  };
  const paymentId = await ordered("DEBIT");
  expect(await api.services.payments.step(paymentId)).toBe("READY");
  expect(await status(api)).toMatchObject({
    standing: "VERIFYING",
    problem: "The processor is out of reach.",
  });
  expect(processors.calls()).toBe(1);
  api.services.ports.ach = ach;
  api.clock.advance({ seconds: 10 });
  await api.services.payments.drain();
  expect(await readState(paymentId)).toBe("SUBMITTED");
});

it("a database that was set back under a running process sends nothing before it was compared again", async () => {
  await run(api, order(customer, "SALE"));
  processors.report({ exceptions: [cardException("unknown-here")] });
  await setBack();
  expect(await api.services.payments.step(await ordered("DEBIT"))).toBe("READY");
  expect(processors.calls()).toBe(1);
  expect(await status(api)).toMatchObject({
    standing: "RECOVERY",
    reasons: ["REPORTED_PAYMENTS"],
    reported: { count: 1, amountCents: 1000 },
    unprocessed: 1,
    whyNotRelease: null,
  });
});

it("what the processors had reported before is no news", async () => {
  await run(api, order(customer, "SALE"));
  processors.report({ returns: [achReturn("unknown-here")] });
  await api.services.payments.pullReports();
  api.clock.advance({ minutes: 1 });
  await api.services.recovery.tidy();
  await setBack();
  expect(await api.services.recovery.verify()).toBe(true);
});

it("what a lost payment explains is not counted a second time", async () => {
  await run(api, order(customer, "SALE"));
  const held = await backUp(api);
  await run(api, order(customer, "SALE"));
  processors.report({ exceptions: [cardException(processors.books.at(-1)?.key ?? "")] });
  const copy = await started(held);
  expect(await status(copy)).toMatchObject({
    reasons: ["SENT_PAYMENTS"],
    figures: { found: { count: 1 } },
    reported: { count: 0 },
  });
});

it("a database whose files are not here is in recovery", async () => {
  await run(api, order(customer, "SALE"));
  api.journal.objects.clear();
  await another();
  expect(await status(api)).toMatchObject({ standing: "RECOVERY", reasons: ["NO_JOURNAL"] });
  const reason = "The files were lost";
  await (await api.as("SUPERADMIN")).recovery.release({ requestId: randomUUID(), word: "RELEASE", reason });
  await another();
  expect(await status(api)).toMatchObject({ standing: "NORMAL" });
});

it("a copy at another address is in recovery, until it is released there", async () => {
  const copy = await another({ address: "https://copy.example.test" });
  expect(await status(copy)).toMatchObject({
    standing: "RECOVERY",
    reasons: ["ANOTHER_ADDRESS"],
    address: "this machine",
    addressHere: "https://copy.example.test",
  });
  await (await copy.as("SUPERADMIN")).recovery.release({
    requestId: randomUUID(),
    word: "RELEASE",
    reason: "It moved",
  });
  expect(await status(copy)).toMatchObject({ standing: "NORMAL", address: "https://copy.example.test" });
});

it("a database is not used with the other kind of processors", async () => {
  const refusal = "This database was used with a sandbox: it is not used with real processors.";
  await expect(another({ kind: "PRODUCTION" })).rejects.toThrow(refusal);
});

it("entries that can not be read are a reason of their own, once", async () => {
  await run(api, order(customer, "SALE"));
  const key = [...api.journal.objects.keys()].find((each) => each.includes("/2026-11-20/")) ?? "";
  api.journal.objects.set(key, Buffer.from("what is this\n"));
  await another();
  expect(await status(api)).toMatchObject({ reasons: ["UNREADABLE_JOURNAL"], unreadableEntries: 1 });
  await (await api.as("SUPERADMIN")).recovery.release({
    requestId: randomUUID(),
    word: "RELEASE",
    reason: "The file was damaged by hand",
  });
  await another();
  expect(await status(api)).toMatchObject({ standing: "NORMAL" });
});

it("a database that has sent payments takes the journal that lies here for its own", async () => {
  await run(api, order(customer, "SALE"));
  const held = await backUp(api);
  await run(api, order(customer, "DEBIT"));
  const copy = held.database;
  await copy.pool.query("DELETE FROM environment");
  expect(await status(await started(held))).toMatchObject({
    standing: "RECOVERY",
    reasons: ["SENT_PAYMENTS"],
    figures: { found: { count: 1 } },
  });
});

it("in recovery nothing is sent that was left under way, and what became of it is asked all the same", async () => {
  api.journal.isDown = true;
  const never = await ordered("SALE");
  expect(await api.services.payments.step(never)).toBe("SENDING");
  api.journal.isDown = false;
  processors.next("lostAfter");
  const lost = await beginUnsent(api, await payableCustomer(api), "DEBIT");
  expect(await api.services.payments.step(lost)).toBe("UNKNOWN");
  await setBack();
  processors.report({ exceptions: [cardException("unknown-here")] });
  api.clock.advance({ minutes: 3 });
  expect(await api.services.recovery.verify()).toBe(false);
  await api.services.payments.drain();
  expect([await readState(never), await readState(lost)]).toEqual(["SENDING", "SUBMITTED"]);
  expect(processors.calls()).toBe(1);
});

it("in recovery mail goes out, and what else waits counts as tried once it is released", async () => {
  const sent: string[] = [];
  const ports = { mailer: { send: ({ to }) => Promise.resolve(void sent.push(to)) } } as OutboxPorts;
  const mail = { to: "sofia@example.com", subject: "A code", text: "123456" };
  const flag = { step: "flag", userId: customer.userId, crmId: "1", reason: null } as const;
  await api.database.unsafeTransaction((tx) =>
    queueOutbox(tx, api.vault, api.clock.now(), [
      emailDraft(randomUUID(), mail),
      crmDraft(randomUUID(), flag),
      orderDraft({ reportId: 1, refreshed: null }),
    ]),
  );
  await api.database.pool.query("UPDATE environment SET state = 'RECOVERY', reasons = '{NO_JOURNAL}'");
  await drainOutbox({ ...api.services, db: api.database }, createOutboxHandlers(ports));
  expect(sent).toEqual(["sofia@example.com"]);
  await (await api.as("SUPERADMIN")).recovery.release({
    requestId: randomUUID(),
    word: "RELEASE",
    reason: "The files are back",
  });
  const { rows } = await api.database.pool.query(
    "SELECT topic, attempts, leased_until IS NOT NULL AS left FROM outbox_message WHERE state = 'QUEUED' ORDER BY topic",
  );
  expect(rows).toEqual([
    { topic: "CRM", attempts: 1, left: false },
    { topic: "ASSET_REPORT", attempts: 1, left: true },
  ]);
});

it("what a comparison found that a release has overtaken is not kept: nothing stops a second time for it", async () => {
  const { database, clock } = api;
  await database.unsafeTransaction((tx) => tx.environment.updateMany({ data: { releasedAt: clock.now() } }));
  const found: Findings = {
    releasedAt: null,
    reasons: ["SENT_PAYMENTS"],
    instance: null,
    problem: "",
    unreadableEntries: 0,
    reported: null,
  };
  const keep = (findings: Findings) =>
    database.unsafeTransaction((tx) => saveFindings(tx, findings, clock.now()));
  await expect(keep(found)).rejects.toThrow(
    "The console was released in the meantime and is compared again.",
  );
  expect(await status(api)).toMatchObject({ standing: "NORMAL", reasons: [] });
  await keep({ ...found, releasedAt: clock.now() });
  expect(await status(api)).toMatchObject({ standing: "RECOVERY", reasons: ["SENT_PAYMENTS"] });
});

it("what a process took from a database that is set back before the call is not sent", async () => {
  const paymentId = await ordered("SALE");
  const journal = { ...api.journal };
  api.journal.put = async (...object) => {
    await journal.put(...object);
    await api.database.pool.query("DELETE FROM payment_attempt WHERE intent_id = $1", [paymentId]);
  };
  await api.services.payments.step(paymentId);
  expect(processors.calls()).toBe(0);
});
