import { randomUUID } from "node:crypto";
import { LEDGER_SHEET_COLUMNS } from "@countinghouse/validators/ledger-writes/rules";
import type { Role } from "@countinghouse/validators/roles";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import {
  type Delivery,
  EFFECT_WINDOW_SECONDS,
  freezeOnceClaimed,
  rowIdsIn,
  rowsIn,
  startDelivery,
} from "../testing/delivery.ts";
import { countAuditEvents, expectRefusal } from "../testing/expectations.ts";
import { createTestApi, type TestApi } from "../testing/harness.ts";
import { addFailedWrite, type FailedWrite, paymentRow } from "../testing/ledger-writes.ts";

let api: TestApi;
let delivery: Delivery;
beforeAll(async () => {
  api = await createTestApi();
  delivery = await startDelivery(api);
});
beforeEach(async () => {
  await api.database.pool.query("DELETE FROM outbox_message");
  delivery.sandbox.sheets.clear();
  delivery.sandbox.faults.clear();
  delivery.sandbox.calls.clear();
});
afterAll(async () => {
  await delivery.close();
  await api.close();
});

const writes = async (role: Role = "EMPLOYEE") => (await api.as(role)).ledgerWrites;
const add = (changes: Partial<FailedWrite> = {}) =>
  addFailedWrite(api, { sheet: "Payments", rows: [paymentRow("Maria Delgado")], ...changes });
const stored = (id: string) => api.database.read.outboxMessage.findUniqueOrThrow({ where: { id } });
const listed = async () => (await (await writes("VIEWER")).list()).failures.map(({ id }) => id);

const APPEND = { provider: "google", method: "POST", path: ":append" } as const;

const retry = async (ids: string[], role: Role = "EMPLOYEE") =>
  (await writes(role)).retry({ requestId: randomUUID(), items: ids.map((id) => ({ id })) });
const remove = async (ids: string[]) =>
  (await writes()).delete({ requestId: randomUUID(), items: ids.map((id) => ({ id })) });

it("the names of the columns are as many as the sheets have columns", () => {
  const named = Object.entries(LEDGER_SHEET_COLUMNS).map(([sheet, { length }]) => [sheet, length]);
  expect(Object.fromEntries(named)).toEqual({ Payments: 8, "New Accounts": 35, Upcoming: 16 });
});

describe("the list", () => {
  it("has each failure with its rows, what was to be done where, when, about what, and why it failed", async () => {
    const about = randomUUID();
    const { id } = await add({ about: "payment", error: `refused ${about}` });
    api.clock.advance({ minutes: 1 });
    const cells = Array.from({ length: 35 }, (_, index) => `cell ${index}`);
    const { id: batch } = await add({ sheet: "New Accounts", rows: [cells, cells] });
    const { id: other } = await add({ sheet: "Refunds", rows: [["=1+1", 2]], error: "x" });
    const { failures, count } = await (await writes("VIEWER")).list();
    expect(count).toBe(3);
    expect(failures.find((failure) => failure.id === id)).toEqual({
      id,
      sheetName: "Payments",
      values: [paymentRow("Maria Delgado")],
      action: "append",
      range: "Payments!A:H",
      queuedAt: api.clock.in({ minutes: -1 }),
      source: expect.stringMatching(/^Payment [0-9a-f-]{36}$/),
      errorMessage: `refused ${about}`,
    });
    expect(failures.find((failure) => failure.id === batch)).toMatchObject({
      values: [cells, cells].map((each) => each.with(32, "*****32")),
      range: "'New Accounts'!A:AI",
      source: null,
    });
    expect(failures.find((failure) => failure.id === other)).toMatchObject({
      sheetName: "Refunds",
      values: [["=1+1", 2]],
      range: "Refunds!A:B",
    });
    expect(failures.at(-1)?.id).toBe(id);
  });

  it("has neither what waits or was delivered nor other messages, and one that can not be read without its rows", async () => {
    const [waiting, delivered, mail, broken] = [await add(), await add(), await add(), await add()];
    await api.database.pool.query("UPDATE outbox_message SET state = 'QUEUED' WHERE id = $1", [waiting.id]);
    await api.database.pool.query("UPDATE outbox_message SET state = 'DELIVERED' WHERE id = $1", [
      delivered.id,
    ]);
    await api.database.pool.query("UPDATE outbox_message SET topic = 'EMAIL' WHERE id = $1", [mail.id]);
    await api.database.pool.query("UPDATE outbox_message SET payload = '\\x00' WHERE id = $1", [broken.id]);
    const { failures } = await (await writes("VIEWER")).list();
    expect(failures).toMatchObject([{ id: broken.id, sheetName: "", values: [], range: "" }]);
  });

  it("has what the sheet refuses as soon as it is refused", async () => {
    const { id } = await add();
    await retry([id]);
    delivery.sandbox.faults.add({ ...APPEND, kind: "status", status: 403 });
    expect(await listed()).toEqual([]);
    await delivery.drain();
    expect(await listed()).toEqual([id]);
  });
});

