import { randomUUID } from "node:crypto";
import type { TestDatabase } from "@countinghouse/db/testing/database";
import { RECOVERY_TEXTS } from "@countinghouse/validators/recovery/rules";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { linkChains } from "../chain/chains.ts";
import { keepHeads } from "../chain/heads.ts";
import { crmDraft } from "../deals/message.ts";
import { queueOutbox } from "../outbox/queue.ts";
import type { TestApi } from "../testing/harness.ts";
import { openPayments, order, type Payable, payableCustomer, run } from "../testing/payable.ts";
import type { TestProcessors } from "../testing/processors.ts";
import { backUp, beginUnsent, startOn } from "../testing/recovery.ts";

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

/** A minute later the chains' heads are kept, as a worker does. */
const keepHeadsOf = async ({ database: db, vault, clock, journal: storage }: TestApi) => {
  await linkChains({ db, vault });
  clock.advance({ minutes: 1 });
  await keepHeads({ db, vault, storage }, clock.now(), null);
};

/** Something of which journal and processors know nothing. */
const writeNote = async () =>
  (await api.as("EMPLOYEE")).notes.create({
    requestId: randomUUID(),
    userId: customer.userId,
    note: "Pays on Friday",
  });

const queueMessage = () =>
  api.database.unsafeTransaction((tx) =>
    queueOutbox(tx, api.vault, api.clock.now(), [
      crmDraft(randomUUID(), { step: "flag", userId: customer.userId, crmId: "1", reason: null }),
    ]),
  );

/** A backup that takes the place of the database it is of: the same cluster, the same database, another run of the server. */
const inItsPlace = async (held: TestDatabase): Promise<TestApi> => {
  await held.asOwner(
    "UPDATE environment SET verified_instance = regexp_replace(database_instance(), '^(\\S+ \\S+) .*', '\\1 another')",
  );
  return start(held);
};

const start = async (held: TestDatabase): Promise<TestApi> => {
  const copy = await startOn(held, api, processors);
  opened.push(copy);
  return copy;
};

/** PostgreSQL starts again, and the console compares. */
const restart = async (of: TestApi): Promise<boolean> => {
  await of.asOwner(
    "UPDATE environment SET verified_instance = regexp_replace(verified_instance, '^(\\S+ \\S+) .*', '\\1 another')",
  );
  return of.services.recovery.verify();
};

const status = async (of: TestApi) => (await of.as("ADMIN")).recovery.status();

const release = async (of: TestApi) =>
  (await of.as("SUPERADMIN")).recovery.release({
    requestId: randomUUID(),
    word: "RELEASE",
    reason: "The database was set back to this morning",
  });

it("a database that was set back where it is, is in recovery, also where nothing was sent in what is lost", async () => {
  const paymentId = await beginUnsent(api, customer, "DEBIT");
  await queueMessage();
  await (await api.as("SUPERADMIN")).automation.setTimer({
    requestId: randomUUID(),
    isOn: true,
    runAt: "11:00",
    version: 0,
  });
  const held = await backUp(api);
  await writeNote();
  await keepHeadsOf(api);
  const copy = await inItsPlace(held);
  expect(await status(copy)).toMatchObject({
    standing: "RECOVERY",
    reasons: ["LOST_WRITES"],
    unsent: { count: 1 },
    whyNotRelease: null,
  });
  expect(await copy.services.payments.step(paymentId)).toBe("READY");
  await release(copy);
  const { read } = copy.database;
  expect(await read.paymentIntent.findUnique({ where: { id: paymentId } })).toMatchObject({
    state: "CANCELLED",
    failureMessage: RECOVERY_TEXTS.cancelled,
  });
  expect(await read.outboxMessage.findMany({ where: { topic: "CRM" } })).toMatchObject([{ attempts: 1 }]);
  expect(await (await copy.as("VIEWER")).automation.timer()).toMatchObject({ isOn: false, next: null });
  expect(processors.calls()).toBe(0);
});

