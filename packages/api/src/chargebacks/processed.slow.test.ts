import { PassThrough } from "node:stream";
import { text } from "node:stream/consumers";
import { parse } from "csv-parse/sync";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { RouterInputs, RouterOutputs } from "../index.ts";
import { expectRefusal, lastAuditEvent } from "../testing/expectations.ts";
import type { TestApi } from "../testing/harness.ts";
import { openPayments, order, payableCustomer, run } from "../testing/payable.ts";
import { achReturn, cardException } from "../testing/reports.ts";
import { exportChargebacks } from "./export.ts";

type Listed = RouterOutputs["chargebacks"]["list"];
type Asked = RouterInputs["chargebacks"]["list"];

let api: TestApi;
/** The keys of the payments that were reported, by what they are. */
const keys: Record<string, string> = {};

beforeAll(async () => {
  const { api: opened, processors } = await openPayments({ roles: ["EMPLOYEE", "VIEWER"], passcodes: true });
  api = opened;
  for (const [name, mode] of [
    ["debit", "DEBIT"],
    ["check", "RCC"],
    ["noted", "DEBIT"],
    ["sale", "SALE"],
    ["contested", "SALE"],
  ] as const) {
    await run(api, order(await payableCustomer(api), mode));
    keys[name] = processors.books.at(-1)?.key ?? "";
  }
  const { debit = "", check = "", noted = "", sale = "", contested = "" } = keys;
  const tell = async (what: Parameters<typeof processors.report>[0]) => {
    processors.report({ returns: [], exceptions: [], ...what });
    await api.services.payments.pullReports();
    api.clock.advance({ hours: 24 });
  };
  await tell({ returns: [achReturn(debit, { kind: "returnedAfterSettlement", addenda: "No cash" })] });
  await tell({ returns: [achReturn(check, { code: "C" })] });
  await tell({
    returns: [achReturn(noted, { kind: "notificationOfChange", code: "C01", returnedCents: 0 })],
  });
  await tell({ exceptions: [cardException(sale), cardException(contested)] });
  await tell({
    exceptions: [
      cardException(contested, { exceptionId: "won", type: "REPRESENTMENT", status: "Won" }),
      cardException("nobodys"),
    ],
  });
});
afterAll(() => api.close());

const list = async (asked: Asked = {}): Promise<Listed> => (await api.as("VIEWER")).chargebacks.list(asked);

const toRefs = ({ returns, chargebacks }: Pick<Listed, "returns" | "chargebacks">) => ({
  returns: returns.map(({ uniqueRef }) => findName(uniqueRef)),
  chargebacks: chargebacks.map(({ uniqueRef }) => findName(uniqueRef)),
});
const findName = (ref: string) => Object.entries(keys).find(([, key]) => key === ref)?.[0] ?? ref;

