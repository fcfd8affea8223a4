import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { ROLES } from "../roles.ts";
import {
  allowedPaymentTypes,
  fixedFieldsFor,
  LINE_ITEM_TYPES,
  lineItemTypesFor,
  MANUAL_ADJUSTMENT_CAP_CENTS,
  type ManualPaymentFacts,
  MODES_OF_PAYMENT,
  manualPaymentRefusals,
  PAYMENT_TYPES,
  TRANSACTION_TYPES,
  whyNotRecordManualPayment,
} from "./rules.ts";

const payment: ManualPaymentFacts = {
  lineItemType: "Payment",
  modeOfPayment: "CashApp",
  transactionType: "SALE",
  paymentType: "DEBIT",
  amountCents: 25_000,
};
const adjustment: ManualPaymentFacts = {
  lineItemType: "Adjustment",
  modeOfPayment: "Discount Credit",
  transactionType: "Other",
  paymentType: "CREDIT",
  amountCents: MANUAL_ADJUSTMENT_CAP_CENTS,
};
const refund: ManualPaymentFacts = {
  lineItemType: "Refund",
  modeOfPayment: "Wire",
  transactionType: "REFUND",
  paymentType: "CREDIT",
  amountCents: 500_000,
};

describe("line items", () => {
  test("a SUPERADMIN may choose every one", () => {
    expect(lineItemTypesFor("SUPERADMIN")).toEqual(LINE_ITEM_TYPES.map(({ id }) => id));
  });

  test("an EMPLOYEE may choose Payment and Adjustment only", () => {
    expect(lineItemTypesFor("EMPLOYEE")).toEqual(["Payment", "Adjustment"]);
  });

  test.each(["ADMIN", "VIEWER"] as const)("%s may choose none", (role) => {
    expect(lineItemTypesFor(role)).toEqual([]);
  });

  test("each one is a DEBIT, a CREDIT or either", () => {
    expect(allowedPaymentTypes("Payment")).toEqual(["DEBIT"]);
    expect(allowedPaymentTypes("Chargeback")).toEqual(["CREDIT"]);
    expect(allowedPaymentTypes("Adjustment")).toEqual(["DEBIT", "CREDIT"]);
  });
});

describe("the fixed fields", () => {
  test("of an EMPLOYEE's Payment are CashApp, SALE and DEBIT", () => {
    expect(fixedFieldsFor("EMPLOYEE", "Payment")).toEqual({
      modeOfPayment: "CashApp",
      transactionType: "SALE",
      paymentType: "DEBIT",
    });
  });

  test("of an EMPLOYEE's Adjustment are Discount Credit and Other", () => {
    expect(fixedFieldsFor("EMPLOYEE", "Adjustment")).toEqual({
      modeOfPayment: "Discount Credit",
      transactionType: "Other",
    });
  });

  test("do not exist for a SUPERADMIN", () => {
    for (const { id } of LINE_ITEM_TYPES) expect(fixedFieldsFor("SUPERADMIN", id)).toEqual({});
  });
});

describe("recording a manual payment", () => {
  test.each([payment, adjustment])("is open to an EMPLOYEE within the rules: $lineItemType", (facts) => {
    expect(whyNotRecordManualPayment("EMPLOYEE", facts)).toBeNull();
  });

  test.each(["ADMIN", "VIEWER"] as const)("is closed to %s, whatever the payment", (role) => {
    expect(whyNotRecordManualPayment(role, payment)).toBe("Only SUPERADMIN or EMPLOYEE can do this.");
  });

  test.each([
    [refund, "Only SUPERADMIN can choose Refund."],
    [{ ...payment, modeOfPayment: "Wire" }, "Mode of Payment of Payment must be CashApp."],
    [{ ...payment, transactionType: "ACH" }, "Transaction Type of Payment must be SALE."],
    [{ ...payment, paymentType: "CREDIT" }, "Payment can not be CREDIT."],
    [{ ...adjustment, modeOfPayment: "Cash" }, "Mode of Payment of Adjustment must be Discount Credit."],
    [{ ...adjustment, transactionType: "SALE" }, "Transaction Type of Adjustment must be Other."],
    [{ ...adjustment, amountCents: 1001 }, "Adjustment can not be more than $10.00."],
  ] satisfies [ManualPaymentFacts, string][])("is refused to an EMPLOYEE for %j", (facts, reason) => {
    expect(whyNotRecordManualPayment("EMPLOYEE", facts)).toBe(reason);
  });

  test("lets a SUPERADMIN adjust without a cap and choose mode and type", () => {
    const facts: ManualPaymentFacts = { ...adjustment, modeOfPayment: "Wire", amountCents: 100_000 };
    expect(whyNotRecordManualPayment("SUPERADMIN", facts)).toBeNull();
  });

  test("holds even a SUPERADMIN to the payment types of the line item", () => {
    const facts: ManualPaymentFacts = { ...refund, paymentType: "DEBIT" };
    expect(whyNotRecordManualPayment("SUPERADMIN", facts)).toBe("Refund can not be DEBIT.");
  });

  test("names every field that breaks a rule", () => {
    const facts: ManualPaymentFacts = { ...payment, modeOfPayment: "Wire", transactionType: "ACH" };
    expect(manualPaymentRefusals("EMPLOYEE", facts).map(({ field }) => field)).toEqual([
      "modeOfPayment",
      "transactionType",
    ]);
  });

  test("never lets anyone but a SUPERADMIN past the cap of an Adjustment", () => {
    const facts = fc.record({
      modeOfPayment: fc.constantFrom(...MODES_OF_PAYMENT),
      transactionType: fc.constantFrom(...TRANSACTION_TYPES),
      paymentType: fc.constantFrom(...PAYMENT_TYPES),
      amountCents: fc.integer({ min: MANUAL_ADJUSTMENT_CAP_CENTS + 1, max: 10_000_000 }),
    });
    const others = fc.constantFrom(...ROLES.filter((role) => role !== "SUPERADMIN"));
    fc.assert(
      fc.property(others, facts, (role, rest) => {
        expect(whyNotRecordManualPayment(role, { lineItemType: "Adjustment", ...rest })).not.toBeNull();
      }),
    );
  });
});
