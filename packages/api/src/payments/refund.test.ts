import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { findDriftedBalances } from "../ledger/balances.ts";
import { expectRefusal } from "../testing/expectations.ts";
import type { TestApi } from "../testing/harness.ts";
import { openPayments, order, payableCustomer, run, withProcessors } from "../testing/payable.ts";
import { readBalances } from "../testing/payments.ts";
import type { TestProcessors } from "../testing/processors.ts";

let api: TestApi;
let processors: TestProcessors;
beforeAll(async () => {
  ({ api } = await openPayments({ roles: ["ADMIN", "EMPLOYEE", "VIEWER"], passcodes: true }));
});
beforeEach(() => {
  processors = withProcessors(api);
});
afterAll(() => api.close());

describe("a refund", () => {
  const sell = async () => {
    const customer = await payableCustomer(api);
    const { paymentId } = await run(api, order(customer, "SALE", { amountCents: 3000 }));
    return { customer, paymentId };
  };

  it("gives back part of a sale and raises the balance, but never gives back more than the sale", async () => {
    const { customer, paymentId } = await sell();
    const part = { parentId: paymentId, amountCents: 2000 };
    expect(await run(api, order(customer, "REFUND", part))).toMatchObject({ state: "SUCCEEDED" });
    expect((await readBalances(api, customer.userId)).cachedCents).toBe(49_000);
    await expectRefusal(
      run(api, order(customer, "REFUND", part)),
      "RULE",
      "The refund cannot be more than the remaining amount",
    );
    const options = await (await api.as("VIEWER")).payments.options({ userId: customer.userId });
    expect(options.refundable).toMatchObject([{ id: paymentId, amountCents: 3000, leftCents: 1000 }]);
  });

  it("with an unknown outcome fails only after the effect window when the look-up finds a declined refund", async () => {
    const { customer, paymentId } = await sell();
    processors.next("lostBefore");
    const part = { parentId: paymentId, amountCents: 2000 };
    const refund = await run(api, order(customer, "REFUND", part));
    const { cards } = api.services.ports;
    const declined = { state: "declined", reference: "", amountCents: 2000, code: "ZZ", raw: {} } as const;
    api.services.ports.cards = { ...cards, lookUpRefund: () => Promise.resolve(declined) };
    const check = async () =>
      (await api.as("EMPLOYEE")).payments.check({ paymentId: refund.paymentId, requestId: randomUUID() });
    expect(await check()).toMatchObject({ state: "UNKNOWN" });
    api.clock.advance({ minutes: 5 });
    expect(await check()).toMatchObject({ state: "FAILED" });
    api.services.ports.cards = cards;
  });

  it("of a sale that was taken in part gives back at most that part", async () => {
    const customer = await payableCustomer(api);
    processors.next("part");
    const { paymentId, message } = await run(api, order(customer, "SALE", { amountCents: 3000 }));
    expect(message).toContain("$3.00 of $30.00");
    const options = await (await api.as("VIEWER")).payments.options({ userId: customer.userId });
    expect(options.refundable).toMatchObject([{ id: paymentId, amountCents: 300, leftCents: 300 }]);
    const refund = (amountCents: number) =>
      run(api, order(customer, "REFUND", { parentId: paymentId, amountCents }));
    await expectRefusal(refund(301), "RULE", "The refund cannot be more than the remaining amount");
    const beyond = api.database.unsafeTransaction((tx) =>
      tx.paymentIntent.create({
        data: {
          userId: customer.userId,
          kind: "REFUND",
          paymentType: "CREDIT",
          businessKey: randomUUID(),
          amountCents: 301,
          parentId: paymentId,
        },
      }),
    );
    await expect(beyond).rejects.toThrow("would be 301 of 300 cents");
    expect(await refund(300)).toMatchObject({ state: "SUCCEEDED" });
    expect((await readBalances(api, customer.userId)).cachedCents).toBe(50_000);
  });

  it("goes out once when many admins request it at once", async () => {
    const { customer, paymentId } = await sell();
    const roles = ["EMPLOYEE", "ADMIN"] as const;
    await Promise.allSettled(
      Array.from({ length: 8 }, (_, index) =>
        run(api, order(customer, "REFUND", { parentId: paymentId, amountCents: 3000 }), roles[index % 2]),
      ),
    );
    expect(processors.books.filter(({ mode }) => mode === "REFUND")).toHaveLength(1);
  });

  it("without a sale, or of another customer's sale, is refused", async () => {
    const { paymentId } = await sell();
    const other = await payableCustomer(api);
    await expectRefusal(
      run(api, order(other, "REFUND")),
      "RULE",
      "Please select the payment to refund first!",
    );
    const foreign = order(other, "REFUND", { parentId: paymentId });
    await expectRefusal(run(api, foreign), "RULE", "Please select the payment to refund first!");
  });
});

it("leaves every balance equal to its ledger", async () => {
  expect(await findDriftedBalances(api.database.read)).toEqual([]);
});
