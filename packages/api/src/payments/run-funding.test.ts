import type { Prisma } from "@countinghouse/db";
import { PAYMENT_TEXTS } from "@countinghouse/validators/payments/texts";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { findDriftedBalances } from "../ledger/balances.ts";
import { JUST_LOOKED } from "../testing/confirmed.ts";
import { countAuditEvents, expectRefusal, lastAuditEvent } from "../testing/expectations.ts";
import type { TestApi } from "../testing/harness.ts";
import { watchLocks } from "../testing/lock-order.ts";
import {
  openPayments,
  order,
  type Payable,
  payableCustomer,
  run,
  withProcessors,
} from "../testing/payable.ts";
import { readBalances } from "../testing/payments.ts";
import type { TestProcessors } from "../testing/processors.ts";
import { moveIntent } from "./state.ts";

let api: TestApi;
let processors: TestProcessors;
beforeAll(async () => {
  ({ api } = await openPayments({ roles: ["SUPERADMIN", "ADMIN", "EMPLOYEE", "VIEWER"], passcodes: true }));
});
beforeEach(() => {
  processors = withProcessors(api);
});
afterAll(() => api.close());

const customerToFund = () => payableCustomer(api, { owesCents: 0 });
const readApplication = ({ applicationId }: Payable) =>
  api.database.read.application.findUniqueOrThrow({ where: { id: applicationId } });
const change = (customer: Payable, data: Parameters<typeof updateApplication>[1]) =>
  updateApplication(customer, data);

const updateApplication = (
  { applicationId }: Payable,
  data: { alloyStatus?: "Denied"; expiresAt?: Date; offerExpiresAt?: Date; disbursementAmountCents?: bigint },
) => api.database.unsafeTransaction((tx) => tx.application.update({ where: { id: applicationId }, data }));

const ban = ({ userId }: Payable) =>
  api.database.unsafeTransaction((tx) =>
    tx.user.update({ where: { id: userId }, data: { doNotFund: true } }),
  );

