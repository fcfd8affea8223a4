import { TRPCError } from "@trpc/server";
import fc from "fast-check";
import { afterAll, beforeAll, expect, it } from "vitest";
import { advanceSteps, WHOLE_CENTS } from "../testing/advance-steps.ts";
import type { TestApi } from "../testing/harness.ts";
import { openPayments, payableCustomer } from "../testing/payable.ts";
import type { TestProcessors } from "../testing/processors.ts";

const HISTORIES = Number(process.env.ADVANCE_HISTORIES ?? 25);
const SEED = Number(process.env.ADVANCE_SEED ?? 20_261_128);

let api: TestApi;
let processors: TestProcessors;
beforeAll(async () => {
  ({ api, processors } = await openPayments({ roles: ["SUPERADMIN", "EMPLOYEE"], passcodes: true }));
});
afterAll(() => api.close());

const steps = advanceSteps(
  () => api,
  () => processors,
);

const place = fc.nat({ max: 3 });
const amountCents = fc.integer({ min: 1, max: 60_000 });
const happening = fc.oneof(
  fc.record({ what: fc.constant("fund" as const) }),
  {
    weight: 3,
    arbitrary: fc.record({ what: fc.constant("send again" as const), part: fc.constantFrom(1, 2, 3) }),
  },
  { weight: 3, arbitrary: fc.record({ what: fc.constant("send back" as const), place }) },
  { weight: 3, arbitrary: fc.record({ what: fc.constant("pay" as const), amountCents }) },
  fc.record({ what: fc.constant("give back" as const), place, amountCents }),
  fc.record({ what: fc.constant("charge back" as const), place }),
  fc.record({ what: fc.constant("take back" as const) }),
);
type Happening = typeof happening extends fc.Arbitrary<infer One> ? One : never;

interface Made {
  customer: Awaited<ReturnType<typeof payableCustomer>>;
  fundings: { key: string; amountCents: number }[];
  payments: Awaited<ReturnType<typeof steps.pay>>[];
}

async function happen({ customer, fundings, payments }: Made, each: Happening): Promise<void> {
  if (each.what === "fund") fundings.push({ key: await steps.fund(customer), amountCents: WHOLE_CENTS });
  if (each.what === "send again") {
    const cents = WHOLE_CENTS / each.part;
    fundings.push({ key: await steps.sendAgain(customer, cents), amountCents: cents });
  }
  if (each.what === "pay") payments.push(await steps.pay(customer, each.amountCents));
  if (each.what === "take back") await steps.takeBack(customer);
  const funding = each.what === "send back" ? fundings[each.place] : undefined;
  if (funding) await steps.sendBack(funding.key, funding.amountCents);
  const payment = each.what === "give back" || each.what === "charge back" ? payments[each.place] : undefined;
  if (payment && each.what === "give back")
    await steps.giveBack(customer, payment.paymentId, Math.min(each.amountCents, payment.amountCents));
  if (payment && each.what === "charge back") await steps.chargeBack(payment.key, payment.amountCents);
}

/** Returns false when a rule refuses the event; throws any other error. */
const unlessRefused = (happens: Promise<void>) =>
  happens.then(
    () => true,
    (error: unknown) => {
      if (error instanceof TRPCError && error.code !== "INTERNAL_SERVER_ERROR") return false;
      throw error;
    },
  );

it("makes exactly the balance due when an advance is paid out after any history, and never more than the balance", async () => {
  let sent = 0;
  const history = fc.asyncProperty(
    fc.boolean(),
    fc.array(happening, { minLength: 3, maxLength: 10 }),
    async (isRenewing, events) => {
      const customer = isRenewing ? await steps.renewing() : await payableCustomer(api, { owesCents: 0 });
      const made: Made = { customer, fundings: [], payments: [] };
      for (const each of [{ what: "fund" } as const, ...events]) {
        const happened = await unlessRefused(happen(made, each));
        const { dueCents, owes } = await steps.standing(made.customer);
        expect(dueCents).toBeLessThanOrEqual(Math.max(0, owes));
        if (!happened || (each.what !== "fund" && each.what !== "send again")) continue;
        expect(dueCents).toBe(Math.max(0, owes));
        sent++;
      }
    },
  );
  await fc.assert(history, { numRuns: HISTORIES, seed: SEED, endOnFailure: true });
  expect(sent).toBeGreaterThan(HISTORIES);
});
