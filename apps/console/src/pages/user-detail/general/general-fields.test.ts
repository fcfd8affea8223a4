import { expect, it } from "vitest";
import type { Field } from "@/components/facts/fields.ts";
import { anApplication, aUser } from "../testing/user-page.tsx";
import type { User } from "../use-user.ts";
import { generalGroups } from "./general-fields.ts";

function findField(user: User, label: string): Field | undefined {
  return generalGroups(user)
    .flatMap(({ fields }) => fields)
    .find((field) => field.label === label);
}

const toText = (user: User, label: string) => {
  const field = findField(user, label);
  return field && "text" in field ? field.text : undefined;
};

it("the facts stand in eight groups", () => {
  expect(generalGroups(aUser()).map(({ title }) => title)).toEqual([
    "Identity",
    "Contact",
    "Business",
    "Application",
    "Decision",
    "Terms",
    "Contract",
    "Flags",
  ]);
});

it("the facts of section 3 have their lines, under these labels", () => {
  expect(generalGroups(aUser()).flatMap(({ fields }) => fields.map(({ label }) => label))).toEqual([
    "Id",
    "Unique Id",
    "First Name",
    "Last Name",
    "Date of Birth",
    "SSN",
    "EIN Number",
    "Occupation",
    "Ref User Id",
    "Renewal User Id",
    "Zoho Id",
    "Created",
    "Email",
    "Phone",
    "Verification Phone",
    "Address",
    "City",
    "State",
    "Zip Code",
    "Platform",
    "Route",
    "Business Name",
    "Company Name",
    "Business Category",
    "Business Type",
    "Business Start Date",
    "NAICS Code",
    "Business Account Same As Personal",
    "Separate Business Account",
    "Incorporated",
    "Application Id",
    "Deal Id",
    "Stage",
    "Workflow",
    "Funded",
    "Application Funded Date",
    "Renewed",
    "Application Expired",
    "Offer Expired",
    "Credit Check Status",
    "Clarity Status",
    "Clarity CCR",
    "TU Status",
    "CVA Score",
    "Manual Review Reason",
    "Manual Adjustment Reason",
    "Manually Approved",
    "Decline Reason",
    "Initial Approved Amount",
    "Approved Amount",
    "Payback Amount",
    "Payment Amount",
    "Discount Amount",
    "Ofee",
    "Payment Terms",
    "First Payment Date",
    "Discount Date",
    "Last Payment Date",
    "Funds Disbursed Method",
    "Disbursement Fee",
    "Disbursement Amount",
    "Contract Signed",
    "Contract Signed At",
    "Card Number",
    "Card Expiry",
    "Card Security Code",
    "Do Not Fund",
    "Do Not Fund Reason",
    "Login Disabled",
    "Payment Automation",
    "External Collections",
    "External Agency Name",
    "Show Reconnect Bank Account",
    "Show Re-sign Contract",
    "Overlaps",
    "Post Fund Customer Error",
  ]);
});

it("the overlaps are told by their types", () => {
  const overlaps = ["Debit Card", "Bank Account", "SSN", "Address", "Phone"];
  expect(toText(aUser({ overlaps }), "Overlaps")).toBe("Debit Card, Bank Account, SSN, Address, Phone");
});

it("without an application there is no decision and there are no terms", () => {
  const titles = generalGroups(aUser({ application: null })).map(({ title }) => title);
  expect(titles).not.toContain("Decision");
  expect(titles).not.toContain("Terms");
});

it("the business start date alone is written year, day, month", () => {
  expect(findField(aUser(), "Business Start Date")).toMatchObject({
    text: "2019-30-04",
    title: "2019-04-30",
  });
  expect(toText(aUser(), "Date of Birth")).toBe("1986-02-11");
});

it("a card shows its last four digits and its expiry, and never a security code", () => {
  const user = aUser({ primaryCard: { last4: "4242", expiry: "0928" } });
  expect(toText(user, "Card Number")).toBe("•••• 4242");
  expect(toText(user, "Card Expiry")).toBe("09/28");
  expect(toText(user, "Card Security Code")).toBe("•••");
  expect(toText(aUser({ primaryCard: null }), "Card Security Code")).toBeNull();
});

it("a yes or no that is not known is neither", () => {
  expect(toText(aUser(), "Separate Business Account")).toBe("Yes");
  expect(toText(aUser(), "Business Account Same As Personal")).toBe("No");
  expect(toText(aUser(), "Incorporated")).toBeNull();
});

it("phones and the EIN are written the usual way", () => {
  expect(toText(aUser(), "Phone")).toBe("(212) 555-0144");
  expect(findField(aUser(), "EIN Number")).toMatchObject({ number: "12-3456789", of: "ein" });
});

it("the SSN is shown as the server gave it for the role", () => {
  expect(toText(aUser({ ssn: "900-12-6789" }), "SSN")).toBe("900-12-6789");
  expect(toText(aUser({ ssn: "***-**-6789" }), "SSN")).toBe("***-**-6789");
});

it("money is kept in cents, a score of zero is a score", () => {
  expect(findField(aUser(), "Approved Amount")).toMatchObject({ cents: 500_000 });
  expect(toText(aUser({ application: anApplication({ alloyCvaScore: 0 }) }), "CVA Score")).toBe("0");
});
