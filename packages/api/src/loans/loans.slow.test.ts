import { randomUUID } from "node:crypto";
import { inflateSync } from "node:zlib";
import { parse } from "csv-parse/sync";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { addApplication } from "../testing/customers.ts";
import { countAuditEvents, expectRefusal } from "../testing/expectations.ts";
import { createTestApi, type TestApi } from "../testing/harness.ts";
import { payment, record } from "../testing/payments.ts";

let api: TestApi;
beforeAll(async () => {
  api = await createTestApi();
});
afterAll(() => api.close());

/** A customer who was charged a hundred dollars and paid ten of them. */
async function aDebtor(description = "Paid at the desk", firstname = "Maria"): Promise<number> {
  const { id: userId } = await api.user({ firstname });
  const charge = { lineItemType: "Refund", modeOfPayment: "ACH", transactionType: "REFUND" } as const;
  const common = { ...charge, paymentType: "CREDIT", amountCents: 10_000 } as const;
  await record(api, payment(userId, { ...common, description: "Charged back" }), "SUPERADMIN");
  await record(api, payment(userId, { description }), "SUPERADMIN");
  return userId;
}

const loans = async () => (await api.as("VIEWER")).loans;

describe("the summary", () => {
  it("is the balance, the discount and the application funded last, not one that came after", async () => {
    const userId = await aDebtor();
    await addApplication(api, userId, { stage: "funded", discountAmountCents: 1_000 });
    const { id } = await addApplication(api, userId, { stage: "funded", discountAmountCents: 20_000 });
    await addApplication(api, userId, { stage: "offered", discountAmountCents: 5_000 });
    expect(await (await loans()).get({ userId })).toEqual({
      balanceCents: 9_000,
      payoffCents: 9_000,
      discountCents: 20_000,
      activeApplicationId: id,
      newestPaymentId: expect.any(String),
    });
  });

  it("has no application for a customer who was never funded, and refuses one who does not exist", async () => {
    const { id: userId } = await api.user();
    expect(await (await loans()).get({ userId })).toEqual({
      balanceCents: 0,
      payoffCents: 0,
      discountCents: 0,
      activeApplicationId: null,
      newestPaymentId: null,
    });
    await expectRefusal(
      (await loans()).get({ userId: 999_999 }),
      "NOT_FOUND",
      "There is no customer 999999.",
    );
  });
});

describe("the transactions", () => {
  it("come from the ledger, newest first, each with the balance after it", async () => {
    const userId = await aDebtor();
    const listed = await (await loans()).listTransactions({ userId });
    expect(listed).toMatchObject([
      {
        transactionDate: "2026-11-20",
        transactionType: "SALE",
        customDescription: "Payment",
        description: "Paid at the desk",
        amountCents: -1_000,
        balanceCents: 9_000,
      },
      { customDescription: "Refund", amountCents: 10_000, balanceCents: 10_000 },
    ]);
  });

  it("end at the cached balance", async () => {
    const userId = await aDebtor();
    const [newest] = await (await loans()).listTransactions({ userId });
    expect(newest?.balanceCents).toBe((await (await loans()).get({ userId })).balanceCents);
  });
});

const readCsv = async (userId: number) => {
  const { base64, ...rest } = await (await loans()).transactionSheet({ requestId: randomUUID(), userId });
  return { ...rest, lines: parse(Buffer.from(base64, "base64"), { bom: true }) };
};

describe("the transaction sheet", () => {
  it("names the customer, the period and the time zone, and has a line for each transaction", async () => {
    const userId = await aDebtor();
    expect(await readCsv(userId)).toEqual({
      fileName: `transactions_user-${userId}_2026-10-22_to_2026-11-20_America-New_York.csv`,
      rows: 2,
      lines: [
        [
          "User Id",
          "Transaction Date (America/New_York)",
          "Transaction Type",
          "Custom Description",
          "Description",
          "Transaction Amount (USD)",
        ],
        [String(userId), "2026-11-20", "REFUND", "Refund", "Charged back", "100.00"],
        [String(userId), "2026-11-20", "SALE", "Payment", "Paid at the desk", "-10.00"],
      ],
    });
  });

  it("covers thirty days, the last of which is today, and no more", async () => {
    const userId = await aDebtor();
    api.clock.advance({ hours: 29 * 24 });
    expect((await readCsv(userId)).rows).toBe(2);
    api.clock.advance({ hours: 24 });
    expect((await readCsv(userId)).rows).toBe(0);
    api.clock.advance({ hours: -30 * 24 });
  });

  it.each(['=HYPERLINK("http://x")', "+1", "-1+1", "@SUM(A1)", "\t=1", '"=1"', "a,b\n=1"])(
    "makes no formula of %j",
    async (description) => {
      const { lines } = await readCsv(await aDebtor(description));
      const cell = lines[2]?.[4] ?? "";
      expect(cell).not.toMatch(/^[=+\-@\t\r]/);
      expect(cell).toContain(description.trim());
    },
  );

  it("is refused for a customer who does not exist", async () => {
    const asked = { requestId: randomUUID(), userId: 999_999 };
    await expectRefusal((await loans()).transactionSheet(asked), "NOT_FOUND");
  });
});

