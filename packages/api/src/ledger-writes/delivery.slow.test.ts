import { randomUUID } from "node:crypto";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { payloadPlace } from "../outbox/queue.ts";
import {
  type Delivery,
  EFFECT_WINDOW_SECONDS,
  rowIdsIn,
  rowsIn,
  startDelivery,
} from "../testing/delivery.ts";
import { createTestApi, type TestApi } from "../testing/harness.ts";
import { type FaultInput, ledgerRows } from "../testing/ledger-rows.ts";
import { debtor } from "../testing/payable.ts";
import { payment, record } from "../testing/payments.ts";
import type { LedgerSheetMessage } from "./message.ts";

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

const { fault, appends, readMessage, queueRow, expectInSheet, expectOnceInSheet } = ledgerRows(
  () => api,
  () => delivery,
);

describe("a recorded payment", () => {
  it("reaches the sheet, and its list says where it stands", async () => {
    const { id } = await debtor(api);
    const { paymentId } = await record(api, payment(id, { description: "=1+1" }));
    expect(await delivery.drain()).toBe(1);
    expect(rowsIn(delivery.sandbox)).toEqual([
      ["2026-11-20", id, "Maria Delgado", 10, "DEBIT", "SALE", "CashApp", "Payment: =1+1", paymentId],
    ]);
    const [listed] = await (await api.as("VIEWER")).payments.listManual({ userId: id });
    expect(listed?.ledgerSheet).toEqual({ state: "DELIVERED", receipt: "Payments!A2:I2", lastError: "" });
    expect(await delivery.drain()).toBe(0);
  });

  it("goes out with all others that wait in one call a sheet", async () => {
    const rowIds = [await queueRow(), await queueRow(), await queueRow()];
    expect(await delivery.drain()).toBe(3);
    expect(appends()).toBe(1);
    expectInSheet(rowIds);
  });
});

it("after a recovery a row that is ordered again is not written again: it may have been in the time that is lost", async () => {
  const rowId = await queueRow();
  await delivery.drain();
  await api.database.unsafeTransaction((tx) =>
    tx.environment.updateMany({ data: { releasedAt: api.clock.now() } }),
  );
  await queueRow({ row: { rowId, cells: [1, 2, 3, 4, 5, 6, 7, "eight"] } });
  const other = await queueRow();
  expect(await delivery.drain()).toBe(2);
  expectInSheet([rowId, other]);
  await api.database.unsafeTransaction((tx) => tx.environment.updateMany({ data: { releasedAt: null } }));
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

  it.each([
    ["has too few cells", { cells: [1, 2, 3] }, null],
    ["the vendor does not take", {}, 400],
  ] as const)(
    "because a row %s does not keep the other rows of its sheet from it",
    async (_what, row, status) => {
      const sound = [await queueRow(), await queueRow(), await queueRow()];
      const rowId = randomUUID();
      const cells = [1, 2, 3, 4, 5, 6, 7, "eight"];
      const bad = await queueRow({ row: { rowId, cells, ...row } } as Partial<LedgerSheetMessage>);
      sound.push(await queueRow(), await queueRow());
      if (status !== null) fault({ kind: "status", status, body: rowId, times: 100 });
      expect(await delivery.drain()).toBe(sound.length);
      expectInSheet(sound);
      expect(await readMessage(bad)).toMatchObject({ state: "FAILED", attempts: 1 });
    },
  );

  it("because the sheet as a whole is refused costs one call, however many rows wait", async () => {
    const rows = [await queueRow(), await queueRow(), await queueRow()];
    fault({ kind: "status", status: 403, times: 100 });
    expect(await delivery.drain()).toBe(0);
    expect(appends()).toBe(1);
    for (const rowId of rows) expect(await readMessage(rowId)).toMatchObject({ state: "FAILED" });
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
