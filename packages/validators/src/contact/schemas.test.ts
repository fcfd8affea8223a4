import { describe, expect, test } from "vitest";
import {
  Ein,
  Email,
  INVALID_EIN,
  INVALID_EMAIL,
  INVALID_PHONE,
  INVALID_STATE,
  INVALID_ZIPCODE,
  orEmpty,
  PhoneNumber,
  StateCode,
  Zipcode,
} from "./schemas.ts";

test.each([
  [Email, " Ana.Diaz+1@Mail.Example ", "ana.diaz+1@mail.example"],
  [PhoneNumber, "+1 (212) 555-0144", "2125550144"],
  [Ein, "12-3456789", "123456789"],
  [StateCode, " mt", "MT"],
  [Zipcode, "59801", "59801"],
  [Zipcode, "598011234", "59801-1234"],
  [Zipcode, "59801-1234", "59801-1234"],
])("field %# reads %j as %j, again and again, also where it may be empty", (field, typed, kept) => {
  expect(field.parse(typed)).toBe(kept);
  expect(field.parse(kept)).toBe(kept);
  expect(orEmpty(field).parse(typed)).toBe(kept);
});

test.each([
  [Email, "ana@", INVALID_EMAIL],
  [PhoneNumber, "555", INVALID_PHONE],
  [Ein, "1", INVALID_EIN],
  [StateCode, "Montana", INVALID_STATE],
  [StateCode, "M1", INVALID_STATE],
  [Zipcode, "5980", INVALID_ZIPCODE],
  [Zipcode, "59801-12", INVALID_ZIPCODE],
])("field %# refuses %j with its own message, also where it may be empty", (field, typed, message) => {
  expect(field.safeParse(typed).error?.issues).toMatchObject([{ message }]);
  expect(orEmpty(field).safeParse(typed).error?.issues).toMatchObject([{ message }]);
});

describe("an empty text", () => {
  test.each([Email, PhoneNumber, Ein, StateCode, Zipcode])("is refused by field %#", (field) => {
    expect(field.safeParse("").success).toBe(false);
  });

  test.each([Email, PhoneNumber, Ein, StateCode, Zipcode])("is kept where field %# may be empty", (field) => {
    expect(orEmpty(field).parse("  ")).toBe("");
  });
});
