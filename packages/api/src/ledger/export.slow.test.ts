import { PassThrough } from "node:stream";
import { buffer } from "node:stream/consumers";
import { ROLES } from "@countinghouse/validators/roles";
import { parse } from "csv-parse/sync";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import type { AdminActor } from "../actor.ts";
import { verifyChains } from "../chain/chains.ts";
import { countAuditEvents, expectRefusal, lastAuditEvent } from "../testing/expectations.ts";
import { createTestApi, type TestApi } from "../testing/harness.ts";
import { addLedgerLines } from "../testing/ledger-lines.ts";
import { payment, record } from "../testing/payments.ts";
import { exportLedger } from "./export.ts";

let api: TestApi;
beforeAll(async () => {
  api = await createTestApi();
});
afterAll(() => api.close());

/** Returns the whole file that an admin of this role receives. */
async function exported(role: (typeof ROLES)[number] = "VIEWER") {
  const sink = new PassThrough();
  const file = buffer(sink);
  const rows = await exportLedger(api.ctx(await api.admin(role)), sink, () => {});
  sink.end();
  const csv = await file;
  return { rows, start: csv.subarray(0, 3).toString("hex"), lines: parse(csv, { bom: true }) };
}

describe("the file", () => {
  it("names each column with its zone and unit, and has every line, user by user", async () => {
    const { id: maria } = await api.user();
    const { id: renewal } = await api.user({ refUser: { connect: { id: maria } } });
    const charged = { lineItemType: "Refund", modeOfPayment: "ACH", transactionType: "REFUND" } as const;
    const common = { ...charged, paymentType: "CREDIT", amountCents: 123_450 } as const;
    await record(api, payment(renewal, { ...common, description: "Charged back" }), "SUPERADMIN");
    await record(api, payment(maria), "SUPERADMIN");
    await record(api, payment(renewal), "SUPERADMIN");
    const { rows, start, lines } = await exported();
    expect(rows).toBe(3);
    expect(start).toBe("efbbbf");
    expect(lines).toEqual([
      [
        "Transaction Date (America/New_York)",
        "User Id",
        "Renewal Of",
        "Name",
        "Transaction Type",
        "Custom Description",
        "Notes",
        "Transaction Amount (USD)",
        "Balance (USD)",
      ],
      [
        "2026-11-20",
        `${maria}`,
        "",
        "Maria Delgado",
        "CARD",
        "Payment",
        "Paid at the desk",
        "-10.00",
        "-10.00",
      ],
      [
        "2026-11-20",
        `${renewal}`,
        `${maria}`,
        "Maria Delgado",
        "REFUND",
        "Refund",
        "Charged back",
        "1234.50",
        "1234.50",
      ],
      [
        "2026-11-20",
        `${renewal}`,
        `${maria}`,
        "Maria Delgado",
        "CARD",
        "Payment",
        "Paid at the desk",
        "-10.00",
        "1224.50",
      ],
    ]);
  });

  it("has the same lines, amounts and balances as the screen", async () => {
    await addLedgerLines(api, { users: 12, each: 9 });
    const { lines } = await exported();
    const { ledger } = await api.as("VIEWER");
    const shown = (await ledger.list({ cursor: null, limit: 200 })).lines.map((line) =>
      [
        line.transactionDate,
        line.userId,
        line.renewalOf ?? "",
        line.name ?? "",
        line.transactionType ?? "",
        line.customDescription,
        line.notes ?? "",
        (line.amountCents / 100).toFixed(2),
        (line.balanceCents / 100).toFixed(2),
      ].join("|"),
    );
    expect(
      lines
        .slice(1)
        .map((cells) => cells.join("|"))
        .sort(),
    ).toEqual(shown.sort());
  });
});

describe("a cell that a spreadsheet could take for a formula", () => {
  const FORMULAS = [
    '=HYPERLINK("http://x","y")',
    "+1+1",
    "-1+1",
    "@SUM(A1)",
    "\t=1",
    "\r=1",
    "\n=1",
    "＝1+1",
    "＋1",
    "－1",
    "＠SUM(A1)",
    "=cmd|' /C calc'!A0",
    '=1,"=2"',
  ];

  it.each(FORMULAS)("is made harmless in the notes without a change of its text: %j", async (description) => {
    const { id } = await api.user();
    // Older notes and imports may have these texts. The form would trim some of them.
    const { paymentId } = await record(api, payment(id), "SUPERADMIN");
    await api.database.pool.query("UPDATE manual_payment SET description = $1 WHERE intent_id = $2", [
      description,
      paymentId,
    ]);
    expect(await readCells(id)).toMatchObject({ notes: `'${description}` });
  });

  it("is made harmless in the name of a person and of a business", async () => {
    const { id: person } = await api.user({ firstname: "=1+1", lastname: "Smith" });
    const { id: business } = await api.user({ firstname: "", lastname: "", businessName: "@SUM(A1)" });
    for (const id of [person, business]) await record(api, payment(id), "SUPERADMIN");
    expect(await readCells(person)).toMatchObject({ name: "'=1+1 Smith" });
    expect(await readCells(business)).toMatchObject({ name: "'@SUM(A1)" });
  });

  it("is never an amount: a negative number stays a number", async () => {
    const { id } = await api.user();
    await record(api, payment(id), "SUPERADMIN");
    expect(await readCells(id)).toMatchObject({ amount: "-10.00", balance: "-10.00" });
  });

  async function readCells(userId: number) {
    const { lines } = await exported();
    const cells = lines.find(([, user]) => user === String(userId)) ?? [];
    return { name: cells[3], notes: cells[6], amount: cells[7], balance: cells[8] };
  }
});

describe("an export", () => {
  beforeEach(() => api.clock.advance({ minutes: 1 }));

  it.each(ROLES)("is open to %s, and the audit has the admin and the number of lines", async (role) => {
    const { rows } = await exported(role);
    const { id } = await api.admin(role);
    const event = await lastAuditEvent(api, "ledger.exported");
    expect(event).toMatchObject({
      actor: `admin:${id}`,
      subjectType: "ledger",
      after: { rows },
      at: api.clock.now(),
    });
    expect(await lastAuditEvent(api, "ledger.exportStarted")).toMatchObject({ subjectId: event.subjectId });
    expect(await verifyChains(api.database.read, api.vault)).toEqual([]);
  });

  it("made twice is audited twice", async () => {
    const before = await countAuditEvents(api, "ledger.exported");
    await exported();
    await exported();
    expect(await countAuditEvents(api, "ledger.exported")).toBe(before + 2);
  });

  it("is refused to a role without the capability before a byte is written", async () => {
    const stranger = { ...(await api.admin("VIEWER")), role: "NOBODY" } as unknown as AdminActor;
    const sink = new PassThrough();
    await expectRefusal(
      exportLedger(api.ctx(stranger), sink, () => {}),
      "FORBIDDEN",
    );
    expect(sink.readableLength).toBe(0);
  });

  it("that is cancelled is audited with the reason, and not as complete", async () => {
    await addLedgerLines(api, { users: 2_000, each: 10 });
    const before = await countAuditEvents(api, "ledger.exported");
    const sink = new PassThrough();
    const running = exportLedger(api.ctx(await api.admin("VIEWER")), sink, () => {});
    sink.once("readable", () => sink.destroy());
    await expect(running).rejects.toThrow("Premature close");
    const stopped = await lastAuditEvent(api, "ledger.exportStopped");
    expect(stopped.after).toEqual({ reason: "cancelled" });
    expect(await countAuditEvents(api, "ledger.exported")).toBe(before);
  });
});
