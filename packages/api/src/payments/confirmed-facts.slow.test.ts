import { randomUUID } from "node:crypto";
import type { SeenFacts } from "@countinghouse/validators/confirmations/schemas";
import { DESK_MODES, type DeskMode } from "@countinghouse/validators/payments/kinds";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { postLedgerTransaction, receivable } from "../ledger/post.ts";
import { processorBooks } from "../testing/books.ts";
import { readRows, reviewed, startPayments } from "../testing/bulk.ts";
import { seenNow } from "../testing/confirmed.ts";
import { expectRefusal, lastAuditEvent } from "../testing/expectations.ts";
import type { TestApi } from "../testing/harness.ts";
import {
  openPayments,
  order,
  type Payable,
  payableCustomer,
  run,
  withProcessors,
} from "../testing/payable.ts";
import { payment, record } from "../testing/payments.ts";
import type { TestProcessors } from "../testing/processors.ts";
import { addSchedule, readSchedules, toProcess } from "../testing/schedules.ts";

let api: TestApi;
let processors: TestProcessors;
beforeAll(async () => {
  ({ api } = await openPayments({ roles: ["SUPERADMIN", "ADMIN", "EMPLOYEE", "VIEWER"], passcodes: true }));
});
beforeEach(() => {
  processors = withProcessors(api);
});
afterAll(() => api.close());

const confirming = (seen: SeenFacts) => ({ seen, equalPaymentId: null, balance: false, funded: false });

/** Returns an order that is confirmed on these facts; a REFUND refunds `parentId`. */
const ordered = (customer: Payable, mode: DeskMode, seen: SeenFacts, parentId: string | null = null) =>
  order(customer, mode, { confirmed: confirming(seen), parentId });

