import { randomUUID } from "node:crypto";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { payloadPlace, queueOutbox } from "../outbox/queue.ts";
import {
  type Delivery,
  EFFECT_WINDOW_SECONDS,
  freezeOnceClaimed,
  rowIdsIn,
  startDelivery,
} from "../testing/delivery.ts";
import { createTestApi, type TestApi } from "../testing/harness.ts";
import { debtor } from "../testing/payable.ts";
import { payment, record } from "../testing/payments.ts";
import { type LedgerSheetMessage, ledgerDraft } from "./message.ts";

type FaultInput = Parameters<Delivery["sandbox"]["faults"]["add"]>[0];

const LEASE_SECONDS = 120;
const LONGEST_BACKOFF_SECONDS = 900;

let api: TestApi;
let delivery: Delivery;
beforeAll(async () => {
  api = await createTestApi();
  delivery = await startDelivery(api);
});
beforeEach(() => {
  delivery.sandbox.sheets.clear();
  delivery.sandbox.calls.clear();
});
afterEach(() => {
  delivery.sandbox.faults.clear();
});
afterAll(async () => {
  await delivery.close();
  await api.close();
});

const fault = (changed: Partial<FaultInput> & { kind: FaultInput["kind"] }) =>
  delivery.sandbox.faults.add({
    provider: "google",
    method: "POST",
    path: ":append",
    ...changed,
  } as FaultInput);

const appends = () => delivery.sandbox.calls.list().filter(({ path }) => path.endsWith(":append")).length;

const readMessage = (rowId: string) =>
  api.database.read.outboxMessage.findFirstOrThrow({ where: { dedupeKey: { endsWith: rowId } } });

/** Queues one row for the Payments sheet and returns its id. */
async function queueRow(changed: Partial<LedgerSheetMessage> = {}): Promise<string> {
  const rowId = randomUUID();
  const message: LedgerSheetMessage = {
    sheet: "Payments",
    row: { rowId, cells: [1, 2, 3, 4, 5, 6, 7, "eight"] },
    ...changed,
  };
  await api.database.unsafeTransaction((tx) =>
    queueOutbox(tx, api.vault, api.clock.now(), [ledgerDraft(`test:${rowId}`, message)]),
  );
  return rowId;
}

/** The sheet holds these rows, each once, and no other. */
const expectInSheet = (rowIds: string[]) => {
  expect(rowIdsIn(delivery.sandbox)).toHaveLength(rowIds.length);
  expect(new Set(rowIdsIn(delivery.sandbox))).toEqual(new Set(rowIds));
};

const expectOnceInSheet = (rowId: string) => {
  expect(rowIdsIn(delivery.sandbox).filter((id) => id === rowId)).toEqual([rowId]);
};

describe("a recorded payment", () => {
  it("reaches the sheet, and its list says where it stands", async () => {
    const { id } = await debtor(api);
    const { paymentId } = await record(api, payment(id, { description: "=1+1" }));
    expect(await delivery.drain()).toBe(1);
    expect(delivery.sandbox.sheets.contents().Payments).toEqual([
      ["2026-11-20", id, "Maria Delgado", 10, "DEBIT", "SALE", "CashApp", "Payment: =1+1", paymentId],
    ]);
    const [listed] = await (await api.as("VIEWER")).payments.listManual({ userId: id });
    expect(listed?.ledgerSheet).toEqual({ state: "DELIVERED", receipt: "Payments!A1:I1", lastError: "" });
    expect(await delivery.drain()).toBe(0);
  });

  it("goes out with all others that wait in one call a sheet", async () => {
    const rowIds = [await queueRow(), await queueRow(), await queueRow()];
    expect(await delivery.drain()).toBe(3);
    expect(appends()).toBe(1);
    expectInSheet(rowIds);
  });
});

