import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { press } from "../testing/automation.ts";
import type { TestApi } from "../testing/harness.ts";
import {
  openPayments,
  order,
  type Payable,
  payableCustomer,
  run,
  withProcessors,
} from "../testing/payable.ts";
import type { TestProcessors } from "../testing/processors.ts";
import { achReturn } from "../testing/reports.ts";
import { addSchedule, payEverything } from "../testing/schedules.ts";

let api: TestApi;
let processors: TestProcessors;
beforeAll(async () => {
  ({ api } = await openPayments({ roles: ["SUPERADMIN", "ADMIN", "EMPLOYEE", "VIEWER"] }));
});
beforeEach(() => {
  processors = withProcessors(api);
});
afterAll(() => api.close());

const rates = async () => (await api.as("VIEWER")).debitControl.returnRates();
const countsNow = async (source: "All" | "LP" | "GF" = "All") =>
  (await rates()).sources.find((each) => each.source === source)?.counts;

/** A debit of ten dollars, and what became of it. The database dates payments by its own clock. */
async function debit(code: string | null, customer?: Payable): Promise<Payable> {
  const payer = customer ?? (await payableCustomer(api));
  const { paymentId } = await run(api, order(payer, "DEBIT"));
  await api.database.unsafeTransaction((tx) =>
    tx.paymentIntent.update({ where: { id: paymentId }, data: { createdAt: api.clock.now() } }),
  );
  if (code !== null) {
    processors.report({ returns: [achReturn(processors.books.at(-1)?.key ?? "", { code })] });
    await api.services.payments.pullReports();
  }
  return payer;
}

describe("the return rates", () => {
  it("count each debit that went out, each return once however often it is told, and by its code", async () => {
    const before = await countsNow();
    await debit(null);
    await debit("R01");
    await debit("R10");
    await api.services.payments.pullReports();
    await debit("R02");
    const now = await countsNow();
    const more = (name: "entries" | "unauthorised" | "administrative" | "overall") =>
      (now?.[name] ?? 0) - (before?.[name] ?? 0);
    expect([more("entries"), more("unauthorised"), more("administrative"), more("overall")]).toEqual([
      4, 1, 1, 3,
    ]);
  });

  it("count neither what was refused and never went out, nor drafts, nor cards", async () => {
    const before = await countsNow();
    processors.next("declined");
    const customer = await payableCustomer(api);
    await run(api, order(customer, "DEBIT"));
    await run(api, order(customer, "SALE", { amountCents: 1100 }));
    await run(api, order(customer, "RCC", { amountCents: 1200 }));
    expect(await countsNow()).toEqual(before);
  });

  it("are told apart by whose customers they are", async () => {
    const customer = await payableCustomer(api);
    await api.database.unsafeTransaction(async (tx) => {
      const partner = { code: "northwind", name: "Northwind" };
      await tx.partner.upsert({ where: { code: partner.code }, create: partner, update: {} });
      await tx.user.update({ where: { id: customer.userId }, data: { partnerCode: partner.code } });
    });
    const before = await countsNow("GF");
    await debit("R10", customer);
    const now = await countsNow("GF");
    expect((now?.unauthorised ?? 0) - (before?.unauthorised ?? 0)).toBe(1);
    const own = await countsNow("LP");
    expect((own?.overall ?? 0) + (now?.overall ?? 0)).toBe((await countsNow())?.overall);
  });

  it("leave out what is older than sixty days", async () => {
    const before = await countsNow();
    await debit("R01");
    api.clock.advance({ hours: 24 * 61 });
    expect(await countsNow()).toMatchObject({ entries: 0, overall: 0 });
    api.clock.advance({ hours: -24 * 61 });
    expect((await countsNow())?.overall).toBe((before?.overall ?? 0) + 1);
  });

  it("are drawn for thirty days, the last of which is today's", async () => {
    const { line, sources, to } = await rates();
    expect(line).toHaveLength(30);
    expect(line.at(-1)).toEqual({ day: to, ...sources[0]?.rates });
  });
});

describe("the forecast of a run", () => {
  it("rises with customers whose debits came back, and stays with those who were never debited", async () => {
    const { debitControl } = await api.as("VIEWER");
    const risky = await Promise.all(Array.from({ length: 3 }, () => payableCustomer(api)));
    for (const customer of risky) await debit("R10", customer);
    const fresh = await payableCustomer(api);
    const calm = await debitControl.forecast({ userIds: [fresh.userId] });
    expect(calm.expected.unauthorised).toBeCloseTo(calm.now.unauthorised, 9);
    const risk = await debitControl.forecast({ userIds: risky.map(({ userId }) => userId) });
    expect(risk.expected.unauthorised).toBeGreaterThan(risk.now.unauthorised);
  });

  it("stands in the question of payment automation", async () => {
    await payEverything(api);
    const customer = await payableCustomer(api);
    await addSchedule(api, customer, ["2026-11-19"]);
    const preview = await (await api.as("ADMIN")).automation.preview();
    expect(preview.rates.now).toEqual((await rates()).sources[0]?.rates);
    await press(api);
  });
});
