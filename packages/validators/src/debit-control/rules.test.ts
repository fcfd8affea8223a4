import { describe, expect, it, test } from "vitest";
import type { AccountFacts, AskedDebit, LinkNotice, ReturnedPayment } from "./account-facts.ts";
import { needsOtherNumbers, whyNotCorrect } from "./cures.ts";
import { ACH_RETURN_CODES, RCC_RETURN_CODES } from "./return-codes.ts";
import { type Cure, whyNotDebit, whyNotPayTo } from "./rules.ts";

const TODAY = "2026-11-20";
const ASKED: AskedDebit = { amountCents: 41_250, scheduleId: 7 };

const returned = (code: string, changed: Partial<ReturnedPayment> = {}): ReturnedPayment => ({
  isRcc: !/^R\d\d$/.test(code),
  code,
  sentOn: "2026-11-02",
  returnedOn: "2026-11-04",
  toldMs: Date.parse("2026-11-04T15:00:00Z"),
  isOfNumber: true,
  amountCents: 41_250,
  scheduleId: 7,
  isOpen: true,
  isDebit: true,
  ...changed,
});

/** Cures that were recorded the day they were obtained, at noon in New York where no other time is said. */
const facts = (
  returns: ReturnedPayment[],
  cured: Partial<Record<Cure, string>> = {},
  recordedAt = "T17:00:00Z",
): AccountFacts => ({
  returns,
  changes: [],
  cures: Object.entries(cured).map(([cure, obtainedOn]) => ({
    cure: cure as Cure,
    obtainedOn,
    recordedMs: Date.parse(`${obtainedOn}${recordedAt}`),
  })),
});

const ALL = [...Object.entries(ACH_RETURN_CODES), ...Object.entries(RCC_RETURN_CODES)];

