import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { readCell, US_SPELLING } from "./cells.ts";
import { SHEET_NAMES, sheetColumns } from "./columns.ts";
import { splitName } from "./names.ts";
import { readRow } from "./rows.ts";

const business = { businessName: "JUDITH P. GREGORY, LLC" };
const read = (cells: Record<string, string>, strict = false) =>
  readRow("users", { ...business, ...cells }, US_SPELLING, strict);

describe("the row of a customer", () => {
  test("is read the way other systems write it", () => {
    expect(
      read({
        externalId: " A-17 ",
        businessName: "BOHYER,  ERICKSON, BEAUDETTE & TRANEL, PC",
        currentAddress: "1200 S RESERVE ST\nSTE H",
        state: "Montana",
        zipcode: "598011234",
        businessStartDate: "4/3/20",
        firstname: "",
        email: "Office@Bohyer.Example",
        phone: "+1 (406) 555-0100",
        ssn: "123-45-6789",
        ein: "81-0123456",
        dob: "12/31/1979",
      }),
    ).toEqual({
      refused: "",
      findings: [{ kind: "mended", field: "state", text: "state: the state was written out." }],
      row: {
        externalId: "A-17",
        businessName: "BOHYER, ERICKSON, BEAUDETTE & TRANEL, PC",
        currentAddress: "1200 S RESERVE ST STE H",
        state: "MT",
        zipcode: "59801-1234",
        businessStartDate: "2020-04-03",
        email: "office@bohyer.example",
        phone: "4065550100",
        ssn: "123456789",
        ein: "810123456",
        dob: "1979-12-31",
      },
    });
  });

  test("judges a zip code by the state of the row, however that is written", () => {
    expect(read({ zipcode: "2139", state: "Mass." }).row.zipcode).toBe("02139");
    expect(read({ zipcode: "2139", state: "MT" }).row.zipcode).toBeUndefined();
  });

  test.each([
    [{ email: "ana@" }, "email: an e-mail address is needed."],
    [{ phone: "555" }, "phone: ten digits are needed, like (212) 555-0144."],
    [{ ssn: "1234" }, "ssn: nine digits are needed."],
    [{ ein: "1234" }, "ein: nine digits are needed, like 12-3456789."],
    [{ state: "Bavaria" }, "state: two letters are needed, like MT, or the name of a state."],
    [{ zipcode: "5980" }, "zipcode: five or nine digits are needed."],
    [{ naicsCode: "52A" }, "naicsCode: two to six digits are needed."],
    [
      { ssn: "000-00-0000" },
      "ssn: nobody can have this number, or it is written in a way that is not known.",
    ],
    [{ ein: "99-9999999" }, "ein: nobody can have this number, or it is written in a way that is not known."],
    [
      { phone: "999 999 9999" },
      "phone: nobody can have this number, or it is written in a way that is not known.",
    ],
    [{ ssn: "***-**-1234" }, "ssn: nine digits are needed."],
    [{ dob: "9999-12-31" }, "dob: a date is needed, like 2020-04-07 or 4/7/20."],
    [{ dob: "13/45/1980" }, "dob: a date is needed, like 2020-04-07 or 4/7/20."],
    [{ city: "x".repeat(501) }, "city: at most 500 characters are kept."],
    [{ firstname: "A\0" }, "firstname: the text contains a control character."],
    [{ lastname: "Mu\uFFFDoz" }, "lastname: the text is damaged, its encoding was not the file's."],
    [
      { city: "########" },
      "city: the spreadsheet shows an error or a column too narrow here, and not the value.",
    ],
    [
      { city: "#REF!" },
      "city: the spreadsheet shows an error or a column too narrow here, and not the value.",
    ],
    [{ lastname: "=1+1" }, 'lastname: a text can not start with "=", spreadsheets take that for a formula.'],
    [{ balance: "ten" }, "balance: an amount in dollars is needed, like 1,234.50."],
  ] as [Record<string, string>, string][])(
    "leaves a cell empty that can not be read, and says so: %j",
    (cells, text) => {
      const [field = ""] = Object.keys(cells);
      const { row, findings, refused } = read(cells);
      expect(refused).toBe("");
      expect(row[field]).toBeUndefined();
      expect(findings).toEqual([{ kind: "left empty", field, text }]);
      expect(read(cells, true).refused).toBe(text);
    },
  );

  test("says nothing of the value, which may be secret", () => {
    const { findings } = read({ ssn: "555-66-777", ein: "98-000" });
    expect(JSON.stringify(findings)).not.toMatch(/555|777|98-|000/);
  });

  test("without any name is refused, with what was wrong with its names", () => {
    const readBare = (cells: Record<string, string>) => readRow("users", cells, US_SPELLING, false).refused;
    expect(readBare({ email: "ana@mail.example" })).toBe(
      "businessName: the row has neither a business name nor a person's name.",
    );
    const began = { externalId: "7", email: "ana@mail.example" };
    expect(readBare(began)).not.toBe("");
    expect(readBare({ ...began, firstname: "=1" })).not.toBe("");
    expect(readBare({ ...began, firstname: "" })).toBe("");
    expect(readBare({ externalId: "7", firstname: "" })).not.toBe("");
    expect(readBare({ businessName: "=1" })).toMatch(
      /^businessName: .*formula\. businessName: the row has neither/,
    );
  });

  test("with a balance and no id is refused, since its balance would be lost", () => {
    expect(read({ balance: "$1,212.50" })).toMatchObject({
      refused: "externalId: this is needed of a customer with a balance of $1,212.50.",
      refusedKind: "externalId: this is needed of a customer with a balance.",
    });
    expect(read({ balance: "0.00" }).refused).toBe("");
    expect(read({ balance: "12.50", externalId: "7" }).refused).toBe("");
  });

  test("with an id that lost digits is refused, since it would be added twice", () => {
    expect(read({ externalId: "1.2E+11" }).refused).toMatch(/^externalId: an id is needed/);
  });
});

