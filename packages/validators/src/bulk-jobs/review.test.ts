import { describe, expect, test } from "vitest";
import { amountReasons, type ReviewFacts, reviewReasons, whyNotCharge } from "./review.ts";

const READY: ReviewFacts = {
  userId: 7,
  isKnown: true,
  flagged: null,
  isExternal: false,
  balanceCents: 50_000,
  payoffCents: 50_000,
  isDue: true,
  isUnderWay: false,
  paidTodayAt: null,
  requestedAt: null,
  whyNoInstrument: null,
  instrumentPlace: "accounts",
  bankDown: null,
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
    ["owes nothing", { balanceCents: 0, payoffCents: 0 }, "zero-balance", "The customer has a zero balance"],
    [
      "has paid too much",
      { balanceCents: -1, payoffCents: -1 },
      "negative-balance",
      "The user has negative balance.",
    ],
    ["has no card", { whyNoInstrument: "The card has expired." }, "no-instrument", "The card has expired."],
    [
      "paid today and has nothing else due",
      { paidTodayAt: AT, isDue: false },
      "paid",
      "Paid today 09:02 New York time, and nothing else is due.",
    ],
  ])("is blocked when the customer %s", (_what, changed, code, message) => {
    const facts = { ...READY, ...changed };
    expect(reviewReasons(facts)).toContainEqual(expect.objectContaining({ code, level: "blocked", message }));
    expect(whyNotCharge(facts)).toBe(message);
  });

  test.each<[string, Partial<ReviewFacts>, string]>([
    ["is flagged Do Not Fund", { flagged: { userId: 7, name: "Ana Diaz" } }, "do-not-fund"],
    ["has an account at a bank that is down", { bankDown: "First Platypus Bank" }, "bank-down"],
    ["paid today and has more due", { paidTodayAt: AT }, "paid-today"],
  ])("is looked at, and not blocked, when the customer %s", (_what, changed, code) => {
    const facts = { ...READY, ...changed };
    expect(reviewReasons(facts).map((reason) => [reason.code, reason.level])).toEqual([[code, "look"]]);
    expect(whyNotCharge(facts)).toBeNull();
  });
});

test("a reason leads to the fact it tells of, of the one who is flagged where that is another id", () => {
  const facts: ReviewFacts = {
    ...READY,
    flagged: { userId: 9, name: "Ana Diaz" },
    isUnderWay: true,
    whyNoInstrument: "The card has expired.",
  };
  expect(reviewReasons(facts).map(({ code, fact }) => [code, fact])).toEqual([
    ["under-way", { place: "payments", userId: 7 }],
    ["no-instrument", { place: "accounts", userId: 7 }],
    ["do-not-fund", { place: "doNotFund", userId: 9 }],
  ]);
});

describe("an amount", () => {
  const owing = { userId: 7, dueCents: 100, balanceCents: 500, payoffCents: 500, likePayments: [] };
  const like = { amountCents: 100, message: "erin@example.com charged $1.00 by card at 3:04 PM EST" };

  test.each<[string, Partial<Parameters<typeof amountReasons>[0]>, [string, string][]]>([
    ["that is scheduled", {}, []],
    ["where nothing is scheduled", { dueCents: null }, []],
    ["that is missing", { amountCents: null }, [["no-amount", "look"]]],
    ["that is not scheduled", { amountCents: 99 }, [["not-scheduled", "look"]]],
    [
      "above the debt",
      { amountCents: 501, dueCents: 501 },
      [
        ["over-balance", "blocked"],
        ["not-scheduled", "look"],
      ],
    ],
    [
      "above the debt less the discount",
      { payoffCents: 99 },
      [
        ["over-balance", "blocked"],
        ["not-scheduled", "look"],
      ],
    ],
    ["of the last payment, which is what is owed", { amountCents: 99, payoffCents: 99 }, []],
    ["that was taken the same way lately", { likePayments: [like] }, [["equal", "blocked"]]],
    ["unlike what was taken lately", { likePayments: [{ ...like, amountCents: 101 }] }, []],
  ])("%s has its reasons", (_what, facts, found) => {
    const reasons = amountReasons({ ...owing, amountCents: 100, ...facts });
    expect(reasons.map(({ code, level }) => [code, level])).toEqual(found);
  });
});