describe("whatever happens to the call, the row stands in the sheet exactly once", () => {
  it.each<[string, Partial<FaultInput> & { kind: FaultInput["kind"] }]>([
    ["it fails before it is done (503)", { kind: "status", status: 503 }],
    ["it fails with an internal error (500)", { kind: "status", status: 500 }],
    ["the quota is used up (429)", { kind: "quota" }],
    ["it times out before it is done", { kind: "timeoutBeforeEffect" }],
    ["it times out after it was done", { kind: "timeoutAfterEffect" }],
    ["the connection breaks before it is done", { kind: "resetBeforeEffect" }],
    ["the connection breaks after it was done", { kind: "resetAfterEffect" }],
    ["its answer cannot be read", { kind: "invalidJson" }],
  ])("when %s", async (_what, struck) => {
    const rowId = await queueRow();
    fault(struck);
    expect(await delivery.drain()).toBe(0);
    expect(await readMessage(rowId)).toMatchObject({ state: "QUEUED", attempts: 1, leasedUntil: null });
    expect((await readMessage(rowId)).lastError).toMatch(/^The ledger sheet\b/);
    api.clock.advance({ seconds: EFFECT_WINDOW_SECONDS + LONGEST_BACKOFF_SECONDS });
    expect(await delivery.drain()).toBe(1);
    expectOnceInSheet(rowId);
    expect(await readMessage(rowId)).toMatchObject({ state: "DELIVERED", attempts: 2, lastError: "" });
  });

  it("when it fails in every way one after the other", async () => {
    const rowIds = [await queueRow(), await queueRow()];
    for (const kind of ["timeoutBeforeEffect", "quota", "resetAfterEffect"] as const) fault({ kind });
    for (let round = 0; round < 5; round++) {
      await delivery.drain();
      api.clock.advance({ seconds: EFFECT_WINDOW_SECONDS + LONGEST_BACKOFF_SECONDS });
    }
    for (const rowId of rowIds) expectOnceInSheet(rowId);
  });

  it("when looking for it fails, which appends nothing", async () => {
    const rowId = await queueRow();
    fault({ kind: "timeoutAfterEffect" });
    await delivery.drain();
    api.clock.advance({ seconds: EFFECT_WINDOW_SECONDS + LONGEST_BACKOFF_SECONDS });
    fault({ kind: "status", method: "GET", path: "Payments" });
    expect(await delivery.drain()).toBe(0);
    api.clock.advance({ seconds: LONGEST_BACKOFF_SECONDS });
    expect(await delivery.drain()).toBe(1);
    expectOnceInSheet(rowId);
    expect(appends()).toBe(1);
  });

  it("when several workers deliver at once", async () => {
    const rowIds = await Promise.all(Array.from({ length: 250 }, () => queueRow()));
    const delivered = await Promise.all([delivery.drain(), delivery.drain(), delivery.drain()]);
    expect(delivered.reduce((sum, count) => sum + count)).toBe(250);
    expectInSheet(rowIds);
  });
});

describe("a worker that was killed", () => {
  /** What its claim leaves: an attempt counted, and a lease. */
  const leaveClaimed = async (rowId: string) => {
    await api.database.pool.query(
      "UPDATE outbox_message SET attempts = 1, leased_until = $2 WHERE dedupe_key = $1",
      [`test:${rowId}`, api.clock.in({ seconds: LEASE_SECONDS })],
    );
  };

  it("after the append leaves a row that is found, not appended again, once its lease ended", async () => {
    const rowId = await queueRow();
    await leaveClaimed(rowId);
    await delivery.ports.ledgerSheet.append("Payments", [{ rowId, cells: [1, 2, 3, 4, 5, 6, 7, "eight"] }]);
    api.clock.advance({ seconds: LEASE_SECONDS });
    expect(await delivery.drain()).toBe(0);
    api.clock.advance({ seconds: 1 });
    expect(await delivery.drain()).toBe(1);
    expectOnceInSheet(rowId);
    expect(await readMessage(rowId)).toMatchObject({
      state: "DELIVERED",
      attempts: 2,
      receipt: "Payments!A1:I1",
    });
  });

  it("only froze, and wakes up once another one has appended its rows, appends none of them", async () => {
    const rowIds = [await queueRow(), await queueRow()];
    const wake = await freezeOnceClaimed(api, delivery, "LEDGER_SHEET");
    api.clock.advance({ seconds: LEASE_SECONDS + 1 });
    expect(await delivery.drain()).toBe(2);
    await wake();
    expectInSheet(rowIds);
    for (const rowId of rowIds)
      expect(await readMessage(rowId)).toMatchObject({ state: "DELIVERED", attempts: 2, lastError: "" });
  });

  it("only froze, and wakes up while nobody knows what came of another one's append, has no say in it", async () => {
    const rowId = await queueRow();
    const wake = await freezeOnceClaimed(api, delivery, "LEDGER_SHEET");
    api.clock.advance({ seconds: LEASE_SECONDS + 1 });
    fault({ kind: "timeoutBeforeEffect" });
    await delivery.drain();
    const left = await readMessage(rowId);
    await wake();
    expect(await readMessage(rowId)).toEqual(left);
    api.clock.advance({ seconds: EFFECT_WINDOW_SECONDS + LONGEST_BACKOFF_SECONDS });
    await delivery.drain();
    expectOnceInSheet(rowId);
  });

  it("before the append leaves a row that another worker appends", async () => {
    const rowId = await queueRow();
    await leaveClaimed(rowId);
    api.clock.advance({ seconds: LEASE_SECONDS + 1 });
    expect(await delivery.drain()).toBe(1);
    expectOnceInSheet(rowId);
  });
});