test("a row of another sheet is refused without what it needs, or where that can not be read", () => {
  const payment = { paymentId: "9", customerId: "7", paidOn: "4/7/20", amount: "$10" };
  const toRefusal = (cells: Record<string, string>) => readRow("payments", cells, US_SPELLING, false).refused;
  expect(toRefusal(payment)).toBe("");
  expect(toRefusal({ ...payment, amount: "" })).toBe("amount: this is needed.");
  expect(toRefusal({ ...payment, paidOn: "soon" })).toBe(
    "paidOn: a date is needed, like 2020-04-07 or 4/7/20.",
  );
  expect(toRefusal({ ...payment, outcome: "lost" })).toBe(
    "outcome: one of paid, failed, returned is needed.",
  );
});

test.each([
  ["payments", { direction: "Disbursement" }],
  ["payments", { appliesTo: "somewhere" }],
  ["users", { doNotFund: "maybe" }],
  ["users", { doNotFund: "unknown" }],
  ["users", { runPaymentAutomation: "Paused" }],
  ["users", { isExternal: "Big Sky Recovery" }],
  ["accounts", { enabled: "Closed" }],
  ["accounts", { accountType: "Money Market" }],
  ["cards", { status: "Lost" }],
  ["remarks", { stopsDebits: "ask" }],
] as const)(
  "of %s a row is refused where a cell can not be read of which nothing would say the opposite: %j",
  (sheet, cells) => {
    const { refused } = readRow(sheet, { lastname: "Diaz", ...cells }, US_SPELLING, false);
    expect(refused).toMatch(new RegExp(`^${Object.keys(cells)[0]}: (?:one of .*|yes or no) is needed\\.`));
  },
);

