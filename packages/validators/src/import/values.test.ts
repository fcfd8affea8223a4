import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { centsToInput } from "../money.ts";
import {
  guessNumberFormat,
  guessRateFormat,
  hasLostSsnZeros,
  isNumberFormatUnclear,
  isOtherCurrency,
  readEin,
  readFactor,
  readId,
  readInteger,
  readLast4,
  readMoney,
  readPhone,
  readRate,
  readRouting,
  readSsn,
  readState,
  readYesNo,
  readZip,
} from "./values.ts";

const valueIn = (read: { value: unknown } | null): unknown => read?.value ?? null;

describe("an amount", () => {
  test.each([
    ["1234.5", 123_450],
    ["$1,234.50", 123_450],
    ["USD 1,234.50", 123_450],
    ["1,234.50 USD", 123_450],
    ["(1,234.50)", -123_450],
    ["$(20.00)", -2_000],
    ["-$20", -2_000],
    ["20.00-", -2_000],
    ["−20", -2_000],
    [".75", 75],
    ["0", 0],
    ["(0.00)", 0],
    ["1234.5000000001", 123_450],
    ["1 234.50", 123_450],
    ["$-", 0],
    [" $ -   ", 0],
    ["4.5E-13", 0],
    ["-1.8E-12", 0],
  ])("%s is %d cents", (text, cents) => {
    expect(valueIn(readMoney(text))).toBe(cents);
  });

  test.each([
    "",
    "abc",
    "1,23",
    "12,34",
    "1.234,50",
    "1e3",
    "0.001",
    "(5",
    "5)",
    "1.2.3",
    "--5",
    "99999999999",
    "१२",
    "$",
    "€12.00",
    "CAD 12",
  ])("%j is none", (text) => {
    expect(readMoney(text)).toBeNull();
  });

  test.each([
    ["1.234,50", 123_450],
    ["1234,5", 123_450],
    ["$ 12,00", 1_200],
    ["1.234", 123_400],
  ])("in the European format %s is %d cents", (text, cents) => {
    expect(valueIn(readMoney(text, "eu"))).toBe(cents);
  });

  test("is what the console itself writes, whatever it is", () => {
    fc.assert(
      fc.property(fc.integer({ min: -9_999_999_999, max: 9_999_999_999 }), (cents) => {
        expect(valueIn(readMoney(centsToInput(cents)))).toBe(cents);
      }),
    );
  });

  test.each(["€1,234.50", "1,234.50 EUR", "EUR 5", "£12", "CAD 12", "C$12", "12.00 CHF", "MX$5"])(
    "%s is of another currency than dollars",
    (text) => {
      expect(isOtherCurrency(text)).toBe(true);
      expect(readMoney(text)).toBeNull();
    },
  );

  test.each(["$12", "US$12", "USD 12", "12", "ten", "$-"])("%s is of no other currency", (text) => {
    expect(isOtherCurrency(text)).toBe(false);
  });

  test("of a dot and three digits is unclear where no amount of its column is of one format only", () => {
    expect(isNumberFormatUnclear(["2.000", "12.500", "35"])).toBe(true);
    for (const told of ["35.50", "1,234", "1.234,50", "0.125", "1234.500", "1.234.567"])
      expect(isNumberFormatUnclear(["2.000", told])).toBe(false);
    expect(readMoney("2.000", "us", true)).toBeNull();
    expect(valueIn(readMoney("2.000", "us"))).toBe(200);
    expect(valueIn(readMoney("2.000", "eu"))).toBe(200_000);
    expect(valueIn(readMoney("2.50", "us", true))).toBe(250);
  });

  test("a column's format is European where it can be nothing else", () => {
    expect(guessNumberFormat(["1.234,50", "12,00", "7"])).toBe("eu");
    expect(guessNumberFormat(["1,234.50", "12.00"])).toBe("us");
    expect(guessNumberFormat(["1,234", "7"])).toBe("us");
    expect(guessNumberFormat(["12,00", "1,234.50"])).toBe("us");
    expect(guessNumberFormat([])).toBe("us");
  });
});

