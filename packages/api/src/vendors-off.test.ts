import { randomUUID } from "node:crypto";
import { ALL_VENDORS, type Vendor, whyNotHere, whyNotVendor } from "@countinghouse/validators/vendors/rules";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { pollBusinesses } from "./businesses/poll.ts";
import { pollInstitutions } from "./institutions/poll.ts";
import { queueOutbox } from "./outbox/queue.ts";
import { appRouter } from "./router.ts";
import { addBankLink } from "./testing/bank-links.ts";
import { expectRefusal } from "./testing/expectations.ts";
import { createTestApi, type TestApi } from "./testing/harness.ts";
import { addFailedWrite, paymentRow } from "./testing/ledger-writes.ts";
import { payment, record } from "./testing/payments.ts";
import { createCaller, type ProcedureMeta } from "./trpc.ts";
import { VENDOR_OF_TOPIC } from "./vendors-off.ts";

const PROCEDURES = Object.entries(
  appRouter._def.procedures as unknown as Record<string, { _def: { meta?: ProcedureMeta } }>,
).flatMap(([path, { _def }]) => {
  const access = _def.meta?.access;
  const reason = access === undefined || access === "public" ? null : whyNotHere(access, ALL_VENDORS);
  return reason === null ? [] : [{ path, reason }];
});

let api: TestApi;
beforeAll(async () => {
  api = await createTestApi();
});
afterEach(() => {
  api.vendorsOff.length = 0;
});
afterAll(() => api.close());

const switchOff = (...vendors: Vendor[]) => api.vendorsOff.push(...vendors);

/** Without any input: what is off is refused before that is looked at. */
async function call(path: string): Promise<unknown> {
  const caller: unknown = createCaller(appRouter)(api.ctx(await api.admin("SUPERADMIN")));
  const procedure = path
    .split(".")
    .reduce((held, name) => (held as Record<string, unknown>)[name], caller) as () => Promise<unknown>;
  return procedure();
}

describe("a vendor that is off", () => {
  it.each(PROCEDURES)("is why $path is refused, and only then", async ({ path, reason }) => {
    switchOff(...ALL_VENDORS);
    await expectRefusal(call(path), "RULE", reason);
    api.vendorsOff.length = 0;
    await expect(call(path)).rejects.not.toThrow(reason);
  });

  it("is named in each of these reasons: none of them is held for another one", () => {
    expect(PROCEDURES.length).toBeGreaterThan(15);
    const reasons = ALL_VENDORS.map((vendor) => whyNotVendor(vendor, [vendor]));
    for (const { reason } of PROCEDURES) expect(reasons).toContain(reason);
  });

  it("is told to the console with who is signed in", async () => {
    switchOff("crm");
    expect(await (await api.as("VIEWER")).admins.me()).toMatchObject({ vendorsOff: ["crm"] });
  });

  it("keeps nothing waiting: what would go to it is not queued, mail always is", async () => {
    switchOff(...ALL_VENDORS);
    const drafts = (Object.keys(VENDOR_OF_TOPIC) as (keyof typeof VENDOR_OF_TOPIC)[]).map((topic) => ({
      topic,
      dedupeKey: `vendors-off:${topic}`,
      message: {},
    }));
    await api.database.unsafeTransaction((tx) =>
      queueOutbox(tx, api.vault, api.clock.now(), drafts, api.vendorsOff),
    );
    const where = { dedupeKey: { startsWith: "vendors-off:" } };
    expect(await api.database.read.outboxMessage.findMany({ where, select: { topic: true } })).toEqual([
      { topic: "EMAIL" },
    ]);
  });

  it("does not keep a payment from being recorded: it stands in the ledger, and no row waits for the sheet", async () => {
    const { id: userId } = await api.user();
    const rows = () => api.database.read.outboxMessage.count({ where: { topic: "LEDGER_SHEET" } });
    const before = await rows();
    switchOff("ledgerSheet");
    await record(api, payment(userId, { lineItemType: "Refund", paymentType: "CREDIT" }), "SUPERADMIN");
    expect(await rows()).toBe(before);
    expect(await api.database.read.paymentIntent.count({ where: { userId } })).toBe(1);
    api.vendorsOff.length = 0;
    await record(
      api,
      payment(userId, { lineItemType: "Refund", paymentType: "CREDIT", amountCents: 1100 }),
      "SUPERADMIN",
    );
    expect(await rows()).toBe(before + 1);
  });

  it("holds Retry of what had failed before", async () => {
    const { id } = await addFailedWrite(api, { sheet: "Payments", rows: [paymentRow("Maria")] });
    switchOff("ledgerSheet");
    await expectRefusal(
      (await api.as("EMPLOYEE")).ledgerWrites.retry({ requestId: randomUUID(), items: [{ id }] }),
      "RULE",
      "The ledger sheet is off: Google Sheets is not set up here.",
    );
  });

  it("is not asked by those who ask by themselves", async () => {
    const { id: userId } = await api.user();
    await addBankLink(api, userId);
    switchOff("bankLink", "businessVerification");
    const services = api.services;
    expect(await pollInstitutions(services)).toBe(0);
    expect(await pollBusinesses(services)).toBe(0);
    // Asked, either would fail: it can do nothing.
    Object.assign(services.ports, { ach: {}, cards: {} });
    expect(await services.payments.pullReports()).toMatchObject({ failed: 4 });
    switchOff("ach", "cards");
    expect(await services.payments.pullReports()).toEqual({ applied: 0, problems: 0, failed: 0 });
  });
});