it("a backup that is started elsewhere is in recovery as well where writes are lost", async () => {
  const held = await backUp(api);
  await writeNote();
  await keepHeadsOf(api);
  expect(await status(await start(held))).toMatchObject({ standing: "RECOVERY", reasons: ["LOST_WRITES"] });
});

it("what a process keeps of a database that was set back under it does not hide that", async () => {
  const held = await backUp(api);
  await writeNote();
  await keepHeadsOf(api);
  await keepHeadsOf({ ...api, database: held.database });
  expect(await status(await inItsPlace(held))).toMatchObject({ reasons: ["LOST_WRITES"] });
});

it("a restart, or a standby that took over with all that was written, goes on by itself", async () => {
  await run(api, order(customer, "SALE"));
  await writeNote();
  await keepHeadsOf(api);
  await writeNote();
  const paymentId = await beginUnsent(api, customer, "DEBIT");
  await queueMessage();
  expect(await restart(api)).toBe(true);
  expect(await status(api)).toMatchObject({ standing: "NORMAL", reasons: [] });
  expect(await api.services.payments.step(paymentId)).toBe("SUBMITTED");
  expect(await api.database.read.outboxMessage.findMany({ where: { topic: "CRM" } })).toMatchObject([
    { attempts: 1 },
  ]);
});

it("a standby that took over without the newest links alone makes them again, and goes on by itself", async () => {
  await writeNote();
  await keepHeadsOf(api);
  await api.asOwner(
    `BEGIN; SET LOCAL session_replication_role = replica;
    WITH lost AS (
      DELETE FROM audit_link WHERE position = (SELECT max(position) FROM audit_link) RETURNING event_id)
    INSERT INTO audit_unlinked (event_id, since) SELECT event_id, now() FROM lost; COMMIT`,
  );
  expect(await restart(api)).toBe(true);
});

it("once it is released, what was lost then is no reason for another recovery", async () => {
  const held = await backUp(api);
  await writeNote();
  await keepHeadsOf(api);
  const copy = await inItsPlace(held);
  await release(copy);
  copy.clock.advance({ minutes: 1 });
  await keepHeadsOf(copy);
  expect(await restart(copy)).toBe(true);
});

it("the heads of a database that was here before are none of a new one's", async () => {
  await writeNote();
  await keepHeadsOf(api);
  api.clock.advance({ minutes: 1 });
  await api.services.recovery.tidy();
  await api.asOwner(
    "BEGIN; SET LOCAL session_replication_role = replica; DELETE FROM audit_link; DELETE FROM audit_event; COMMIT",
  );
  expect(await restart(api)).toBe(true);
});

it("while the files can not be read nothing is sent", async () => {
  await keepHeadsOf(api);
  const journal = { ...api.journal };
  api.journal.list = (folder) => {
    if (folder.startsWith("chain-heads/")) throw new Error("The storage is out of reach.");
    return journal.list(folder);
  };
  expect(await restart(api)).toBe(false);
  expect(await status(api)).toMatchObject({ standing: "VERIFYING", problem: "The storage is out of reach." });
  api.journal.list = (folder) => journal.list(folder);
  api.clock.advance({ seconds: 10 });
  expect(await api.services.recovery.verify()).toBe(true);
});

it("while a processor can not be asked, what the heads told is not read again each time", async () => {
  await writeNote();
  await keepHeadsOf(api);
  const list = vi.spyOn(api.journal, "list");
  const looks = () => list.mock.calls.filter(([folder]) => folder.startsWith("chain-heads/")).length;
  const { ach } = api.services.ports;
  const returnsBetween = () => {
    throw new Error("The processor is out of reach.");
  };
  api.services.ports.ach = { ...ach, returnsBetween };
  expect(await restart(api)).toBe(false);
  const once = looks();
  expect(once).toBeGreaterThan(0);
  api.clock.advance({ seconds: 3 });
  expect(await api.services.recovery.verify()).toBe(false);
  expect(looks()).toBe(once);
  api.services.ports.ach = ach;
  api.clock.advance({ seconds: 3 });
  expect(await api.services.recovery.verify()).toBe(true);
});
