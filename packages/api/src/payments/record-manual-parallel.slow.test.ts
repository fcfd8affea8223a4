import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { verifyChains } from "../chain/chains.ts";
import { findDriftedBalances } from "../ledger/balances.ts";
import { createTestApi, type TestApi } from "../testing/harness.ts";
import { debtor } from "../testing/payable.ts";
import { lookedAtPayment, payment, readBalances, record, recordInTheEnd } from "../testing/payments.ts";

let api: TestApi;
beforeAll(async () => {
  api = await createTestApi();
  await api.admin("SUPERADMIN");
  await api.admin("EMPLOYEE");
});
afterAll(() => api.close());

describe("at the same moment", () => {
  it("200 identical requests record one payment, and all get its answer", async () => {
    const { id } = await debtor(api);
    const input = payment(id);
    const answers = await Promise.all(Array.from({ length: 200 }, () => record(api, input)));
    for (const answer of answers) expect(answer).toEqual(answers[0]);
    expect(
      await api.database.read.paymentIntent.count({ where: { userId: id, manual: { isNot: null } } }),
    ).toBe(1);
    expect(await readBalances(api, id)).toEqual({ ledgerCents: 99_000, cachedCents: 99_000 });
    expect(
      await api.database.read.outboxMessage.count({
        where: { dedupeKey: { endsWith: answers[0]?.paymentId ?? "" } },
      }),
    ).toBe(1);
  });

  it("one of several payments confirmed on the same facts is recorded, and the refusals name it", async () => {
    const { id } = await debtor(api);
    const roles = ["EMPLOYEE", "SUPERADMIN"] as const;
    const inputs = await Promise.all(Array.from({ length: 20 }, () => lookedAtPayment(api, payment(id))));
    const outcomes = await Promise.allSettled(
      inputs.map(async (input, index) =>
        (await api.as(roles[index % 2] ?? "EMPLOYEE")).payments.recordManual(input),
      ),
    );
    const refusals = outcomes.flatMap((each) => (each.status === "rejected" ? [String(each.reason)] : []));
    expect(refusals).toHaveLength(19);
    for (const refusal of refusals)
      expect(refusal).toMatch(/In the meantime, .* recorded \$10\.00 as paid at 10:00 AM EST/);
    expect(await readBalances(api, id)).toEqual({ ledgerCents: 99_000, cachedCents: 99_000 });
  });

  it("different payments, each confirmed again, each see the balance after the one before", async () => {
    const { id } = await debtor(api);
    const roles = ["EMPLOYEE", "SUPERADMIN"] as const;
    const answers = await Promise.all(
      Array.from({ length: 10 }, (_, index) =>
        recordInTheEnd(api, payment(id), roles[index % 2] ?? "EMPLOYEE"),
      ),
    );
    const befores = answers.map(({ balanceBeforeCents }) => balanceBeforeCents).sort((a, b) => b - a);
    expect(befores).toEqual(Array.from({ length: 10 }, (_, index) => 100_000 - index * 1000));
    expect(await readBalances(api, id)).toEqual({ ledgerCents: 90_000, cachedCents: 90_000 });
  });

  it("payments on many users do not mix", async () => {
    const users = await Promise.all(Array.from({ length: 10 }, () => debtor(api)));
    await Promise.all(
      users.flatMap(({ id }, index) =>
        Array.from({ length: 3 }, () =>
          recordInTheEnd(api, payment(id, { amountCents: (index + 1) * 100 }), "EMPLOYEE"),
        ),
      ),
    );
    for (const [index, { id }] of users.entries()) {
      expect((await readBalances(api, id)).cachedCents).toBe(100_000 - (index + 1) * 300);
    }
  });
});

describe("any sequence of payments", () => {
  const step = fc.record({
    user: fc.nat({ max: 2 }),
    paymentType: fc.constantFrom("DEBIT" as const, "CREDIT" as const),
    amountCents: fc.oneof(fc.integer({ min: 1, max: 100_000 }), fc.constant(200_000)),
    repeated: fc.boolean(),
  });

  it("leaves balances equal to the sum of the payments, one after the other or all at once", async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(step, { maxLength: 5 }), fc.boolean(), async (steps, allAtOnce) => {
        const users = await Promise.all([api.user(), api.user(), api.user()]);
        const inputs = steps.map(({ user, paymentType, amountCents, repeated }) => ({
          repeated,
          input: payment(users[user]?.id ?? 0, { lineItemType: "Other", paymentType, amountCents }),
        }));
        const press = ({ input, repeated }: (typeof inputs)[number]) =>
          recordInTheEnd(api, input, "SUPERADMIN", repeated ? 2 : 1);
        const calls = inputs.flatMap(({ input, repeated }) => (repeated ? [input, input] : [input]));
        if (allAtOnce) await Promise.all(inputs.map(press));
        else for (const input of calls) await record(api, input, "SUPERADMIN");
        for (const [index, { id }] of users.entries()) {
          const expected = steps
            .filter(({ user }) => user === index)
            .reduce(
              (sum, { paymentType, amountCents }) => sum + (paymentType === "DEBIT" ? -1 : 1) * amountCents,
              0,
            );
          expect(await readBalances(api, id)).toEqual({ ledgerCents: expected, cachedCents: expected });
        }
      }),
      { numRuns: 6 },
    );
    expect(await findDriftedBalances(api.database.read)).toEqual([]);
    expect(await verifyChains(api.database.read, api.vault)).toEqual([]);
  });

  it("lets the check find a balance that differs from its entries or is not cached", async () => {
    const [{ id: drifted }, { id: uncached }] = [await api.user(), await api.user()];
    for (const id of [drifted, uncached]) await record(api, payment(id), "SUPERADMIN");
    await api.database.pool.query(
      "UPDATE user_balance SET balance_cents = balance_cents + 1 WHERE user_id = $1",
      [drifted],
    );
    await api.database.pool.query("DELETE FROM user_balance WHERE user_id = $1", [uncached]);
    expect(await findDriftedBalances(api.database.read)).toEqual(
      expect.arrayContaining([
        { userId: drifted, cachedCents: "-999", ledgerCents: "-1000" },
        { userId: uncached, cachedCents: "0", ledgerCents: "-1000" },
      ]),
    );
  });
});