describe("a rate", () => {
  test.each([
    ["7.5%", 0.075],
    ["7.5 %", 0.075],
    ["7,5%", 0.075],
    [".075", 0.075],
    ["0.075", 0.075],
    ["0", 0],
    ["0%", 0],
    ["7.5", null],
    ["1", null],
    ["100%", null],
    ["1.2", null],
    ["abc", null],
  ])("%s is %s", (text, rate) => {
    expect(valueIn(readRate(text))).toBe(rate);
  });

  test("without a percent sign is a percentage where all of its column are", () => {
    expect(guessRateFormat(["7.5", "5", "12.25"])).toBe("percent");
    expect(guessRateFormat(["0.075", "7.5%", "0"])).toBe("part");
    expect(guessRateFormat(["7.5", "0.075"])).toBe("mixed");
    expect(valueIn(readRate("7.5", "percent"))).toBe(0.075);
    expect(valueIn(readRate("0.5", "percent"))).toBeNull();
    expect(valueIn(readRate("100", "percent"))).toBeNull();
    expect(valueIn(readRate("0.075", "mixed"))).toBeNull();
    expect(valueIn(readRate("7.5%", "mixed"))).toBe(0.075);
  });

  test.each([
    ["1.25", 1.25],
    ["1,3", 1.3],
    ["125%", 1.25],
    ["100", null],
  ])("a factor %s is %s", (text, factor) => {
    expect(valueIn(readFactor(text))).toBe(factor);
  });
});