describe("what cannot be delivered", () => {
  it("is for a person to look at when the vendor refuses it, and is not tried again", async () => {
    const rowId = await queueRow();
    fault({ kind: "status", status: 403 });
    expect(await delivery.drain()).toBe(0);
    expect(await readMessage(rowId)).toMatchObject({
      state: "FAILED",
      lastError: expect.stringMatching(/^The ledger sheet refused it/),
    });
    api.clock.advance({ hours: 48 });
    expect(await delivery.drain()).toBe(0);
    expect(rowIdsIn(delivery.sandbox)).toEqual([]);
  });

  it("is tried later and later, and given to a person after the 150th time", async () => {
    const rowId = await queueRow();
    fault({ kind: "quota", times: 9 });
    for (const seconds of [2, 5, 15, 60, 300, 900, 900]) {
      await delivery.drain();
      expect((await readMessage(rowId)).nextAt).toEqual(api.clock.in({ seconds }));
      api.clock.advance({ seconds: seconds - 1 });
      expect(await delivery.drain()).toBe(0);
      api.clock.advance({ seconds: 1 });
    }
    expect((await readMessage(rowId)).attempts).toBe(7);
    await api.database.pool.query("UPDATE outbox_message SET attempts = 149 WHERE dedupe_key = $1", [
      `test:${rowId}`,
    ]);
    await delivery.drain();
    expect(await readMessage(rowId)).toMatchObject({ state: "FAILED", attempts: 150 });
  });

  it("waits until the vendor can no longer be doing it when its outcome is unknown", async () => {
    const rowId = await queueRow();
    fault({ kind: "timeoutBeforeEffect" });
    await delivery.drain();
    expect((await readMessage(rowId)).nextAt).toEqual(api.clock.in({ seconds: EFFECT_WINDOW_SECONDS + 2 }));
    api.clock.advance({ seconds: EFFECT_WINDOW_SECONDS + 2 });
    await delivery.drain();
  });

  it.each<[string, (id: string) => Uint8Array]>([
    ["a payload that does not open", () => Buffer.alloc(64)],
    ["a payload of another message", () => Buffer.from(api.vault.seal(payloadPlace(randomUUID()), "{}"))],
    ["a payload that is no row", (id) => api.vault.seal(payloadPlace(id), '{"sheet":"Elsewhere"}')],
    ["a payload that is no JSON", (id) => api.vault.seal(payloadPlace(id), "{")],
  ])("because of %s holds up nothing else", async (_what, payload) => {
    const [broken, sound] = [await queueRow(), await queueRow()];
    const { id } = await readMessage(broken);
    await api.database.pool.query("UPDATE outbox_message SET payload = $2 WHERE id = $1", [id, payload(id)]);
    expect(await delivery.drain()).toBe(1);
    expectOnceInSheet(sound);
    expect(await readMessage(broken)).toMatchObject({ state: "QUEUED", leasedUntil: null });
    expect((await readMessage(broken)).lastError).not.toBe("");
    expect(delivery.warnings.at(-1)).toMatchObject({ outboxId: id, topic: "LEDGER_SHEET" });
    await api.database.pool.query("DELETE FROM outbox_message WHERE id = $1", [id]);
  });
});
