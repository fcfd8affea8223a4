import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { ROLES } from "../roles.ts";
import { whyNotOpenPaymentPreference } from "./rules.ts";
import {
  defaultPreferenceUntil,
  INVALID_PREFERENCE_UNTIL,
  PaymentPreference,
  paymentPreferenceOn,
  SetPaymentPreference,
  whyNotSavePreference,
} from "./schemas.ts";

const TODAY = "2026-11-21";
const OnToday = paymentPreferenceOn(TODAY);

const both = {
  useBank: true,
  bankNumber: "6789",
  useBankUntil: "2027-05-21",
  useCard: true,
  cardNumber: "4242",
  useCardUntil: "2026-11-22",
};
const neither = {
  useBank: false,
  bankNumber: null,
  useBankUntil: null,
  useCard: false,
  cardNumber: null,
  useCardUntil: null,
};

const issues = (value: object) =>
  OnToday.safeParse(value).error?.issues.map(({ path, message }) => [path.join("."), message]);

describe("a payment preference", () => {
  test("may use both methods, or neither", () => {
    expect(OnToday.parse(both)).toEqual(both);
    expect(OnToday.parse(neither)).toEqual(neither);
  });

  test("drops number and expiry of a method that is not used, even wrong ones", () => {
    expect(OnToday.parse({ ...both, useBank: false, bankNumber: "x", useBankUntil: "soon" })).toEqual({
      ...both,
      useBank: false,
      bankNumber: null,
      useBankUntil: null,
    });
    expect(OnToday.parse({ ...both, useCard: false })).toMatchObject({
      cardNumber: null,
      useCardUntil: null,
    });
  });

  test.each([
    ["is missing", null, "number must be the last 4 digit."],
    ["is empty", "", "number must be the last 4 digit."],
    ["is shorter than four digits", "678", "number must be the last 4 digit."],
    ["is longer than four digits", "56789", "number must only be the last 4 digit."],
    ["holds anything but digits", "67a9", "number must be a number"],
    ["holds anything but digits, whatever its length", "card", "number must be a number"],
    ["is in digits of another script", "٦٧٨٩", "number must be a number"],
  ])("whose number %s is refused, for bank and card in their own words", (_, number, message) => {
    expect(issues({ ...both, bankNumber: number })).toEqual([["bankNumber", `Bank ${message}`]]);
    expect(issues({ ...both, cardNumber: number })).toEqual([["cardNumber", `Card ${message}`]]);
  });

  test.each([TODAY, "2026-11-20", "2026-02-30", "soon", "", null])("can not expire on %j", (until) => {
    expect(issues({ ...both, useBankUntil: until })).toEqual([["useBankUntil", INVALID_PREFERENCE_UNTIL]]);
    expect(issues({ ...both, useCardUntil: until })).toEqual([["useCardUntil", INVALID_PREFERENCE_UNTIL]]);
  });

  test("shows all that is wrong at once", () => {
    expect(issues({ ...both, bankNumber: "1", useCardUntil: TODAY })).toHaveLength(2);
  });

  test("starts with an expiry six months from today", () => {
    expect(defaultPreferenceUntil(TODAY)).toBe("2027-05-21");
    expect(defaultPreferenceUntil("2026-08-31")).toBe("2027-02-28");
  });

  test("gives what it gave when its result is parsed again", () => {
    const texts = fc.constantFrom(null, "", " 6789 ", "6789", "2027-05-21");
    const preferences = fc.record({
      useBank: fc.boolean(),
      bankNumber: texts,
      useBankUntil: texts,
      useCard: fc.boolean(),
      cardNumber: texts,
      useCardUntil: texts,
    });
    fc.assert(
      fc.property(preferences, (preference) => {
        const { data } = PaymentPreference.safeParse(preference);
        expect(data && PaymentPreference.parse(data)).toEqual(data);
      }),
    );
  });

  test("is set for a user", () => {
    const input = { userId: 7, version: 0, preference: both };
    expect(SetPaymentPreference.parse(input)).toEqual(input);
    expect(SetPaymentPreference.safeParse({ userId: 7, version: 0, ...both }).success).toBe(false);
  });

  test("may not be saved once an expiry has come", () => {
    expect(whyNotSavePreference(both, TODAY)).toBeNull();
    expect(whyNotSavePreference({ ...both, useCardUntil: TODAY }, TODAY)).toBe(INVALID_PREFERENCE_UNTIL);
  });

  test("is opened by the roles whose name contains admin, in any case", () => {
    const open = ROLES.filter((role) => whyNotOpenPaymentPreference(role) === null);
    expect(open).toEqual(["SUPERADMIN", "ADMIN"]);
    expect(whyNotOpenPaymentPreference("EMPLOYEE")).toBe("Only SUPERADMIN or ADMIN can open this.");
  });
});
