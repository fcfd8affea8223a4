import { describe, expect, it, test } from "vitest";
import { ACH_RETURN_CODES, RCC_RETURN_CODES } from "./return-codes.ts";
import {
  type AccountFacts,
  type AskedDebit,
  type CardTrouble,
  type ReturnedPayment,
  whyNotChargeCard,
  whyNotDebit,
} from "./rules.ts";

const TODAY = "2026-11-20";
const ASKED: AskedDebit = { amountCents: 41_250, scheduleId: 7 };

const returned = (code: string, changed: Partial<ReturnedPayment> = {}): ReturnedPayment => ({
  isRcc: !/^R\d\d$/.test(code),
  code,
  sentOn: "2026-11-02",
  returnedOn: "2026-11-04",
  amountCents: 41_250,
  scheduleId: 7,
  isOpen: true,
  isDebit: true,
  ...changed,
});

const facts = (returns: ReturnedPayment[], cured: Partial<AccountFacts["cured"]> = {}): AccountFacts => ({
  returns,
  changes: [],
  cured: { authorisation: null, correction: null, ...cured },
});

const ALL = [...Object.entries(ACH_RETURN_CODES), ...Object.entries(RCC_RETURN_CODES)];

describe("an account", () => {
  test.each(ALL)("that came back with %s is debited as the dictionary says", (code, { retry, meaning }) => {
    const block = whyNotDebit(TODAY, facts([returned(code)]), ASKED);
    const isFree = retry === "new" || retry === "identical";
    const blocked = { kind: "returned", code, cure: retry === "never" ? null : retry };
    const { kind, code: which, cure } = block ?? {};
    expect(block && { kind, code: which, cure }).toEqual(isFree ? null : blocked);
    const said = `came back on 2026-11-04 with ${code} (${meaning}).`;
    expect(block?.message ?? said).toContain(said);
  });

  test.each(ALL)(
    "is debited again after %s only once what it asks for was recorded since",
    (code, { retry }) => {
      const at = (cured: Partial<AccountFacts["cured"]>) =>
        whyNotDebit(TODAY, facts([returned(code)], cured), ASKED);
      if (retry !== "never" && retry !== "authorisation" && retry !== "correction") return;
      expect(at({ authorisation: "2026-11-03", correction: "2026-11-03" })).not.toBeNull();
      expect(at({ authorisation: "2026-11-04" }) === null).toBe(retry === "authorisation");
      expect(at({ correction: "2026-11-04" }) === null).toBe(retry === "correction");
    },
  );

  it("knows the codes of the network from R01 to R85, and none that it does not have", () => {
    for (const code of ["R48", "R49", "R54", "R60", "R63", "R66", "R78", "R79", "R86"])
      expect(whyNotDebit(TODAY, facts([returned(code)]), ASKED)).toBeNull();
    expect(Object.keys(ACH_RETURN_CODES)).toHaveLength(70);
    expect(Object.keys(RCC_RETURN_CODES)).toHaveLength(23);
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
      /^It came back 3 times for want of funds, and may be presented again 2 times\./,
    ],
    ["of another instalment", times(3, { scheduleId: 8 }), ASKED, null],
    ["for another amount", times(1), { ...ASKED, amountCents: 41_249 }, /for the same amount only/],
    [
      "first presented 181 days ago",
      times(1, { sentOn: "2026-05-23" }),
      ASKED,
      /first presented on 2026-05-23: the 180 days/,
    ],
    ["first presented 180 days ago", times(1, { sentOn: "2026-05-24" }), ASKED, null],
    [
      "without an instalment, the same amount three times",
      times(3, { scheduleId: null }),
      { amountCents: 41_250, scheduleId: null },
      /came back 3 times/,
    ],
    [
      "three times for an instalment, asked for without one",
      times(3),
      { amountCents: 41_250, scheduleId: null },
      /came back 3 times/,
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
    ["as a remotely created check", facts([1, 2, 3].map(() => returned("A"))), ASKED, /came back 3 times/],
    ["of a payment out", times(3, { isDebit: false }), ASKED, null],
  ] as const)("%s", (_what, known, asked, says) => {
    const block = whyNotDebit(TODAY, known, asked);
    expect(block?.message ?? "free").toMatch(says ?? /^free$/);
  });

  it("is a new debit once its holder has authorised it anew", () => {
    const cured = { authorisation: "2026-11-05" };
    expect(whyNotDebit(TODAY, facts(times(3).returns.slice(), cured), ASKED)).toBeNull();
  });
});

describe("a card", () => {
  const now = new Date("2026-11-20T15:00:00Z");
  const trouble = (kind: CardTrouble["kind"], code: string, hoursAgo = 48): CardTrouble => ({
    kind,
    code,
    atMs: now.getTime() - hoursAgo * 3_600_000,
    on: "2026-11-18",
  });
  const whyNot = (troubles: CardTrouble[], authorisedOn: string | null = null) =>
    whyNotChargeCard(now, { troubles, authorisedOn });

  it("is not tried again after a code with which the networks forbid it, whatever was authorised", () => {
    expect(whyNot([trouble("declined", "43")], "2026-11-19")).toMatchObject({ kind: "declined", cure: null });
    expect(whyNot([trouble("declined", "51")])).toBeNull();
  });

  it("is charged after a chargeback for fraud once its holder has authorised it anew", () => {
    expect(whyNot([trouble("chargedBack", "10.4")])).toMatchObject({ cure: "authorisation" });
    expect(whyNot([trouble("chargedBack", "10.4")], "2026-11-17")).not.toBeNull();
    expect(whyNot([trouble("chargedBack", "10.4")], "2026-11-18")).toBeNull();
    expect(whyNot([trouble("chargedBack", "13.1")])).toBeNull();
  });

  it("is not tried more often than the networks allow", () => {
    const declines = (count: number, hoursAgo: number) =>
      Array.from({ length: count }, () => trouble("declined", "51", hoursAgo));
    expect(whyNot(declines(9, 1))).toBeNull();
    expect(whyNot(declines(10, 1))?.message).toContain("10 times in 24 hours");
    expect(whyNot(declines(14, 48))).toBeNull();
    expect(whyNot(declines(15, 48))?.message).toContain("15 times in 30 days");
    expect(whyNot(declines(15, 31 * 24))).toBeNull();
  });
});
