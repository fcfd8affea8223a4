import { expect, test } from "vitest";
import { readHeadings } from "./headings.ts";

const toFields = (headers: string[], sheet: Parameters<typeof readHeadings>[0] = "users") =>
  readHeadings(sheet, headers).map(({ field }) => field);

test.each([
  ["BusinessName", "businessName"],
  ["business_name", "businessName"],
  ["Company", "businessName"],
  ["  DBA ", "businessName"],
  ["First Name", "firstname"],
  ["LAST-NAME", "lastname"],
  ["E-mail", "email"],
  ["Contact E-Mail", "email"],
  ["Zip", "zipcode"],
  ["Postal Code", "zipcode"],
  ["NAICSCode", "naicsCode"],
  ["Date of Birth", "dob"],
  ["Customer ID", "externalId"],
  ["Cust No.", "externalId"],
  ["Address", "currentAddress"],
  ["Owner First Name", "firstname"],
  ["Soc. Sec. No.", "ssn"],
  ["Cell #", "phone"],
  ["Bank Name", null],
  ["Shoe Size", null],
  ["Name of Bank", null],
  ["Number", null],
])("%s is understood as %s", (header, field) => {
  expect(toFields([header])).toEqual([field]);
});

test("ordinary headers of a spreadsheet are all understood", () => {
  const headers =
    "Cust No.|Full Name|Soc. Sec. No.|Birth Date (MM/DD/YYYY)|Tax ID Number (EIN)|Mailing Street|City/Town|ST|Zip|Entity|E-Mail|Phone #";
  expect(toFields(headers.split("|"))).toEqual(
    "externalId|fullName|ssn|dob|ein|currentAddress|city|state|zipcode|businessType|email|phone".split("|"),
  );
});

test("what is named counts before what is guessed, and of two the first", () => {
  expect(readHeadings("users", ["Owner Phone", "Phone", "Mobile"])).toEqual([
    { header: "Owner Phone", field: null, how: "repeated", repeats: "phone" },
    { header: "Phone", field: "phone", how: "named" },
    { header: "Mobile", field: null, how: "repeated", repeats: "phone" },
  ]);
  expect(readHeadings("users", ["Owner Phone"])).toEqual([
    { header: "Owner Phone", field: "phone", how: "guessed" },
  ]);
});

test("what was said of a header counts before all, and can be that it is not wanted", () => {
  expect(readHeadings("users", ["Phone", "Direct"], [null, "phone"])).toEqual([
    { header: "Phone", field: null, how: "given" },
    { header: "Direct", field: "phone", how: "given" },
  ]);
});

test("of an amount no part is taken for the whole", () => {
  expect(toFields(["Principal Balance", "Principal Phone"])).toEqual([null, "phone"]);
  const paid = ["Payment ID", "Customer ID", "Payment Date", "Principal Amount", "Interest Amount"];
  expect(toFields([...paid, "Total Amount"], "payments")).toEqual([
    "paymentId",
    "customerId",
    "paidOn",
    null,
    null,
    "amount",
  ]);
});

test("each sheet has its own words for the same header", () => {
  expect(toFields(["Txn ID", "Customer", "Date", "Amount", "Method", "Memo"], "payments")).toEqual([
    "paymentId",
    "customerId",
    "paidOn",
    "amount",
    "mode",
    "description",
  ]);
  expect(
    toFields(["Loan No.", "Cust #", "Status", "Date Funded", "Loan Amount", "Payback Amt"], "applications"),
  ).toEqual(["applicationId", "customerId", "stage", "fundedOn", "approvedAmount", "paybackAmount"]);
});