describe("a funding", () => {
  it.each([
    ["FUND", "SUCCEEDED"],
    ["CREDIT", "SUBMITTED"],
  ] as const)(
    "by %s pays out the disbursement, and the customer owes the payback amount",
    async (mode, state) => {
      const customer = await customerToFund();
      const outcome = await run(api, order(customer, mode));
      expect(outcome).toMatchObject({
        state,
        amountCents: 90_000,
        isPostFundingDone: true,
        postFundingMessage: null,
      });
      expect(processors.books).toEqual([{ key: expect.any(String), mode, amountCents: 90_000 }]);
      expect(await readBalances(api, customer.userId)).toEqual({
        ledgerCents: 130_000,
        cachedCents: 130_000,
      });
      expect(await readApplication(customer)).toMatchObject({ stage: "funded", fundedAt: api.clock.now() });
    },
  );

  it("adds the journey event Funded and the payment dates of the payback", async () => {
    const customer = await customerToFund();
    await run(api, order(customer, "FUND"));
    const { userId } = customer;
    expect(await api.database.read.journeyEvent.findMany({ where: { userId } })).toMatchObject([
      { name: "Funded" },
    ]);
    const dates = await api.database.read.paymentSchedule.findMany({
      where: { userId },
      orderBy: { paymentDate: "asc" },
    });
    expect(dates.map(({ amountCents }) => Number(amountCents))).toEqual([
      30_000, 30_000, 30_000, 30_000, 10_000,
    ]);
    expect(dates[1]?.paymentDate.toISOString().slice(0, 10)).toBe("2026-12-08");
    expect(await lastAuditEvent(api, "payments.finishFunding")).toMatchObject({
      actor: "job:payments",
      subjectId: String(userId),
      after: { step: "Funded", paymentDates: 5 },
    });
  });

  it("locks the application before the balance", async () => {
    const { orders, outOfOrder } = watchLocks(api);
    await run(api, order(await customerToFund(), "FUND"));
    expect(outOfOrder).toEqual([]);
    expect(orders).toContain("application, user_balance");
  });

  it.each([
    ["is not Approved", { alloyStatus: "Denied" as const }, "not Approved"],
    ["has expired", { expiresAt: new Date("2026-11-01") }, "Latest Application has expired"],
    ["has an offer that expired", { offerExpiresAt: new Date("2026-11-01") }, "Latest Offer has expired"],
  ])("of an application that %s is refused", async (_, facts, message) => {
    const customer = await customerToFund();
    await change(customer, facts);
    await expectRefusal(run(api, order(customer, "FUND")), "RULE", new RegExp(message));
    await expectRefusal(run(api, order(customer, "CREDIT")), "RULE", new RegExp(message));
    expect(processors.calls()).toBe(0);
  });

  it("of a customer flagged Do Not Fund is refused", async () => {
    const customer = await customerToFund();
    await ban(customer);
    await expectRefusal(run(api, order(customer, "FUND")), "RULE", "Do Not Fund");
  });

  it("needs a primary card", async () => {
    const customer = await customerToFund();
    await api.database.unsafeTransaction((tx) =>
      tx.card.update({ where: { id: customer.cardId }, data: { isPrimary: false } }),
    );
    await expectRefusal(
      run(api, order(customer, "FUND")),
      "RULE",
      "There is no card information, No primary Account available",
    );
  });

  it("is refused with an amount that the application no longer has", async () => {
    const customer = await customerToFund();
    await change(customer, { disbursementAmountCents: 80_000n });
    await expectRefusal(run(api, order(customer, "FUND")), "CONFLICT", "has changed");
  });

  it("of a funded customer goes out again only with a confirmation", async () => {
    const customer = await customerToFund();
    await run(api, order(customer, "FUND"));
    const details = await expectRefusal(
      run(api, order(customer, "CREDIT")),
      "RULE",
      "The customer already funded on 2026-11-20. Are you sure you want to fund the customer again?",
    );
    expect(details).toEqual({ confirm: "funded" });
    const again = order(customer, "CREDIT", { confirmed: { ...JUST_LOOKED, balance: false, funded: true } });
    expect(await run(api, again)).toMatchObject({ state: "SUBMITTED" });
    expect(processors.books).toHaveLength(2);
  });

  it("is refused with the next step after an earlier one was charged back", async () => {
    const customer = await customerToFund();
    const { paymentId } = await run(api, order(customer, "FUND"));
    await api.database.unsafeTransaction(async (tx) => {
      await moveIntent(tx, paymentId, "SUCCEEDED", ["CHARGED_BACK"]);
      const data = { stage: "contracted", fundedAt: null } as const;
      await tx.application.update({ where: { id: customer.applicationId }, data });
    });
    await expectRefusal(
      run(api, order(customer, "FUND")),
      "RULE",
      "The funding of this application was charged back. Restart the application to fund the customer again.",
    );
  });

  it("by CREDIT is refused with a message while one by FUND has no known outcome", async () => {
    const customer = await customerToFund();
    processors.next("lostBefore");
    const { paymentId } = await run(api, order(customer, "FUND"));
    const details = await expectRefusal(
      run(api, order(customer, "CREDIT"), "ADMIN"),
      "RULE",
      "A payment like this one is not finished yet. Wait until its outcome is known.",
    );
    expect(details).toEqual({ paymentId });
    await api.database.unsafeTransaction((tx) =>
      tx.paymentIntent.update({ where: { id: paymentId }, data: { state: "NEEDS_REVIEW" } }),
    );
    await expectRefusal(run(api, order(customer, "CREDIT"), "ADMIN"), "RULE", "not finished yet");
    expect(processors.calls()).toBe(1);
  });

  it("confirmed as a further one goes out once when two admins order it by two modes at the same moment", async () => {
    const customer = await customerToFund();
    await run(api, order(customer, "FUND"));
    const confirmed = { confirmed: { ...JUST_LOOKED, balance: false, funded: true } };
    let meanwhile: Promise<unknown> = Promise.resolve();
    processors.onCall(() => {
      processors.onCall(() => Promise.resolve());
      meanwhile = run(api, order(customer, "CREDIT", confirmed), "ADMIN").catch(
        (refused: unknown) => refused,
      );
      return meanwhile.then(() => undefined);
    });
    await run(api, order(customer, "FUND", confirmed));
    await expectRefusal(Promise.reject(await meanwhile), "RULE", "not finished yet");
    expect(processors.books).toHaveLength(2);
  });

  it.each(["Do Not Fund", "expiry", "approval"])(
    "is refused before the call when its %s changes after the order",
    async (flip) => {
      const customer = await customerToFund();
      const input = order(customer, "FUND");
      const engine = api.services.payments;
      // The facts change after the order is stored and before it is sent.
      api.services.payments = {
        ...engine,
        step: async (paymentId) => {
          if (flip === "Do Not Fund") await ban(customer);
          if (flip === "expiry") await change(customer, { expiresAt: new Date("2026-11-01") });
          if (flip === "approval") await change(customer, { alloyStatus: "Denied" });
          return engine.step(paymentId);
        },
      };
      try {
        expect(await run(api, input)).toMatchObject({ state: "CANCELLED", failureCode: "refused" });
      } finally {
        api.services.payments = engine;
      }
      expect(processors.calls()).toBe(0);
    },
  );
});