describe("an account", () => {
  test.each(ALL)("that came back with %s is debited as the dictionary says", (code, { retry, meaning }) => {
    const block = whyNotDebit(TODAY, facts([returned(code)]), ASKED);
    const isFree = retry === "new" || retry === "identical";
    const blocked = { kind: "returned", code, cure: retry === "never" ? null : retry };
    const { kind, code: which, cure } = block ?? {};
    expect(block && { kind, code: which, cure }).toEqual(isFree ? null : blocked);
    const said = `was returned on 2026-11-04 with ${code} (${meaning}).`;
    expect(block?.message ?? said).toContain(said);
  });

  test.each(ALL)(
    "is debited again after %s only once what it asks for was recorded since",
    (code, { retry }) => {
      const at = (cured: Partial<Record<Cure, string>>, recordedAt?: string) =>
        whyNotDebit(TODAY, facts([returned(code)], cured, recordedAt), ASKED);
      if (retry !== "never" && retry !== "authorisation" && retry !== "correction") return;
      expect(at({ authorisation: "2026-11-03", correction: "2026-11-03" })).not.toBeNull();
      expect(at({ authorisation: "2026-11-04" }) === null).toBe(retry === "authorisation");
      expect(at({ correction: "2026-11-04" }) === null).toBe(retry === "correction");
      // Recorded that day, an hour before the bank told of it.
      expect(at({ authorisation: "2026-11-04", correction: "2026-11-04" }, "T14:00:00Z")).not.toBeNull();
    },
  );

  test.each(ALL)(
    "whose earlier version came back with %s is debited unless that was said of its holder",
    (code, { retry }) => {
      const isOfHolder = retry === "authorisation" || code === "R14" || code === "R15";
      const block = whyNotDebit(TODAY, facts([returned(code, { isOfNumber: false })]), ASKED);
      expect(block?.code).toBe(isOfHolder ? code : undefined);
    },
  );

  test.each(ALL)("that came back with %s is paid to unless the payment would not arrive there", (code) => {
    const wouldNot = /^(R02|R03|R04|R12|R13|R14|R15|R16|R17|R23|R28|R34|D|E|F|R)$/;
    const block = whyNotPayTo(TODAY, facts([returned(code)]));
    expect(block?.code).toBe(wouldNot.test(code) ? code : undefined);
    if (block === null) return;
    expect(block.message).toContain("Payments to it are");
    const cured = block.cure === null ? {} : { [block.cure]: "2026-11-04" };
    expect(whyNotPayTo(TODAY, facts([returned(code)], cured)) === null).toBe(block.cure !== null);
    // What may be debited may be paid to.
    expect(whyNotDebit(TODAY, facts([returned(code)]), ASKED)?.cure).toBe(block.cure);
  });

  it("whose earlier version had a wrong number is paid to", () => {
    expect(whyNotPayTo(TODAY, facts([returned("R03", { isOfNumber: false })]))).toBeNull();
  });

  const told = (notice: Partial<LinkNotice>, cured?: Partial<Record<Cure, string>>): AccountFacts => ({
    ...facts([], cured),
    notice: { kind: "revoked", on: TODAY, toldMs: 0, isTokenized: false, ...notice },
  });

  it("whose permission was taken back is debited again only once the customer authorized that since", () => {
    expect(whyNotDebit(TODAY, told({}), ASKED)).toMatchObject({ kind: "linkEnded", cure: "authorisation" });
    expect(whyNotDebit(TODAY, told({}, { authorisation: "2026-11-19" }), ASKED)).not.toBeNull();
    expect(whyNotDebit(TODAY, told({}, { authorisation: TODAY }), ASKED)).toBeNull();
    expect(whyNotPayTo(TODAY, told({}))).toBeNull();
  });

  it("with a number that ended with its link is neither debited nor paid, also after a recorded cure", () => {
    for (const kind of ["revoked", "disconnected"] as const) {
      const ended = told({ kind, isTokenized: true }, { authorisation: TODAY });
      expect(whyNotDebit(TODAY, ended, ASKED)).toMatchObject({ kind: "linkEnded", cure: null });
      expect(whyNotPayTo(TODAY, ended)?.message).toMatch(/Its number ended with the link\./);
    }
  });

  it("whose link is cut is debited until that day, and beyond it where its number is the account's own", () => {
    const cut = { kind: "disconnected" as const, on: "2026-11-21" };
    expect(whyNotDebit(TODAY, told({ ...cut, isTokenized: true }), ASKED)).toBeNull();
    expect(whyNotDebit("2026-11-21", told({ ...cut, isTokenized: true }), ASKED)).not.toBeNull();
    expect(whyNotDebit("2026-11-21", told(cut), ASKED)).toBeNull();
  });

  it("whose number its bank has corrected is not paid to any more", () => {
    const changes = [{ code: "C01", on: "2026-11-04", toldMs: 0, isApplied: true, why: "" }];
    expect(whyNotPayTo(TODAY, { ...facts([]), changes })?.message).toMatch(
      /The corrected account is paid instead.$/,
    );
  });

  it("knows the codes of the network from R01 to R85, and none that it does not have", () => {
    for (const code of ["R48", "R49", "R54", "R60", "R63", "R66", "R78", "R79", "R86"])
      expect(whyNotDebit(TODAY, facts([returned(code)]), ASKED)).toBeNull();
    expect(Object.keys(ACH_RETURN_CODES)).toHaveLength(70);
    expect(Object.keys(RCC_RETURN_CODES)).toHaveLength(23);
  });
});

describe("what the bank called wrong", () => {
  const WAS = { account: "123456789", routing: "021000021", subtype: "checking" };
  const OTHER = { ...WAS, account: "123456780" };
  const block = (code: string) => whyNotDebit(TODAY, facts([returned(code)]), ASKED);
  const held = (code: string) => {
    const changes = [{ code, on: "2026-11-04", toldMs: 0, isApplied: false, why: "It is incomplete." }];
    return whyNotDebit(TODAY, { ...facts([]), changes }, ASKED);
  };

  test.each([
    ["R03", block("R03")],
    ["R04", block("R04")],
    ["E", block("E")],
    ["C06", held("C06")],
  ])("after %s is lifted by other numbers only", (_code, blocked) => {
    if (blocked === null) throw new Error("It is not blocked.");
    expect(needsOtherNumbers(blocked)).toBe(true);
    expect(whyNotCorrect(blocked, null, WAS)).toBe("Enter the corrected account.");
    expect(whyNotCorrect(blocked, WAS, WAS)).toMatch(/^The bank reported this number as wrong/);
    expect(whyNotCorrect(blocked, OTHER, WAS)).toBeNull();
  });

  test.each([
    ["R11", block("R11")],
    ["R10", block("R10")],
  ])("after %s needs no other numbers", (_code, blocked) => {
    if (blocked === null) throw new Error("It is not blocked.");
    expect(needsOtherNumbers(blocked)).toBe(false);
    expect(whyNotCorrect(blocked, null, WAS)).toBeNull();
  });
});

