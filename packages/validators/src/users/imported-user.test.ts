import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { ImportedUser } from "./imported-user.ts";

const row = { businessName: "JUDITH P. GREGORY, LLC" };

const messages = (cells: object) =>
  ImportedUser.safeParse({ ...row, ...cells }).error?.issues.map(({ message }) => message);

describe("an imported row", () => {
  test("is read the way other systems write it", () => {
    expect(
      ImportedUser.parse({
        externalId: " A-17 ",
        businessName: "BOHYER,  ERICKSON, BEAUDETTE & TRANEL, PC",
        currentAddress: "1200 S RESERVE ST\nSTE H",
        city: "Missoula",
        state: "mt",
        zipcode: "598011234",
        naicsCode: "541110",
        businessType: "Subchapter S Corporation",
        businessStartDate: "4/3/20",
        firstname: "",
        email: "Office@Bohyer.Example",
        phone: "+1 (406) 555-0100",
        ssn: "123-45-6789",
        ein: "81-0123456",
        dob: "12/31/1979",
      }),
    ).toEqual({
      externalId: "A-17",
      businessName: "BOHYER, ERICKSON, BEAUDETTE & TRANEL, PC",
      currentAddress: "1200 S RESERVE ST STE H",
      city: "Missoula",
      state: "MT",
      zipcode: "59801-1234",
      naicsCode: "541110",
      businessType: "Subchapter S Corporation",
      businessStartDate: "2020-04-03",
      email: "office@bohyer.example",
      phone: "4065550100",
      ssn: "123456789",
      ein: "810123456",
      dob: "1979-12-31",
    });
  });

  test("reads an empty cell as undefined, whatever the column", () => {
    for (const column of Object.keys(ImportedUser.shape))
      expect(ImportedUser.parse({ firstname: "Ana", lastname: "Diaz", [column]: "  " })).toHaveProperty(
        column,
        undefined,
      );
  });

  test.each([{ businessName: "X" }, { companyName: "X" }, { firstname: "Ana" }, { lastname: "Diaz" }])(
    "is named well enough by %j",
    (cells) => {
      expect(ImportedUser.safeParse(cells).success).toBe(true);
    },
  );

  test.each([{}, { businessName: "", lastname: " " }, { email: "ana@mail.example", ssn: "123456789" }])(
    "without any name is refused: %j",
    (cells) => {
      expect(ImportedUser.safeParse(cells).error?.issues.map(({ message }) => message)).toEqual([
        "businessName: the row has neither a business name nor a person's name.",
      ]);
    },
  );

  test("refuses a column it does not know", () => {
    expect(ImportedUser.safeParse({ ...row, password: "x" }).success).toBe(false);
  });

  test("gives what it gave when its result is parsed again", () => {
    const cells = fc.record(
      {
        businessName: fc.string({ unit: "grapheme" }),
        city: fc.string(),
        phone: fc.stringMatching(/^\+?1? ?\(?\d{3}\)? ?\d{3}-\d{4}$/),
        zipcode: fc.stringMatching(/^\d{5}(-?\d{4})?$/),
        dob: fc.stringMatching(/^\d{1,2}\/\d{1,2}\/(\d{4}|\d{2})$/),
      },
      { requiredKeys: ["businessName"] },
    );
    fc.assert(
      fc.property(cells, (value) => {
        const { data } = ImportedUser.safeParse(value);
        expect(data && ImportedUser.parse(data)).toEqual(data);
      }),
    );
  });
});

describe("a bad cell is refused by the name of its column", () => {
  test.each([
    [{ email: "ana@" }, "email: an e-mail address is needed."],
    [{ phone: "555" }, "phone: ten digits are needed, like (212) 555-0144."],
    [{ ssn: "1234" }, "ssn: nine digits are needed."],
    [{ ein: "1234" }, "ein: nine digits are needed, like 12-3456789."],
    [{ state: "Montana" }, "state: two letters are needed, like MT."],
    [{ zipcode: "5980" }, "zipcode: five or nine digits are needed."],
    [{ naicsCode: "52A" }, "naicsCode: two to six digits are needed."],
    [{ dob: "13/45/1980" }, "dob: a date is needed, like 2020-04-07 or 4/7/20."],
    [{ businessStartDate: "2020-02-30" }, "businessStartDate: a date is needed, like 2020-04-07 or 4/7/20."],
    [{ city: "x".repeat(201) }, "city: at most 200 characters are kept."],
    [{ city: 7 }, "city: a text is needed."],
    [{ firstname: "A\0" }, "firstname: the text contains a control character."],
    [{ firstname: "A\u001B[31m" }, "firstname: the text contains a control character."],
    [{ lastname: "Mu\uFFFDoz" }, "lastname: the text is damaged, its encoding was not UTF-8."],
    [{ lastname: "\uD800" }, "lastname: the text is damaged, its encoding was not UTF-8."],
  ])("%j", (cells, message) => {
    expect(messages(cells)).toEqual([message]);
  });

  test.each(["=1+1", "+SUM(A1)", "-2+3", "@cmd"])("a text that begins like the formula %s", (lastname) => {
    expect(messages({ lastname })).toEqual([
      `lastname: a text can not start with "${lastname[0]}", spreadsheets take that for a formula.`,
    ]);
  });

  test("never with its value, which may be secret", () => {
    expect(messages({ ssn: "555-66-777", ein: "98-000" })?.join(" ")).not.toMatch(/555|777|98|000/);
  });
});

describe("a date with two digits for the year", () => {
  test.each([
    ["5/4/85", "1985-05-04"],
    ["5/4/45", "1945-05-04"],
    ["5/4/05", "2005-05-04"],
  ])("of birth, %s, is %s", (dob, date) => {
    expect(ImportedUser.parse({ ...row, dob }).dob).toBe(date);
  });

  test.each([
    ["4/7/20", "2020-04-07"],
    ["4/7/49", "2049-04-07"],
    ["4/7/85", "1985-04-07"],
    ["1/1/00", "2000-01-01"],
  ])("of a business, %s, is %s", (businessStartDate, date) => {
    expect(ImportedUser.parse({ ...row, businessStartDate }).businessStartDate).toBe(date);
  });
});
