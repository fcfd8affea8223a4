import { describe, expect, it } from "vitest";
import { findDebt } from "./lenders.ts";
import { tagTransaction } from "./tags.ts";

describe("money that came in", () => {
  it.each([
    ["ACH CREDIT UBER EDI PAYMNT 1A2B", "gigIncome"],
    ["AMAZON FLEX INSTANT PAY RTP CREDIT", "gigIncome"],
    ["SQUARE INC SDV-VRFY SETTLEMENT 9F", "cardIncome"],
    ["MERCHANT BANKCD DEPOSIT 8801", "cardIncome"],
    ["SHOPIFY SDV-VRFY SETTLEMENT", "smallBusinessIncome"],
    ["INTUIT QUICKBOOKS INVOICE DEP", "smallBusinessIncome"],
    ["ZELLE M. ALVAREZ", "moneyTransferServices"],
    ["CASH APP J. OKAFOR", "moneyTransferServices"],
    ["CHECK DEPOSIT R. HADDAD", "miscIncome"],
    ["IRS TREAS 310 TAX REF", "miscIncome"],
    ["UBER TRIP REFUND", "miscIncome"],
    ["TUBERS AND ROOTS LLC", "miscIncome"],
    ["", "miscIncome"],
    ["SQUARE LOANS FUNDING", "MCA_Low_Risk"],
    ["STRIPE CAPITAL FUNDING", "MCA_Low_Risk"],
    ["ACH CREDIT KESTREL ADVANCE FUNDING", "MCA_High_Risk"],
    ["MERCHANT CASH ADVANCE 12", "MCA_High_Risk"],
    ["ACH CREDIT QUICKSTEP LOANS FUNDING", "Loan"],
    ["ACH CREDIT SPEEDY CASH FUNDING", "Payday_Loan"],
    ["OVERDRAFT FEE REFUND", "Overdraft"],
  ])("with the words %s is taken for %s", (description, tag) => {
    expect(tagTransaction({ description, amountCents: 100 })).toBe(tag);
  });
});

describe("money that went out", () => {
  it.each([
    ["NSF RETURNED ITEM FEE", "nsfFee"],
    ["OVERDRAFT FEE", "Overdraft"],
    ["OVERDRAFT TRANSFER TO CHECKING", "otherOutflow"],
    ["ACH DEBIT NORTHGATE CAPITAL PAYMENT", "MCA_High_Risk"],
    ["ONDECK CAPITAL", "MCA_Low_Risk"],
    ["CAPITAL ONE CRCARDPMT", "Mortgage_n_Others"],
    ["ACH DEBIT TOYOTA FINANCIAL PAYMENT", "Mortgage_n_Others"],
    ["ROCKET MORTGAGE 0042", "Mortgage_n_Others"],
    ["ACH DEBIT UPSTART PAYMENT", "Consumer_Loan"],
    ["KLARNA 1K2L", "BNPL"],
    ["SBA LOAN PAYMENT", "Loan"],
    ["WEB PMTS PARKVIEW PROPERTY MANAGEMENT RENT", "essentialOutflow"],
    ["POS DEBIT SHELL FUEL", "essentialOutflow"],
    ["GUSTO PAYROLL", "essentialOutflow"],
    ["POS DEBIT ADVANCE AUTO PARTS", "otherOutflow"],
    ["CAPITAL ONE BANK CAFE", "otherOutflow"],
    ["UBER TRIP", "otherOutflow"],
    ["ZELLE M. ALVAREZ", "otherOutflow"],
  ])("with the words %s is taken for %s", (description, tag) => {
    expect(tagTransaction({ description, amountCents: -100 })).toBe(tag);
  });
});

describe("a lender", () => {
  it.each([
    "ACH DEBIT KESTREL ADVANCE PAYMENT 1A2B",
    "ACH DEBIT KESTREL ADVANCE PAYMENT BSSANRDK",
    "Kestrel Advance 0077",
    "PAYMENT TO KESTREL ADVANCE",
  ])("is the same whatever the bank writes around its name: %s", (description) => {
    expect(findDebt(description)).toEqual({ category: "MCA_High_Risk", lender: "KESTREL ADVANCE" });
  });

  it("is not seen where there is no debt", () => {
    expect(findDebt("POS DEBIT KROGER")).toBeNull();
  });
});