test.each([
  ["users", { doNotFund: "N/A" }, {}],
  ["users", { runPaymentAutomation: "null" }, {}],
  ["payments", { direction: "ACH" }, { direction: "DEBIT" }],
  ["accounts", { enabled: "Inactive" }, { enabled: false }],
  ["accounts", { accountType: "Business Savings" }, { accountType: "savings" }],
  ["accounts", { accountType: "C" }, { accountType: "checking" }],
  ["cards", { status: "Expired" }, { status: "INACTIVE" }],
] as const)("of %s such a cell is read where it says it in other words: %j", (sheet, cells, row) => {
  expect(readRow(sheet, cells, US_SPELLING, false)).toMatchObject({ row, findings: [] });
});

test.each([
  ["Ana Diaz", "Ana", "Diaz"],
  ["Ana de la Cruz", "Ana", "de la Cruz"],
  ["de la Cruz, Ana M.", "Ana M.", "de la Cruz"],
  ["Dr. John Q. Smith Jr.", "John Q.", "Smith Jr."],
  ["Smith, John", "John", "Smith"],
  ["John Smith, III", "John", "Smith III"],
  ["Smith, John Q. Jr.", "John Q.", "Smith Jr."],
  ["Smith, Jr., John", "John", "Smith Jr."],
  ["Smith, John, Jr.", "John", "Smith Jr."],
  ["Smith Jr., John", "John", "Smith Jr."],
  ["SMITH , JOHN", "JOHN", "SMITH"],
  ["Smith,", "", "Smith"],
  ["Diaz, Ana; Lee, Bo", "Ana, Lee, Bo", "Diaz"],
  ["Cher", "", "Cher"],
  ["Vincent van Gogh", "Vincent", "van Gogh"],
  ["John Church", "John", "Church"],
])("the name %s is %s %s", (text, firstname, lastname) => {
  expect(splitName(text)).toEqual({ firstname, lastname, businessName: "" });
});

test.each(["Cruz Tacos LLC", "Smith & Sons", "Acme, Inc.", "Big Sky Co", "Delgado Holdings"])(
  "%s is a business",
  (text) => {
    expect(splitName(text)).toEqual({ firstname: "", lastname: "", businessName: text });
  },
);

test("what has no width and marks of direction are left out of a cell", () => {
  const { row } = read({
    firstname: "\u2068Ana\u2069",
    phone: "\u202A406\u2011555\u20110144\u202C",
    zipcode: "\u200E59601",
  });
  expect(row).toMatchObject({ firstname: "Ana", phone: "4065550144", zipcode: "59601" });
});

test.each([
  ["08/27", "0827"],
  ["2027-08", "0827"],
  ["2027-08-01", "0827"],
  ["2027-08-31", "0827"],
  ["2028-02-29", "0228"],
  ["2026-08-27", null],
])("the expiry %s is %s: what a spreadsheet made a day of is none", (text, expiry) => {
  const { row } = readRow("cards", { expiry: text }, US_SPELLING, false);
  expect(row.expiry ?? null).toBe(expiry);
});

test("what an export made harmless is read as what it was", () => {
  const { note } = sheetColumns("notes");
  expect(note && readCell(note, "'=1+1", US_SPELLING)).toEqual({ value: "=1+1" });
  expect(note && readCell(note, "'tis so", US_SPELLING)).toEqual({ value: "'tis so" });
});

test("every column of every sheet reads any text as a value, as nothing or as a problem, and a value again as itself", () => {
  const columns = SHEET_NAMES.flatMap((sheet) => Object.values(sheetColumns(sheet)));
  fc.assert(
    fc.property(fc.constantFrom(...columns), fc.string({ unit: "grapheme" }), (column, text) => {
      const cell = readCell(column, text, US_SPELLING);
      if (cell === null || "problem" in cell || column.kind === "money" || column.kind === "longText") return;
      expect(readCell(column, String(cell.value), US_SPELLING)).toMatchObject({ value: cell.value });
    }),
  );
});