describe("what a spreadsheet took is given back only where it must have been there", () => {
  test.each([
    ["59718.0", "MT", "59718"],
    ["59718", "", "59718"],
    ["598011234", "MT", "59801-1234"],
    ["59801 1234", "MT", "59801-1234"],
    ["59801\u20131234", "MT", "59801-1234"],
    ["59801-", "MT", "59801"],
    ["2139", "MA", "02139"],
    ["2139.0", "MA", "02139"],
    ["21394307", "MA", "02139-4307"],
    ["601", "PR", "00601"],
    ["5970", "MT", undefined],
    ["2139", "", undefined],
    ["139", "MA", undefined],
    ["597180", "MT", undefined],
  ])("a zip code %s in %j is %s", (text, state, zip) => {
    expect(readZip(text, state)?.value).toBe(zip);
  });

  test.each([
    ["12345678", "012345678"],
    ["61234567", "061234567"],
    ["81-0123456", "810123456"],
    ["81 \u2013 0123456", "810123456"],
    ["00-0000000", undefined],
    ["999999999", undefined],
    ["810123456.0", "810123456"],
    ["81234567", undefined],
    ["1234567", undefined],
    ["07-0123456", undefined],
    ["19-0123456", undefined],
    ["49-0123456", undefined],
    ["96-0123456", undefined],
  ])("an EIN %s is %s", (text, ein) => {
    expect(readEin(text)?.value).toBe(ein);
  });

  test.each([
    ["021000021", "021000021", undefined],
    ["0210-0002-1", "021000021", undefined],
    ["21000021", "021000021", "a zero in front was lost"],
    ["11000015.0", "011000015", "a zero in front was lost"],
    ["21000022", undefined, undefined],
    ["2100002", undefined, undefined],
    ["1210428821", undefined, undefined],
  ])("of a routing number where its check digit says so: %s", (text, routing, mended) => {
    expect([readRouting(text)?.value, readRouting(text)?.mended]).toEqual([routing, mended]);
  });

  test.each([
    ["12345678", true, "012345678"],
    ["1234567", true, "001234567"],
    ["12345678", false, undefined],
    ["1230000", true, undefined],
    ["123456", true, undefined],
    ["123-45-6789", false, "123456789"],
    ["123.45.6789", false, "123456789"],
    ["123 45 6789", false, "123456789"],
    ["123\u201345\u20136789", false, "123456789"],
    ["000-00-1234", false, undefined],
    ["000-12-3456", false, undefined],
    ["666-12-3456", false, undefined],
    ["912-34-5678", false, undefined],
    ["123-00-4567", false, undefined],
    ["123-45-0000", false, undefined],
    ["000000000", false, undefined],
    ["111-11-1111", false, undefined],
    ["999999999", false, undefined],
    ["123456", false, undefined],
    ["123456789.0", false, "123456789"],
  ])("an SSN %s of a column that lost zeros (%s) is %s", (text, lost, ssn) => {
    expect(readSsn(text, lost)?.value).toBe(ssn);
  });

  test("a column of SSNs has lost zeros where it has short ones and none that begins with a zero", () => {
    expect(hasLostSsnZeros(["123456789", "223456789", "12345678"])).toBe(true);
    expect(hasLostSsnZeros(["023456789", "223456789", "12345678"])).toBe(false);
    expect(hasLostSsnZeros(["123456789"])).toBe(false);
    expect(hasLostSsnZeros(["123-45-6789", "12345678"])).toBe(false);
  });

  test.each([
    ["59718.0", "59718"],
    ["A-17", "A-17"],
    ["007", "007"],
    ["1.2E+11", undefined],
    ["1E11", undefined],
    ["-8.1E+18", undefined],
    ["00017", "00017"],
  ])("an id %s is %s", (text, id) => {
    expect(readId(text)?.value).toBe(id);
  });

  test.each([
    ["4242", "4242"],
    ["**** 4242", "4242"],
    ["42", "0042"],
    ["42.0", "0042"],
    ["42424", undefined],
    ["0", undefined],
  ])("the last four digits %s are %s", (text, last4) => {
    expect(readLast4(text)?.value).toBe(last4);
  });

  test.each([
    "406-555-0144",
    "+1 (406) 555-0144",
    "tel:+14065550144",
    "Cell: 406-555-0144",
    "406-555-0144 (cell)",
    "(406)555-0144 h",
    "406/555-0144",
    "406-555-0144 #12",
    "406.555.0144x12",
  ])("the telephone number %s is ten digits", (text) => {
    expect(readPhone(text)?.value).toBe("4065550144");
  });

  test.each(["406-555-0144 / 406-555-0145", "555-0144", "0000000000", "+44 20 7946 0958", "none 4065550144"])(
    "the telephone number %s is none",
    (text) => {
      expect(readPhone(text)).toBeNull();
    },
  );

  test("a telephone number that was made a number is one", () => {
    expect(readPhone("4065550144.0")).toEqual({ value: "4065550144", mended: "it had been made a number" });
  });
});

test.each([
  ["MT", "MT"],
  ["mt", "MT"],
  ["Montana", "MT"],
  ["Mont.", "MT"],
  ["N.Y.", "NY"],
  ["new york", "NY"],
  ["Washington, D.C.", "DC"],
  ["D.C.", "DC"],
  ["N. Carolina", "NC"],
  ["W. Va.", "WV"],
  ["MT - Montana", "MT"],
  ["Montana (MT)", "MT"],
  ["MT - Maine", undefined],
  ["Bavaria", undefined],
])("the state %s is %s", (text, code) => {
  expect(readState(text)?.value).toBe(code);
});

test.each([
  ["Yes", true],
  ["x", true],
  ["1.0", true],
  ["N", false],
  ["FALSE", false],
  ["maybe", undefined],
])("%s is %s", (text, value) => {
  expect(readYesNo(text)?.value).toBe(value);
});

test.each([
  ["12", 12],
  ["12.0", 12],
  ["1,234", 1234],
  ["12.5", undefined],
  ["-1", undefined],
])("the whole number %s is %s", (text, value) => {
  expect(readInteger(text)?.value).toBe(value);
});
