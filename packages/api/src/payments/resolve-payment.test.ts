import { randomUUID } from "node:crypto";
import type { DeskMode } from "@countinghouse/validators/payments/kinds";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import type { RouterInputs } from "../index.ts";
import { findDriftedBalances } from "../ledger/balances.ts";
import { JUST_LOOKED } from "../testing/confirmed.ts";
import { expectRefusal } from "../testing/expectations.ts";
import type { TestApi } from "../testing/harness.ts";
import {
  openPayments,
  order,
  PASSCODE,
  type Payable,
  payableCustomer,
  run,
  withProcessors,
} from "../testing/payable.ts";
import { readBalances } from "../testing/payments.ts";
import type { TestProcessors } from "../testing/processors.ts";

let api: TestApi;
let processors: TestProcessors;
beforeAll(async () => {
  ({ api } = await openPayments({ roles: ["SUPERADMIN", "ADMIN", "EMPLOYEE", "VIEWER"], passcodes: true }));
});
beforeEach(() => {
  processors = withProcessors(api);
});
afterAll(() => api.close());

const REASON = "The bank's statement of November 21 has it.";

/** Creates a payment whose call was lost and that the processor does not know a day later. */
async function forgotten(mode: DeskMode): Promise<Payable & { paymentId: string }> {
  const isFunding = mode === "FUND" || mode === "CREDIT";
  const customer = await payableCustomer(api, { owesCents: isFunding ? 0 : 50_000 });
  processors.next("lostBefore");
  const { paymentId } = await run(api, order(customer, mode));
  api.clock.advance({ hours: 25 });
  expect(await api.services.payments.step(paymentId)).toBe("NEEDS_REVIEW");
  return { ...customer, paymentId };
}

type Resolve = RouterInputs["payments"]["resolve"];

const resolve = async (paymentId: string, changed: Partial<Resolve> = {}) =>
  (await api.as("SUPERADMIN")).payments.resolve({
    requestId: randomUUID(),
    paymentId,
    outcome: "paid",
    reason: REASON,
    passcode: PASSCODE,
    ...changed,
  });

const readState = async (id: string) =>
  (await api.database.read.paymentIntent.findUniqueOrThrow({ where: { id } })).state;
const balance = async ({ userId }: Payable) => (await readBalances(api, userId)).cachedCents;

describe("settling a forgotten payment by hand", () => {
  it.each([
    ["FUND", "SUCCEEDED"],
    ["CREDIT", "SUBMITTED"],
  ] as const)("as paid gives a %s every effect of a successful funding", async (mode, state) => {
    const customer = await forgotten(mode);
    expect(await resolve(customer.paymentId)).toMatchObject({ state, isPostFundingDone: true });
    const { userId, applicationId } = customer;
    expect(await balance(customer)).toBe(130_000);
    const where = { id: applicationId };
    expect(await api.database.read.application.findUniqueOrThrow({ where })).toMatchObject({
      stage: "funded",
    });
    expect(await api.database.read.paymentSchedule.count({ where: { userId } })).toBe(5);
    expect(await api.services.payments.drain()).toBe(0);
  });

  it("as paid gives a sale every effect of a successful payment", async () => {
    const customer = await forgotten("SALE");
    expect(await resolve(customer.paymentId)).toMatchObject({ state: "SUCCEEDED" });
    expect(await balance(customer)).toBe(49_000);
    expect(await findDriftedBalances(api.database.read)).toEqual([]);
  });

  it("as failed leaves the ledger unchanged, returns the reason, and lets the application be paid out again", async () => {
    const customer = await forgotten("FUND");
    await expectRefusal(run(api, order(customer, "FUND")), "RULE", "not finished yet");
    expect(await resolve(customer.paymentId, { outcome: "failed" })).toMatchObject({
      state: "FAILED",
      failureCode: "settled-by-hand",
      message: `Settled by hand: ${REASON}`,
    });
    expect(await balance(customer)).toBe(0);
    expect(await run(api, order(customer, "FUND"))).toMatchObject({ state: "SUCCEEDED" });
    expect(await balance(customer)).toBe(130_000);
  });

  it("is required before another payout of the application, even when the payment was the second payout", async () => {
    const customer = await payableCustomer(api, { owesCents: 0 });
    await run(api, order(customer, "FUND"));
    const again = () =>
      order(customer, "FUND", { confirmed: { ...JUST_LOOKED, balance: false, funded: true } });
    processors.next("lostBefore");
    const { paymentId } = await run(api, again());
    api.clock.advance({ hours: 25 });
    expect(await api.services.payments.step(paymentId)).toBe("NEEDS_REVIEW");
    await expectRefusal(run(api, again()), "RULE", "not finished yet");
    await resolve(paymentId, { outcome: "failed" });
    expect(await run(api, again())).toMatchObject({ state: "SUCCEEDED" });
  });

  it("works for several payments in a row without a reference of the processor", async () => {
    const [one, other] = [await forgotten("SALE"), await forgotten("SALE")];
    await resolve(one.paymentId);
    expect(await resolve(other.paymentId)).toMatchObject({ state: "SUCCEEDED" });
  });

  it("is refused unless the payment is left to a person and no look-up is running", async () => {
    const customer = await payableCustomer(api);
    const { paymentId } = await run(api, order(customer, "SALE"));
    const notInReview = "Only a payment that needs a person can be settled by hand.";
    await expectRefusal(resolve(paymentId, { outcome: "failed" }), "RULE", notInReview);
    processors.next("lostBefore");
    const lost = await run(api, order(customer, "SALE"));
    expect(lost.state).toBe("UNKNOWN");
    await expectRefusal(resolve(lost.paymentId), "RULE", notInReview);
    const asked = await forgotten("DEBIT");
    await api.database.unsafeTransaction((tx) =>
      tx.paymentIntent.update({
        where: { id: asked.paymentId },
        data: { dueAt: api.clock.in({ seconds: 40 }) },
      }),
    );
    await expectRefusal(resolve(asked.paymentId), "RULE", "The processor is being asked");
    expect(await readState(asked.paymentId)).toBe("NEEDS_REVIEW");
    await expectRefusal(resolve(randomUUID()), "NOT_FOUND");
  });

  it("happens once when two requests with different outcomes come at the same moment", async () => {
    const customer = await forgotten("DEBIT");
    const outcomes = await Promise.allSettled([
      resolve(customer.paymentId),
      resolve(customer.paymentId, { outcome: "failed" }),
    ]);
    expect(outcomes.map(({ status }) => status).sort()).toEqual(["fulfilled", "rejected"]);
  });

  it.each([
    ["SALE", "You have entered the wrong code"],
    ["DEBIT", "You have entered wrong code"],
  ] as const)("of a %s needs the passcode of its rail and a reason", async (mode, message) => {
    const { paymentId } = await forgotten(mode);
    await expectRefusal(resolve(paymentId, { passcode: "9999" }), "RULE", message);
    await expect(resolve(paymentId, { reason: " " })).rejects.toThrow("Please Input Reason!");
    expect(await readState(paymentId)).toBe("NEEDS_REVIEW");
  });
});