/** The text a reader of the PDF sees, page after page: what its content streams draw, a line each. */
function pdfText(base64: string): string[] {
  const pdf = Buffer.from(base64, "base64").toString("latin1");
  return [...pdf.matchAll(/stream\r?\n([\s\S]*?)\r?\nendstream/g)].flatMap(([, body = ""]) => {
    const content = inflateSync(Buffer.from(body, "latin1")).toString("latin1");
    return [...content.matchAll(/\[(.*?)\] TJ/g)].map(([, drawn = ""]) =>
      [...drawn.matchAll(/<([0-9a-f]*)>/g)]
        .map(([, hex = ""]) => Buffer.from(hex, "hex").toString("latin1"))
        .join(""),
    );
  });
}

const readText = async (userId: number) => {
  const { base64, fileName } = await (await loans()).transactionsPdf({ requestId: randomUUID(), userId });
  return { fileName, base64, lines: pdfText(base64) };
};

describe("the transactions PDF", () => {
  it("is a statement of whom, when, every transaction and the balance after it", async () => {
    const userId = await aDebtor();
    const { fileName, base64, lines } = await readText(userId);
    expect(Buffer.from(base64, "base64").subarray(0, 5).toString()).toBe("%PDF-");
    expect(fileName).toBe(`transactions_user-${userId}_2026-11-20_to_2026-11-20_America-New_York.pdf`);
    const text = lines.join("\n");
    expect(text).toContain(`Maria Delgado (user ${userId})`);
    expect(text).toContain("Period 2026-11-20 to 2026-11-20, dates of New York (America/New_York)");
    expect(text).toContain("Made 2026-11-20 10:00:00 in New York");
    expect(text).toContain("Balance on 2026-11-20: $90.00");
    expect(lines.slice(-12)).toEqual([
      ...["2026-11-20", "REFUND", "Refund", "Charged back", "$100.00", "$100.00"],
      ...["2026-11-20", "SALE", "Payment", "Paid at the desk", "-$10.00", "$90.00"],
    ]);
  });

  it("goes on over pages, each with the heads of its columns", async () => {
    const userId = await aDebtor();
    for (let made = 0; made < 48; made++) await record(api, payment(userId), "SUPERADMIN");
    const { lines } = await readText(userId);
    expect(lines.filter((line) => line === "Balance")).toHaveLength(2);
    expect(lines.filter((line) => line === "2026-11-20")).toHaveLength(50);
  });

  it("says that there are no transactions, and draws a name it has no letters for", async () => {
    const { id: userId } = await api.user({ firstname: "محمد", lastname: "Müller" });
    const { lines } = await readText(userId);
    expect(lines).toContain("There are no transactions.");
    expect(lines.join("\n")).toContain(`???? Müller (user ${userId})`);
  });

  it("is refused for a customer who does not exist", async () => {
    const asked = { requestId: randomUUID(), userId: 999_999 };
    await expectRefusal((await loans()).transactionsPdf(asked), "NOT_FOUND");
  });
});

describe.each([
  ["transactionSheet", "loans.exportSheet"],
  ["transactionsPdf", "loans.exportStatement"],
] as const)("an export by %s", (procedure, action) => {
  it("survives replay with the same file, also when a payment came in between", async () => {
    const userId = await aDebtor();
    const asked = { requestId: randomUUID(), userId };
    const first = await (await loans())[procedure](asked);
    await record(api, payment(userId), "SUPERADMIN");
    api.clock.advance({ hours: 24 });
    expect(await (await loans())[procedure](asked)).toEqual(first);
    await expectRefusal((await loans())[procedure]({ ...asked, userId: await aDebtor() }), "CONFLICT");
    api.clock.advance({ hours: -24 });
  });

  it("is refused to whoever has not signed in, and then leaves nothing", async () => {
    const userId = await aDebtor();
    const before = await countAuditEvents(api, action);
    const asked = { requestId: randomUUID(), userId };
    await expectRefusal(api.visitor().loans[procedure](asked), "UNAUTHORIZED");
    expect(await countAuditEvents(api, action)).toBe(before);
  });
});