describe("what came back for want of funds", () => {
  const times = (count: number, changed: Partial<ReturnedPayment> = {}) =>
    facts(Array.from({ length: count }, () => returned("R01", changed)));

  test.each([
    ["once", times(1), ASKED, null],
    ["twice", times(2), ASKED, null],
    [
      "three times",
      times(3),
      ASKED,
      /^It was returned 3 times for insufficient funds\. Only 2 re-presentments are allowed\./,
    ],
    ["of another instalment", times(3, { scheduleId: 8 }), ASKED, null],
    ["for another amount", times(1), { ...ASKED, amountCents: 41_249 }, /only for the same amount/],
    [
      "first presented 181 days ago",
      times(1, { sentOn: "2026-05-23" }),
      ASKED,
      /first presented on 2026-05-23\. The 180 days for re-presentment are over\./,
    ],
    ["first presented 180 days ago", times(1, { sentOn: "2026-05-24" }), ASKED, null],
    [
      "without an instalment, the same amount three times",
      times(3, { scheduleId: null }),
      { amountCents: 41_250, scheduleId: null },
      /returned 3 times/,
    ],
    [
      "three times without an instalment, asked for one of the same amount",
      times(3, { scheduleId: null, isOpen: false }),
      ASKED,
      /returned 3 times/,
    ],
    [
      "once for the instalment and twice without one",
      facts([returned("R01"), ...times(2, { scheduleId: null, isOpen: false }).returns]),
      ASKED,
      /returned 3 times/,
    ],
    [
      "three times without an instalment, asked for one of another amount",
      times(3, { scheduleId: null, isOpen: false }),
      { ...ASKED, amountCents: 41_249 },
      null,
    ],
    [
      "three times without an instalment longer ago than 180 days, asked for one",
      times(3, { scheduleId: null, isOpen: false, sentOn: "2026-05-23" }),
      ASKED,
      null,
    ],
    [
      "for an instalment of another amount, after a payment of the amount without one",
      facts([
        returned("R01", { scheduleId: null, isOpen: false, sentOn: "2026-11-01", amountCents: 100 }),
        returned("R01"),
      ]),
      { ...ASKED, amountCents: 100 },
      /only for the same amount/,
    ],
    [
      "three times for an instalment, asked for without one",
      times(3),
      { amountCents: 41_250, scheduleId: null },
      /returned 3 times/,
    ],
    [
      "without an instalment, longer ago than 180 days",
      times(3, { scheduleId: null, isOpen: false, sentOn: "2026-05-23" }),
      { amountCents: 41_250, scheduleId: null },
      null,
    ],
    [
      "without an instalment, another amount",
      times(3, { scheduleId: null }),
      { amountCents: 100, scheduleId: null },
      null,
    ],
    [
      "three times of an earlier version of the account",
      times(3, { isOfNumber: false }),
      ASKED,
      /returned 3 times/,
    ],
    ["as a remotely created check", facts([1, 2, 3].map(() => returned("A"))), ASKED, /returned 3 times/],
    ["of a payment out", times(3, { isDebit: false }), ASKED, null],
  ] as const)("%s", (_what, known, asked, says) => {
    const block = whyNotDebit(TODAY, known, asked);
    expect(block?.message ?? "free").toMatch(says ?? /^free$/);
  });

  it("is a new debit once its holder has authorized it anew", () => {
    const cured = { authorisation: "2026-11-05" };
    expect(whyNotDebit(TODAY, facts(times(3).returns.slice(), cured), ASKED)).toBeNull();
  });
});
