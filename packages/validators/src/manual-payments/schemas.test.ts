import { describe, expect, test } from "vitest";
import type { z } from "zod";
import { INVALID_AMOUNT } from "../money-field.ts";
import { LINE_ITEM_TYPES } from "./rules.ts";
import { ListManualPayments, ManualPayment, manualPaymentFor, RecordManualPayment } from "./schemas.ts";

const form = {
  lineItemType: "Payment",
  modeOfPayment: "CashApp",
  transactionType: "SALE",
  paymentType: "DEBIT",
  transactionAmount: "1,250.5",
  description: "  paid by phone ",
  isExternal: false,
} as const;

const { transactionAmount: _typed, ...said } = form;
const payment = { ...said, amountCents: 125_050 };

const issues = (schema: z.ZodType, value: unknown) =>
  schema.safeParse(value).error?.issues.map(({ path, message }) => [path.join("."), message]);

describe("a manual payment", () => {
  test("is typed in dollars and sent in cents", () => {
    const sent = manualPaymentFor("EMPLOYEE", null).parse(form);
    expect(sent).toEqual({ ...payment, description: "paid by phone" });
    expect(ManualPayment.parse(sent)).toEqual(sent);
  });

  test.each([
    ["lineItemType", "Please Input Line Item Type!"],
    ["modeOfPayment", "Please Input Mode of Payment!"],
    ["transactionType", "Please Input Transaction Type!"],
    ["paymentType", "Please Input Payment Type!"],
    ["transactionAmount", "Please Input Transaction Amount!"],
    ["description", "Please Input Description!"],
  ])("asks for %s by its label when it is empty", (field, message) => {
    expect(issues(manualPaymentFor("SUPERADMIN", null), { ...form, [field]: "" })).toEqual([
      [field, message],
    ]);
  });

  test.each(["1e3", "0.001", "-5", "12,34", "1000000000000"])("refuses the typed amount %j", (typed) => {
    expect(issues(manualPaymentFor("SUPERADMIN", null), { ...form, transactionAmount: typed })).toEqual([
      ["transactionAmount", INVALID_AMOUNT],
    ]);
  });

  test.each([0, -1, 1.5, "12", "12.00"])("refuses the cents %j with the same message", (amountCents) => {
    expect(issues(ManualPayment, { ...payment, amountCents })).toEqual([["amountCents", INVALID_AMOUNT]]);
  });

  test.each(LINE_ITEM_TYPES.map(({ id }) => id))("can be the line item %s", (lineItemType) => {
    expect(ManualPayment.parse({ ...payment, lineItemType }).lineItemType).toBe(lineItemType);
  });

  test("does not say who recorded it, the session does", () => {
    expect(ManualPayment.safeParse({ ...payment, adminId: "someone else" }).success).toBe(false);
  });

  test("is recorded for a user", () => {
    const seen = { balanceCents: 100, newestPaymentId: null };
    const confirmed = { seen, equalPaymentId: null, balance: false };
    expect(RecordManualPayment.parse({ ...payment, userId: 7, confirmed }).userId).toBe(7);
    expect(RecordManualPayment.safeParse({ ...payment, confirmed }).success).toBe(false);
    expect(RecordManualPayment.safeParse({ ...payment, userId: 7 }).success).toBe(false);
  });

  test("is listed by its user", () => {
    expect(ListManualPayments.parse({ userId: 7 })).toEqual({ userId: 7 });
  });
});

describe("the form of a role", () => {
  const CEILING = 1_000_000;

  test("shows the ceiling of every manual payment at the amount, whoever fills it in", () => {
    const value = { ...form, transactionAmount: "10000.01" };
    for (const role of ["EMPLOYEE", "SUPERADMIN"] as const)
      expect(issues(manualPaymentFor(role, CEILING), value)).toEqual([
        ["transactionAmount", "A manual payment can not be more than $10,000.00."],
      ]);
    expect(manualPaymentFor("EMPLOYEE", 1_000_001).safeParse(value).success).toBe(true);
  });

  test("accepts what the role may record", () => {
    expect(manualPaymentFor("EMPLOYEE", CEILING).safeParse(form).success).toBe(true);
  });

  test("shows each broken rule at its field", () => {
    const value = { ...form, modeOfPayment: "Wire", transactionType: "ACH" };
    expect(issues(manualPaymentFor("EMPLOYEE", CEILING), value)).toEqual([
      ["modeOfPayment", "Mode of Payment of Payment must be CashApp."],
      ["transactionType", "Transaction Type of Payment must be SALE."],
    ]);
  });

  test("shows the cap of an Adjustment at the amount", () => {
    const value = {
      ...form,
      lineItemType: "Adjustment",
      modeOfPayment: "Discount Credit",
      transactionType: "Other",
      transactionAmount: "10.01",
    };
    expect(issues(manualPaymentFor("EMPLOYEE", CEILING), value)).toEqual([
      ["transactionAmount", "Adjustment can not be more than $10.00."],
    ]);
    expect(manualPaymentFor("SUPERADMIN", CEILING).safeParse(value).success).toBe(true);
  });

  test("tells the cap of an Adjustment together with what is wrong with other fields", () => {
    const value = {
      ...form,
      lineItemType: "Adjustment",
      modeOfPayment: "Discount Credit",
      transactionType: "Other",
      transactionAmount: "10.01",
      description: "",
    };
    expect(issues(manualPaymentFor("EMPLOYEE", CEILING), value)).toEqual([
      ["description", "Please Input Description!"],
      ["transactionAmount", "Adjustment can not be more than $10.00."],
    ]);
  });

  test("refuses a role that may record nothing", () => {
    expect(issues(manualPaymentFor("VIEWER", CEILING), form)?.[0]).toEqual([
      "",
      "Only SUPERADMIN or EMPLOYEE can do this.",
    ]);
  });
});
