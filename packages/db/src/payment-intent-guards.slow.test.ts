import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { PaymentState } from "./index.ts";
import { createTestDatabase, type TestDatabase } from "./testing/database.ts";

let held: TestDatabase;
let userId: number;
beforeAll(async () => {
  held = await createTestDatabase({ size: 2 });
});
beforeEach(async () => {
  ({ id: userId } = await write((tx) => tx.user.create({ data: {}, select: { id: true } })));
});
afterAll(() => held.drop());

const write: TestDatabase["database"]["unsafeTransaction"] = (work) => held.database.unsafeTransaction(work);
const query = (sql: string, values: unknown[] = []) => held.asOwner(sql, values);

interface Changed {
  amountCents?: bigint;
  state?: PaymentState;
  businessKey?: string;
  kind?: "FUND" | "MANUAL" | "SALE";
  applicationId?: number;
  dueAt?: Date;
  postFundedAt?: Date;
}

const addIntent = (changed: Changed = {}) =>
  write((tx) =>
    tx.paymentIntent.create({
      data: {
        userId,
        kind: "MANUAL",
        paymentType: "DEBIT",
        businessKey: randomUUID(),
        amountCents: 100n,
        ...changed,
      },
    }),
  );

/** The moves of the design, written down a second time. */
const EDGES: Record<PaymentState, PaymentState[]> = {
  CREATED: ["READY"],
  READY: ["SENDING", "CANCELLED"],
  SENDING: ["SUBMITTED", "SUCCEEDED", "FAILED", "UNKNOWN"],
  SUBMITTED: ["SETTLED", "RETURNED"],
  SETTLED: ["RETURNED"],
  SUCCEEDED: ["CHARGED_BACK", "RETURNED"],
  UNKNOWN: ["SUBMITTED", "SUCCEEDED", "FAILED", "NEEDS_REVIEW"],
  FAILED: ["SUBMITTED", "SUCCEEDED"],
  NEEDS_REVIEW: ["SUBMITTED", "SUCCEEDED", "FAILED"],
  RETURNED: [],
  CHARGED_BACK: ["SUCCEEDED"],
  CANCELLED: ["SUBMITTED", "SUCCEEDED"],
};
const STATES = Object.values(PaymentState);

/** The moves that lead from the last of the states that were passed to another one, through no state twice. */
function pathTo(state: PaymentState, passed: PaymentState[] = ["CREATED"]): PaymentState[] | null {
  const from = passed.at(-1) ?? "CREATED";
  if (from === state) return [];
  for (const next of EDGES[from].filter((each) => !passed.includes(each))) {
    const rest = pathTo(state, [...passed, next]);
    if (rest) return [next, ...rest];
  }
  return null;
}

describe("a payment intent", () => {
  it.each(STATES)("in %s moves along its edges and nowhere else", async (state) => {
    const path = pathTo(state);
    expect(path).not.toBeNull();
    const allowed: PaymentState[] = [];
    for (const target of STATES.filter((other) => other !== state)) {
      const { id } = await addIntent();
      for (const step of path ?? [])
        await query("UPDATE payment_intent SET state = $2 WHERE id = $1", [id, step]);
      const moved = await query("UPDATE payment_intent SET state = $2 WHERE id = $1", [id, target]).then(
        () => true,
        (error: Error) => {
          expect(error.message).toContain(`may not move from ${state} to ${target}`);
          return false;
        },
      );
      if (moved) allowed.push(target);
    }
    expect(allowed.sort()).toEqual([...EDGES[state]].sort());
  });

  it("begins as it ended where it ended before the import, and only there", async () => {
    const imported = () => ({ businessKey: `import:old:${randomUUID()}`, state: "SUCCEEDED" }) as const;
    await addIntent(imported());
    await addIntent({ ...imported(), state: "FAILED" });
    await addIntent({ ...imported(), state: "RETURNED", businessKey: `opening:old:${randomUUID()}` });
    const refused: Changed[] = [
      { ...imported(), state: "SUBMITTED" },
      { ...imported(), kind: "SALE" },
      { ...imported(), dueAt: new Date() },
      { ...imported(), businessKey: `manual:${randomUUID()}` },
    ];
    for (const changed of refused) await expect(addIntent(changed)).rejects.toThrow(/begins as CREATED/);
  });

  it("is a funding that begins as SUCCEEDED of an imported application alone, on the day it was paid out", async () => {
    const fundedAt = new Date("2026-09-01T04:00:00Z");
    const application = (importKey: string | null) =>
      write((tx) =>
        tx.application.create({
          data: { userId, importKey, fundedAt, expiresAt: fundedAt },
          select: { id: true },
        }),
      );
    const funding = { kind: "FUND", state: "SUCCEEDED", postFundedAt: fundedAt } as const;
    const { id: imported } = await application(`old:${randomUUID()}`);
    const { id: own } = await application(null);
    await addIntent({ ...funding, applicationId: imported });
    const refused: Changed[] = [
      { ...funding, applicationId: own },
      { ...funding, applicationId: imported, state: "FAILED" },
      { ...funding, applicationId: imported, postFundedAt: new Date("2026-09-02T04:00:00Z") },
      { kind: "FUND", state: "SUCCEEDED", applicationId: imported },
    ];
    for (const changed of refused) await expect(addIntent(changed)).rejects.toThrow(/begins as CREATED/);
  });

  it("begins as CREATED with an amount above zero", async () => {
    await expect(addIntent({ state: "SUCCEEDED" })).rejects.toThrow(/begins as CREATED/);
    await expect(addIntent({ amountCents: 0n })).rejects.toThrow(/amount_positive/);
    await expect(addIntent({ amountCents: -1n })).rejects.toThrow(/amount_positive/);
  });

  it.each([
    "user_id = user_id + 1",
    "kind = 'SALE'",
    "payment_type = 'CREDIT'",
    "business_key = 'x'",
    "amount_cents = 1",
  ])("never changes what it is about: %s", async (change) => {
    const { id } = await addIntent();
    await query("INSERT INTO users (id) VALUES ($1) ON CONFLICT DO NOTHING", [userId + 1]);
    await expect(query(`UPDATE payment_intent SET ${change} WHERE id = $1`, [id])).rejects.toThrow(
      /never changes/,
    );
    await query("DELETE FROM users WHERE id = $1", [userId + 1]);
    await query("SELECT setval(pg_get_serial_sequence('users', 'id'), (SELECT max(id) FROM users))");
  });
});

it("a payment that no import brought becomes none of an import, and is not deleted", async () => {
  const { id } = await addIntent();
  await expect(
    query("UPDATE payment_intent SET import_run_id = gen_random_uuid() WHERE id = $1", [id]),
  ).rejects.toThrow("which import brought payment");
  await expect(query("DELETE FROM payment_intent WHERE id = $1", [id])).rejects.toThrow("DELETE is refused");
});
