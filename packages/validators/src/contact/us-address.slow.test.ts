import * as fc from "fast-check";
import { expect, test } from "vitest";
import { addressLine, parseAddress } from "./us-address.ts";
import { US_STATES } from "./us-states.ts";

test.each([
  ["123 Main St Apt 4, Brooklyn, NY 11201", "123", "Main St", "Apt 4", "Brooklyn", "NY", "11201"],
  ["123 Main St, Apt 4, Brooklyn, NY, 11201", "123", "Main St", "Apt 4", "Brooklyn", "NY", "11201"],
  [
    "123 Main St\nApt 4\nBrooklyn, NY 11201\nUnited States",
    "123",
    "Main St",
    "Apt 4",
    "Brooklyn",
    "NY",
    "11201",
  ],
  ["41 Mott St, New York, New York 10013-1234, USA", "41", "Mott St", "", "New York", "NY", "10013-1234"],
  ["41-12 Queens Blvd #3B, Sunnyside NY 11104", "41-12", "Queens Blvd", "#3B", "Sunnyside", "NY", "11104"],
  [
    "500 W Madison St Suite 1000 Chicago IL 60661",
    "500",
    "W Madison St",
    "Suite 1000",
    "Chicago",
    "IL",
    "60661",
  ],
  ["12 Elm Street Springfield il 627011234", "12", "Elm Street", "", "Springfield", "IL", "62701-1234"],
  ["PO Box 88, Charleston, West Virginia 25301", "", "PO Box 88", "", "Charleston", "WV", "25301"],
  [
    "1 Pennsylvania Ave NW, Washington, DC 20500",
    "1",
    "Pennsylvania Ave NW",
    "",
    "Washington",
    "DC",
    "20500",
  ],
])("%j comes apart", (text, streetNumber, street, subpremise, city, province, postalCode) => {
  expect(parseAddress(text)).toEqual({
    streetNumber,
    street,
    subpremise,
    city,
    province,
    postalCode,
    country: "US",
  });
});

test.each([
  "",
  "123 Main St",
  "123 Main St, Brooklyn",
  "123 Main St, Brooklyn, NY",
  "123 Main St, Brooklyn, XX 11201",
  "Brooklyn, NY 11201",
  "Somewhere Brooklyn NY 11201",
  "10 Downing Street, London SW1A 2AA",
])("%j is no whole address, and nothing of it is guessed", (text) => {
  expect(parseAddress(text)).toBeNull();
});

test("the line of a form has number, street and what is within the house", () => {
  const parts = parseAddress("123 Main St, Apt 4, Brooklyn, NY 11201");
  expect(parts && addressLine(parts)).toBe("123 Main St Apt 4");
});

test("every address that is written in the usual way is read back", () => {
  const word = fc.constantFrom("Oak", "Grand", "Elm Hill", "St Marks");
  const address = fc.record({
    streetNumber: fc.integer({ min: 1, max: 99_999 }).map(String),
    street: word.map((name) => `${name} Ave`),
    subpremise: fc.constantFrom("", "Apt 4", "Unit 12B", "# 9"),
    city: fc.constantFrom("Brooklyn", "St. Louis", "Winston-Salem", "O'Fallon"),
    province: fc.constantFrom(...Object.keys(US_STATES)),
    postalCode: fc.constantFrom("11201", "00501", "11201-4455"),
  });
  fc.assert(
    fc.property(address, fc.boolean(), (parts, byName) => {
      const state = byName ? US_STATES[parts.province] : parts.province;
      const written = { ...parts, country: "US" as const };
      const text = `${addressLine(written)}, ${parts.city}, ${state} ${parts.postalCode}`;
      expect(parseAddress(text)).toEqual(written);
    }),
  );
});

test("no text, whatever is in it, makes it fail", () => {
  fc.assert(
    fc.property(fc.string({ unit: "binary" }), (text) => {
      const parts = parseAddress(text);
      expect(parts === null || parts.city !== "").toBe(true);
    }),
  );
});