describe("a payment confirmed on outdated facts", () => {
  it.each(DESK_MODES)("is refused for %s with the event, its admin and the current facts", async (mode) => {
    const customer = await payableCustomer(api);
    const sale = await run(api, order(customer, "SALE", { amountCents: 2000 }));
    const seen = await seenNow(api.database.read, customer.userId);
    const between = await run(api, order(customer, "DEBIT", { amountCents: 4112 }), "ADMIN");
    const calls = processors.calls();
    const details = await expectRefusal(
      run(api, ordered(customer, mode, seen, mode === "REFUND" ? sale.paymentId : null), "SUPERADMIN"),
      "RULE",
      /^In the meantime, admin@countinghouse\.test debited \$41\.12 by bank transfer at 10:00 AM EST\. The balance is now \$438\.88\.$/,
    );
    expect(details).toEqual({
      confirm: "changed",
      seen: { balanceCents: 43_888, newestPaymentId: between.paymentId },
      payoffCents: 43_888,
      equalPaymentId: null,
      openPaymentId: null,
    });
    expect(processors.calls()).toBe(calls);
  });

  it("goes out once it is confirmed on the facts of the refusal, and the audit stores those facts", async () => {
    const customer = await payableCustomer(api);
    const seen = await seenNow(api.database.read, customer.userId);
    await run(api, order(customer, "DEBIT"), "ADMIN");
    const { seen: now } = await expectRefusal(run(api, ordered(customer, "SALE", seen)), "RULE");
    expect(await run(api, ordered(customer, "SALE", now as SeenFacts))).toMatchObject({ state: "SUCCEEDED" });
    expect(await lastAuditEvent(api, "payments.run")).toMatchObject({ after: { confirmed: { seen: now } } });
  });

  it("goes out once for two admins who saw the same facts, and the refusal names the first payment", async () => {
    const customer = await payableCustomer(api);
    const seen = await seenNow(api.database.read, customer.userId);
    const press = (role: "EMPLOYEE" | "ADMIN") => run(api, ordered(customer, "SALE", seen), role);
    await press("ADMIN");
    api.clock.advance({ seconds: 4 });
    const details = await expectRefusal(
      press("EMPLOYEE"),
      "RULE",
      /^In the meantime, admin@countinghouse\.test charged \$10\.00 by card at 10:00 AM EST\. The balance is now \$490\.00\. This is the same amount and method within 24 hours.$/,
    );
    expect(details.equalPaymentId).toBe((details.seen as SeenFacts).newestPaymentId);
    expect(processors.calls()).toBe(1);
  });

  it("is refused after another payment that failed or has an unknown outcome", async () => {
    const customer = await payableCustomer(api);
    const seen = await seenNow(api.database.read, customer.userId);
    processors.next("declined");
    await run(api, order(customer, "DEBIT"), "ADMIN");
    await expectRefusal(
      run(api, ordered(customer, "SALE", seen)),
      "RULE",
      /10:00 AM EST, failed\. The balance is now \$500\.00\.$/,
    );
    const later = await seenNow(api.database.read, customer.userId);
    processors.next("lostBefore");
    await run(api, order(customer, "DEBIT"), "ADMIN");
    await expectRefusal(run(api, ordered(customer, "SALE", later)), "RULE", /, outcome not known yet\./);
  });

  it("is refused with the last ledger entry when only the balance changed", async () => {
    const customer = await payableCustomer(api);
    const seen = await seenNow(api.database.read, customer.userId);
    const { userId } = customer;
    await api.database.unsafeTransaction((tx) =>
      postLedgerTransaction(
        processorBooks(tx, api),
        { intentId: seen.newestPaymentId ?? "", kind: "late-fee", effectiveOn: new Date("2026-11-20") },
        [
          { account: receivable(userId), amountCents: 500 },
          { account: { code: "income:fees", type: "INCOME" }, amountCents: -500 },
        ],
        null,
      ),
    );
    await expectRefusal(
      run(api, ordered(customer, "SALE", seen)),
      "RULE",
      /^In the meantime, the balance changed from \$500\.00 to \$505\.00 \(late fee of \$5\.00 /,
    );
  });

  it("is refused with the balance when the page could not show one", async () => {
    const customer = await payableCustomer(api);
    const unseen = { balanceCents: null, newestPaymentId: null };
    const details = await expectRefusal(
      run(api, ordered(customer, "SALE", unseen)),
      "RULE",
      "The balance is $500.00.",
    );
    expect(await run(api, ordered(customer, "SALE", details.seen as SeenFacts))).toHaveProperty("paymentId");
  });

  it("is refused when staff record it by hand, and when they process a scheduled payment", async () => {
    const customer = await payableCustomer(api);
    const [row] = await addSchedule(api, customer);
    const seen = await seenNow(api.database.read, customer.userId);
    await run(api, order(customer, "DEBIT"), "ADMIN");
    const told = /^In the meantime, admin@countinghouse\.test debited \$10\.00 by bank transfer/;
    const confirmed = { seen, equalPaymentId: null, balance: false };
    await expectRefusal(record(api, payment(customer.userId, { confirmed })), "RULE", told);
    const { paymentSchedules } = await api.as("EMPLOYEE");
    const [now] = await readSchedules(api, customer.userId);
    const processed = paymentSchedules.process(toProcess(row, { amountCents: now?.leftCents ?? 0 }));
    await expectRefusal(processed, "RULE", told);
    expect(await paymentSchedules.process(toProcess(now))).toMatchObject({ state: "SUBMITTED" });
  });

  it("fails its row of a bulk job when another payment came after the start", async () => {
    const customer = await payableCustomer(api);
    const [row] = await addSchedule(api, customer, ["2026-11-19"]);
    const list = reviewed("BULK_DEBIT", [{ userId: customer.userId, scheduleId: row?.id ?? null }]);
    const { batchId } = await startPayments(api, list);
    await run(api, order(customer, "DEBIT"), "ADMIN");
    await api.services.bulkJobs.drain("BULK_DEBIT");
    expect((await readRows(api, batchId))[0]).toMatchObject({
      state: "FAILED",
      message: expect.stringMatching(
        /^In the meantime, admin@countinghouse\.test debited \$10\.00 by bank transfer/,
      ),
    });
    expect(processors.calls()).toBe(1);
  });

  it("counts another customer's payment, or an unknown one, as none seen", async () => {
    const [customer, other] = [await payableCustomer(api), await payableCustomer(api)];
    const { paymentId } = await run(api, order(other, "SALE"));
    for (const newestPaymentId of [paymentId, randomUUID()]) {
      const call = run(api, ordered(customer, "SALE", { balanceCents: 50_000, newestPaymentId }));
      await expectRefusal(call, "RULE", /^In the meantime, someone recorded \$500\.00 as owed on 2026-11-01/);
    }
  });
});
