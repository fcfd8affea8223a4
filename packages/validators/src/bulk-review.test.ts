import { describe, expect, test } from "vitest";
import { amountReasons, type ReviewFacts, reviewReasons, whyNotCharge } from "./bulk-review.ts";

const READY: ReviewFacts = {
  userId: 7,
  isKnown: true,
  doNotFund: false,
  isExternal: false,
  balanceCents: 50_000,
  isDue: true,
  isUnderWay: false,
  paidTodayAt: null,
  requestedAt: null,
  whyNoInstrument: null,
};
const AT = new Date("2026-11-20T14:02:00Z");

describe("who is charged in a batch", () => {
  test("is ready when nothing speaks against it", () => {
    expect(reviewReasons(READY)).toEqual([]);
    expect(whyNotCharge(READY)).toBeNull();
  });

  test.each<[string, Partial<ReviewFacts>, string, string]>([
    ["is not known", { isKnown: false }, "unknown", "There is no customer 7."],
    ["was requested", { requestedAt: AT }, "requested", "Already requested 09:02 New York time."],
    [
      "has a payment under way",
      { isUnderWay: true },
      "under-way",
      "A payment like this one is not finished yet. Wait until its outcome is known.",
    ],
    ["is with an agency", { isExternal: true }, "external", "This customer is with an external agency."],
    ["owes nothing", { balanceCents: 0 }, "zero-balance", "The customer has a zero balance"],
    ["has paid too much", { balanceCents: -1 }, "negative-balance", "The user has negative balance."],
    ["has no card", { whyNoInstrument: "The card has expired." }, "no-instrument", "The card has expired."],
    [
      "paid today and has nothing else due",
      { paidTodayAt: AT, isDue: false },
      "paid",
      "Paid today 09:02 New York time, and nothing else is due.",
    ],
  ])("is blocked when the customer %s", (_what, changed, code, message) => {
    const facts = { ...READY, ...changed };
    expect(reviewReasons(facts)).toContainEqual({ code, level: "blocked", message });
    expect(whyNotCharge(facts)).toBe(message);
  });

  test.each<[string, Partial<ReviewFacts>, string]>([
    ["is flagged Do Not Fund", { doNotFund: true }, "do-not-fund"],
    ["paid today and has more due", { paidTodayAt: AT }, "paid-today"],
  ])("is looked at, and not blocked, when the customer %s", (_what, changed, code) => {
    const facts = { ...READY, ...changed };
    expect(reviewReasons(facts).map((reason) => [reason.code, reason.level])).toEqual([[code, "look"]]);
    expect(whyNotCharge(facts)).toBeNull();
  });
});

describe("an amount", () => {
  test.each<[string, Parameters<typeof amountReasons>[0], string[]]>([
    ["that is scheduled", { amountCents: 100, scheduledCents: 100, balanceCents: 500 }, []],
    ["where nothing is scheduled", { amountCents: 100, scheduledCents: null, balanceCents: 500 }, []],
    ["that is missing", { amountCents: null, scheduledCents: 100, balanceCents: 500 }, ["no-amount"]],
    ["that is not scheduled", { amountCents: 99, scheduledCents: 100, balanceCents: 500 }, ["not-scheduled"]],
    ["above the debt", { amountCents: 501, scheduledCents: 501, balanceCents: 500 }, ["over-balance"]],
  ])("%s has its reasons", (_what, facts, codes) => {
    const reasons = amountReasons(facts);
    expect(reasons.map(({ code }) => code)).toEqual(codes);
    expect(reasons.every(({ level }) => level === "look")).toBe(true);
  });
});