describe("the list", () => {
  it("holds what was applied, the newest first, with what its code and its status mean; amounts are negative", async () => {
    const { returns, chargebacks, sums } = await list();
    const [note, check, debit] = returns;
    expect(toRefs({ returns, chargebacks })).toEqual({
      returns: ["noted", "check", "debit"],
      chargebacks: ["contested", "contested", "sale"],
    });
    expect(debit).toMatchObject({
      name: "Maria Delgado",
      amountCents: -1000,
      transactionType: "ACH",
      exceptionType: "Return",
      cardNumber: "6789",
      code: "R01",
      meaning: "Insufficient funds",
      reason: "No cash",
      status: "Settled to merchant account",
      reprocessingAttempts: 0,
    });
    expect(check).toMatchObject({
      transactionType: "RCC",
      meaning: "Stop payment",
      status: "Pending deposit",
    });
    expect(note).toMatchObject({ amountCents: 0, code: "C01", status: "Notification of change" });
    expect(chargebacks.at(-1)).toMatchObject({
      transactionType: "CARD",
      exceptionType: "CHARGEBACK",
      cardNumber: "4242",
      code: "10.4",
      meaning: "Other fraud, card absent",
      reason: "Fraud",
      status: "Chargeback Received",
    });
    expect(chargebacks[0]).toMatchObject({ exceptionType: "REPRESENTMENT", amountCents: 1000 });
    expect(sums).toEqual({ total: 6, sumCents: -3000 });
  });

  it.each<[Asked, { returns: string[]; chargebacks: string[] }]>([
    [{ transactionType: "ACH" }, { returns: ["noted", "debit"], chargebacks: [] }],
    [{ transactionType: "RCC" }, { returns: ["check"], chargebacks: [] }],
    [{ transactionType: "Card" }, { returns: [], chargebacks: ["contested", "contested", "sale"] }],
    [{ chargebackType: "Returns" }, { returns: ["noted", "check", "debit"], chargebacks: [] }],
    [{ chargebackType: "Representment" }, { returns: [], chargebacks: ["contested"] }],
    [
      { chargebackType: "Chargeback", transactionType: "ACH" },
      { returns: [], chargebacks: [] },
    ],
  ])("narrowed by %j holds those alone, and sums up those alone", async (asked, expected) => {
    const listed = await list(asked);
    expect(toRefs(listed)).toEqual(expected);
    const rows = [...listed.returns, ...listed.chargebacks];
    expect(listed.sums).toEqual({
      total: rows.length,
      sumCents: rows.reduce((sum, { amountCents }) => sum + amountCents, 0),
    });
  });

  it("of today, of thirty days or of chosen days holds what came in on these days of New York", async () => {
    expect(toRefs(await list({ period: "Today" }))).toEqual({ returns: [], chargebacks: [] });
    const chosen = { period: "Custom", startDate: "2026-11-20", endDate: "2026-11-21" } as const;
    expect(toRefs(await list(chosen))).toEqual({ returns: ["check", "debit"], chargebacks: [] });
    expect(await list()).toMatchObject({ startDate: "2026-10-27", endDate: "2026-11-25" });
  });

  it.each([
    ["2026-11-21", "2026-11-20", "The start date must be before the end date."],
    ["2026-11-20", "2026-11-20", "The end date must be at least one day after the start date."],
    ["2026-11-20", "2026-02-30", "Enter a date as YYYY-MM-DD."],
    ["", "", "Enter a date as YYYY-MM-DD."],
  ])("of the days from %s to %s is refused", async (startDate, endDate, message) => {
    await expect(list({ period: "Custom", startDate, endDate })).rejects.toThrow(message);
  });

  it("goes on below the last one seen, without one twice or left out, and counts on the first page alone", async () => {
    const seen: string[] = [];
    let cursor: Asked["cursor"] = null;
    do {
      const page: Listed = await list({ limit: 2, cursor });
      expect(page.sums === null).toBe(cursor !== null);
      seen.push(...[...page.returns, ...page.chargebacks].map(({ id }) => id));
      cursor = page.nextCursor;
    } while (cursor !== null);
    const { returns, chargebacks } = await list();
    expect(new Set(seen)).toEqual(new Set([...chargebacks, ...returns].map(({ id }) => id)));
    expect(seen).toHaveLength(6);
  });
});

describe("the file", () => {
  const file = async (asked: Record<string, string>) => {
    const sink = new PassThrough();
    const csv = text(sink);
    const rows = await exportChargebacks(api.ctx(await api.admin("VIEWER")), asked, sink, () => {});
    sink.end();
    return { rows, lines: parse(await csv, { bom: true }) };
  };

  it("holds the rows of the list under its filters, with zone and unit in the heads, and says so in the audit", async () => {
    const { rows, lines } = await file({ transactionType: "ACH", period: "Last 30 Days" });
    expect(rows).toBe(2);
    expect(lines).toEqual([
      [
        "Date (America/New_York)",
        "User Id",
        "Unique Ref",
        "Name",
        "Amount (USD)",
        "Transaction Type",
        "Type",
        "Card",
        "Code",
        "Meaning",
        "Reason",
        "Status",
        "Reprocessing Attempts",
      ],
      expect.arrayContaining(["2026-11-22 10:00:00", keys.noted, "0.00", "C01", "Incorrect account number"]),
      [
        "2026-11-20 10:00:00",
        expect.stringMatching(/^\d+$/),
        keys.debit,
        "Maria Delgado",
        "-10.00",
        "ACH",
        "Return",
        "6789",
        "R01",
        "Insufficient funds",
        "No cash",
        "Settled to merchant account",
        "0",
      ],
    ]);
    expect((await lastAuditEvent(api, "chargebacks.exported")).after).toMatchObject({
      rows: 2,
      filters: { period: "Last 30 Days", transactionType: "ACH" },
    });
  });

  it("says of every report what its code means, as the list does", async () => {
    const { returns, chargebacks } = await list();
    const { lines } = await file({});
    const meanings = new Map(
      [...returns, ...chargebacks].map(({ uniqueRef, meaning }) => [uniqueRef, meaning]),
    );
    expect(lines).toHaveLength(7);
    for (const line of lines.slice(1)) expect(line[9]).toBe(meanings.get(line[2] ?? ""));
  });

  it("is refused for filters that are none", async () => {
    await expectRefusal(file({ transactionType: "' OR true --" }), "INVALID");
    await expectRefusal(
      file({ period: "Custom", startDate: "2026-11-20", endDate: "2026-11-20" }),
      "INVALID",
    );
  });
});