describe("retrying", () => {
  it("writes the row to the sheet and takes it off the list", async () => {
    const { id, rowIds } = await add();
    expect(await retry([id])).toEqual({ retried: 1 });
    expect(await listed()).toEqual([]);
    expect(await (await writes("VIEWER")).progress({ items: [{ id }] })).toEqual([
      { id, state: "QUEUED", errorMessage: "" },
    ]);
    expect(await delivery.drain()).toBe(1);
    expect(rowIdsIn(delivery.sandbox)).toEqual(rowIds);
    expect(await (await writes("VIEWER")).progress({ items: [{ id }] })).toMatchObject([
      { state: "DELIVERED" },
    ]);
  });

  it("of a batch writes it whole, and of a batch that stands there in part only what is missing", async () => {
    const { id, rowIds } = await add({ rows: ["Ann", "Ben", "Cy"].map((name) => paymentRow(name)) });
    const [, second = ""] = rowIds;
    await delivery.ports.ledgerSheet.append("Payments", [{ rowId: second, cells: paymentRow("Ben") }]);
    await retry([id]);
    expect(await delivery.drain()).toBe(1);
    expect(rowIdsIn(delivery.sandbox)).toHaveLength(rowIds.length);
    expect(new Set(rowIdsIn(delivery.sandbox))).toEqual(new Set(rowIds));
    expect((await stored(id)).receipt).toBe("Payments!A2:I2, Payments!A3:I4");
  });

  it("of a row that stands in the sheet after all writes nothing: it is found by its id", async () => {
    const { id, rowIds } = await add();
    const [rowId = ""] = rowIds;
    await delivery.ports.ledgerSheet.append("Payments", [{ rowId, cells: paymentRow("Maria Delgado") }]);
    await retry([id]);
    expect(await delivery.drain()).toBe(1);
    expect(rowIdsIn(delivery.sandbox)).toEqual(rowIds);
  });

  it("of a row that stands two columns further right writes nothing: it is found wherever its id stands", async () => {
    const { id, rowIds } = await add();
    const [rowId = ""] = rowIds;
    await delivery.ports.ledgerSheet.append("Payments", [{ rowId, cells: paymentRow("Maria Delgado") }]);
    const [moved] = rowsIn(delivery.sandbox) as unknown[][];
    moved?.unshift("", "");
    await retry([id]);
    expect(await delivery.drain()).toBe(1);
    expect(rowIdsIn(delivery.sandbox)).toEqual(rowIds);
    expect((await stored(id)).receipt).toBe("Payments!C2:K2");
  });

  it("waits for the vendor where the last attempt may still be on its way", async () => {
    const { id } = await add();
    await api.database.pool.query(
      "UPDATE outbox_message SET state = 'QUEUED', attempts = 149 WHERE id = $1",
      [id],
    );
    delivery.sandbox.faults.add({ ...APPEND, kind: "timeoutBeforeEffect" });
    await delivery.drain();
    expect(await stored(id)).toMatchObject({ state: "FAILED", attempts: 150 });
    await retry([id]);
    expect(await delivery.drain()).toBe(0);
    api.clock.advance({ seconds: EFFECT_WINDOW_SECONDS });
    expect(await delivery.drain()).toBe(1);
  });

  it("leaves no say to a worker that froze with the row before, however often it was retried since", async () => {
    const { id } = await add();
    await retry([id]);
    const wake = await freezeOnceClaimed(api, delivery, "LEDGER_SHEET");
    api.clock.advance({ minutes: 3 });
    delivery.sandbox.faults.add({ ...APPEND, kind: "status", status: 403 });
    await delivery.drain();
    await retry([id]);
    delivery.sandbox.faults.add({ ...APPEND, kind: "timeoutBeforeEffect" });
    await delivery.drain();
    const left = await stored(id);
    expect(left.state).toBe("QUEUED");
    await wake();
    expect(await stored(id)).toEqual(left);
    expect(rowIdsIn(delivery.sandbox)).toEqual([]);
  });

  it("of a row for a sheet that is not there fails again at once, and says so", async () => {
    const { id } = await add({ sheet: "Refunds" });
    await retry([id]);
    expect(await delivery.drain()).toBe(0);
    expect(await stored(id)).toMatchObject({
      state: "FAILED",
      lastError: 'ledger-sheet: there is no sheet named "Refunds"',
    });
  });

  it("of what is no failure any more is refused, and so are the others chosen with it", async () => {
    const [gone, kept, waiting] = [await add(), await add(), await add()];
    await remove([gone.id]);
    await retry([waiting.id]);
    await expectRefusal(
      retry([gone.id, kept.id]),
      "CONFLICT",
      "Someone else retried or deleted 1 of these 2 failures. Nothing was changed.",
    );
    await expectRefusal(retry([waiting.id]), "CONFLICT", "Someone else retried or deleted this failure.");
    await expectRefusal(retry([randomUUID()]), "CONFLICT");
    expect(await listed()).toEqual([kept.id]);
  });

  it("by two admins at once is done once, and the second is told", async () => {
    const { id, rowIds } = await add();
    const outcomes = await Promise.allSettled([retry([id]), retry([id], "ADMIN")]);
    expect(outcomes.map(({ status }) => status).toSorted()).toEqual(["fulfilled", "rejected"]);
    await delivery.drain();
    expect(rowIdsIn(delivery.sandbox)).toEqual(rowIds);
  });

  it("leaves an audit event for each failure, with why it had failed", async () => {
    const [first, second] = [await add(), await add({ error: "its own reason" })];
    const before = await countAuditEvents(api, "ledgerWrites.retry");
    await retry([first.id, second.id]);
    expect(await countAuditEvents(api, "ledgerWrites.retry")).toBe(before + 2);
    const event = await api.database.read.auditEvent.findFirstOrThrow({ where: { subjectId: second.id } });
    expect(event).toMatchObject({
      subjectType: "outbox_message",
      before: { state: "FAILED", attempts: 1, lastError: "its own reason" },
      after: { state: "QUEUED" },
    });
  });
});

describe("deleting", () => {
  it("takes it out of sight, keeps it, and it is never written", async () => {
    const { id } = await add();
    expect(await remove([id])).toEqual({ deleted: 1 });
    expect(await listed()).toEqual([]);
    api.clock.advance({ hours: 48 });
    expect(await delivery.drain()).toBe(0);
    expect(rowIdsIn(delivery.sandbox)).toEqual([]);
    expect(await stored(id)).toMatchObject({ state: "FAILED", deletedAt: api.clock.in({ hours: -48 }) });
  });

  it("can not be undone by queueing it again: the database itself refuses that", async () => {
    const { id } = await add();
    await remove([id]);
    const queue = api.database.pool.query("UPDATE outbox_message SET state = 'QUEUED' WHERE id = $1", [id]);
    await expect(queue).rejects.toThrow(/outbox_message_deleted_failed/);
  });

  it("of what is no failure any more is refused, and so are the others chosen with it", async () => {
    const [gone, kept] = [await add(), await add()];
    await retry([gone.id]);
    await expectRefusal(remove([gone.id, kept.id]), "CONFLICT", /1 of these 2 failures/);
    expect(await listed()).toEqual([kept.id]);
  });
});
