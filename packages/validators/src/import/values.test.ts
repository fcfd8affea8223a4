import { describe, expect, test } from "vitest";
import {
  hasLostSsnZeros,
  readEin,
  readId,
  readInteger,
  readLast4,
  readPhone,
  readRouting,
  readSsn,
  readState,
  readYesNo,
  readZip,
} from "./values.ts";

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
