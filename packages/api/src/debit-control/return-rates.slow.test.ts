import { readFileSync } from "node:fs";
import {
  RATE_COUNTS,
  RATE_SOURCES,
  type RateCount,
  type RateSource,
  RETURN_RATE_LIMITS,
} from "@countinghouse/validators/debit-control/return-rates";
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

/** All that a number counts, asked for page by page. */
async function readCounted(source: RateSource, count: RateCount, limit = 2) {
  const { debitControl } = await api.as("VIEWER");
  const rows = [];
  let cursor: Awaited<ReturnType<typeof debitControl.counted>>["nextCursor"] = null;
  do {
    const page: Awaited<ReturnType<typeof debitControl.counted>> = await debitControl.counted({
      ...{ source, count, cursor, limit },
    });
    rows.push(...page.rows);
    cursor = page.nextCursor;
  } while (cursor !== null);
  return rows;
}

describe("each number of the return rates", () => {
  beforeAll(async () => {
    const partner = { code: "southwind", name: "Southwind" };
    const customers = await Promise.all(Array.from({ length: 6 }, () => payableCustomer(api)));
    await api.database.unsafeTransaction(async (tx) => {
      await tx.partner.upsert({ where: { code: partner.code }, create: partner, update: {} });
      const ids = customers.slice(0, 3).map(({ userId }) => userId);
      await tx.user.updateMany({ where: { id: { in: ids } }, data: { partnerCode: partner.code } });
    });
    for (const [index, code] of ["R01", "R10", "R02", "R99", "R05", null].entries()) {
      processors = withProcessors(api);
      await debit(code, customers[index]);
    }
    // Not in the ACH network, and older than sixty days: neither is counted.
    await run(api, order(await payableCustomer(api), "SALE", { amountCents: 1300 }));
    await run(api, order(await payableCustomer(api), "RCC", { amountCents: 1400 }));
  });

  it("is the number of the rows that it opens, each once, of that source and those codes", async () => {
    const { sources } = await rates();
    for (const source of RATE_SOURCES)
      for (const count of RATE_COUNTS) {
        const rows = await readCounted(source, count);
        const counts = sources.find((each) => each.source === source)?.counts;
        expect([source, count, rows.length]).toEqual([source, count, counts?.[count]]);
        expect(new Set(rows.map(({ paymentId }) => paymentId)).size).toBe(rows.length);
        expect(rows.every((row) => source === "All" || row.source === source)).toBe(true);
        expect(rows.every(({ code }) => (code === null) === (count === "entries"))).toBe(true);
      }
    const codes = async (count: RateCount) => (await readCounted("All", count)).map(({ code }) => code);
    expect(new Set(await codes("unauthorised"))).toEqual(new Set(["R05", "R10"]));
    expect(new Set(await codes("administrative"))).toEqual(new Set(["R02"]));
    expect(await codes("overall")).toEqual(expect.arrayContaining(["R01", "R99"]));
  });

  it("counts a payment once that is told of again on another day and with another code", async () => {
    const [counted] = await readCounted("All", "administrative");
    const before = await rates();
    const first = await api.database.unsafeTransaction((tx) =>
      tx.processorEvent.findFirstOrThrow({
        where: { intentId: counted?.paymentId ?? "", kind: "RETURN" },
        omit: { id: true },
      }),
    );
    await api.database.unsafeTransaction((tx) =>
      tx.processorEvent.create({
        data: {
          ...first,
          detail: {},
          eventKey: `${first.eventKey}:again`,
          code: "R10",
          happenedOn: new Date(first.happenedOn.getTime() + 86_400_000),
        },
      }),
    );
    api.clock.advance({ hours: 48 });
    const { sources } = await rates();
    expect(sources.map(({ counts }) => counts)).toEqual(before.sources.map(({ counts }) => counts));
    expect(await readCounted("All", "overall")).toHaveLength(sources[0]?.counts.overall ?? 0);
    api.clock.advance({ hours: -48 });
  });

  it("counts neither it nor its row once it is older than sixty days", async () => {
    api.clock.advance({ hours: 24 * 62 });
    expect((await rates()).sources[0]?.counts).toMatchObject({ entries: 0, overall: 0 });
    for (const count of RATE_COUNTS) expect(await readCounted("All", count)).toEqual([]);
    api.clock.advance({ hours: -24 * 62 });
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

it.each(Object.entries(RETURN_RATE_LIMITS))(
  "%s returns have an alarm from four fifths of their limit on",
  (bucket, limit) => {
    const alarms = readFileSync(new URL("../../../../deploy/alerts.yaml", import.meta.url), "utf8");
    const rate = `countinghouse_return_rate_percent{bucket="${bucket}"}`;
    expect(alarms).toContain(`max by (bucket) (${rate}) >= 0.8 * ${limit}\n`);
  },
);