describe("the passcode", () => {
  it.each([
    ["FUND", "You have entered the wrong code"],
    ["CREDIT", "You have entered wrong code"],
  ] as const)(
    "of %s that is wrong is refused with the product's message, and no payment is stored",
    async (mode, message) => {
      const customer = await customerToFund();
      const refused = await countAuditEvents(api, "passcodes.refuse");
      const details = await expectRefusal(
        run(api, order(customer, mode, { passcode: "9999" }), "ADMIN"),
        "RULE",
        message,
      );
      expect(details).toEqual({});
      await expectRefusal(
        run(api, order(customer, mode, { passcode: "" }), "ADMIN"),
        "RULE",
        "Please enter pass code",
      );
      expect(await countAuditEvents(api, "passcodes.refuse")).toBe(refused + 1);
      expect(await api.database.read.paymentIntent.count({ where: { userId: customer.userId } })).toBe(0);
    },
  );
});

describe("a recredit", () => {
  it("without an earlier funding is refused", async () => {
    const customer = await customerToFund();
    await expectRefusal(run(api, order(customer, "RECREDIT")), "RULE", "no earlier funding");
  });

  it("sends the money again after a failed funding, and names that funding as its parent", async () => {
    const customer = await customerToFund();
    processors.next("declined");
    const { paymentId } = await run(api, order(customer, "CREDIT"));
    const again = await run(api, order(customer, "RECREDIT"));
    expect(again).toMatchObject({ state: "SUBMITTED" });
    const { parentId } = await api.database.read.paymentIntent.findUniqueOrThrow({
      where: { id: again.paymentId },
    });
    expect(parentId).toBe(paymentId);
  });

  it("takes its amount from the form, up to the earlier disbursement, and adds the same share of the payback", async () => {
    const customer = await customerToFund();
    processors.next("declined");
    await run(api, order(customer, "CREDIT"));
    await expectRefusal(
      run(api, order(customer, "RECREDIT", { amountCents: 90_001 })),
      "RULE",
      "The amount cannot be more than the earlier disbursement: $900.00.",
    );
    await run(api, order(customer, "RECREDIT", { amountCents: 45_000 }));
    expect((await readBalances(api, customer.userId)).ledgerCents).toBe(65_000);
  });

  it("of an application that is no longer fundable is sent, unless the customer is flagged Do Not Fund", async () => {
    const customer = await customerToFund();
    processors.next("declined");
    await run(api, order(customer, "CREDIT"));
    const alter = (data: Prisma.ApplicationUpdateInput) =>
      api.database.unsafeTransaction((tx) =>
        tx.application.update({ where: { id: customer.applicationId }, data }),
      );
    await alter({ alloyStatus: "Expired", user: { update: { doNotFund: true } } });
    await expectRefusal(run(api, order(customer, "RECREDIT")), "RULE", PAYMENT_TEXTS.doNotFund);
    await alter({ user: { update: { doNotFund: false } } });
    expect(await run(api, order(customer, "RECREDIT"))).toMatchObject({ state: "SUBMITTED" });
  });
});

it("leaves every balance equal to its ledger", async () => {
  expect(await findDriftedBalances(api.database.read)).toEqual([]);
});
