import { CLOCKS_DIFFER_MS } from "@countinghouse/db/clocks";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { drainOutbox } from "../outbox/deliver.ts";
import { createOutboxHandlers } from "../outbox-handlers.ts";
import {
  type Delivery,
  EFFECT_WINDOW_SECONDS,
  freezeOnceClaimed,
  startDelivery,
} from "../testing/delivery.ts";
import { createTestApi, type TestApi } from "../testing/harness.ts";
import { ledgerRows } from "../testing/ledger-rows.ts";

const LEASE_SECONDS = 120;
/** A call begins a minute after its lease was renewed at the latest, and lasts ten seconds. */
const LATEST_CALL_SECONDS = 70;
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

const { fault, readMessage, queueRow, expectInSheet, expectOnceInSheet } = ledgerRows(
  () => api,
  () => delivery,
);

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
      receipt: "Payments!A2:I2",
    });
  });

  it("only calls late, as late as it may, loses nothing to another one whose clock is ahead by the most that two differ by", async () => {
    const rowId = await queueRow();
    const wake = await freezeOnceClaimed(api, delivery, "LEDGER_SHEET");
    api.clock.advance({ seconds: LATEST_CALL_SECONDS });
    const now = () => new Date(api.clock.now().getTime() + 2 * CLOCKS_DIFFER_MS);
    expect(await drainOutbox({ ...api.services, now }, createOutboxHandlers(delivery.ports))).toBe(0);
    await wake();
    expectOnceInSheet(rowId);
    expect(await readMessage(rowId)).toMatchObject({ state: "DELIVERED", attempts: 1 });
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
