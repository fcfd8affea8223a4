import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { applyMask, DATE_MASK, type DigitMask, EIN_MASK, type InputKind, PHONE_MASK } from "./digit-mask.ts";
import { formatEin, normalizeEin } from "./ein.ts";
import { formatPhone, normalizePhone } from "./phone.ts";

/** A text with a bar where the caret is. */
const at = (marked: string) => ({ text: marked.replace("|", ""), caret: marked.indexOf("|") });
const marked = ({ text, caret }: { text: string; caret: number }) =>
  `${text.slice(0, caret)}|${text.slice(caret)}`;
const after = (mask: DigitMask, typed: string, kind: InputKind = "typed", before = "") =>
  marked(applyMask(mask, at(typed), kind, before));

describe("typing", () => {
  it.each([
    ["2|", "(2|"],
    ["(212|", "(212|"],
    ["(2125|", "(212) 5|"],
    ["(212) 5550|", "(212) 555-0|"],
    ["(212) 5x|", "(212) 5|"],
    ["(91|2) 555-014", "(91|2) 555-014"],
    ["(212) 9|555-014", "(212) 9|55-5014"],
  ])("a phone to %s makes %s", (typed, masked) => {
    expect(after(PHONE_MASK, typed)).toBe(masked);
  });

  it.each([
    ["1|", "1|"],
    ["123|", "12-3|"],
    ["12-3456789|", "12-3456789|"],
  ])("an EIN to %s makes %s", (typed, masked) => {
    expect(after(EIN_MASK, typed)).toBe(masked);
  });

  it.each([
    ["2026|", "2026|"],
    ["20261|", "2026-1|"],
    ["2026-12-01|", "2026-12-01|"],
    ["12/|", "12/|"],
    ["12/1/26|", "12/1/26|"],
    ["12/1/2026|", "2026-12-01|"],
  ])("a date to %s makes %s", (typed, masked) => {
    expect(after(DATE_MASK, typed)).toBe(masked);
  });

  it("a digit too many does nothing", () => {
    expect(after(PHONE_MASK, "(212) 555-01449|", "typed", "(212) 555-0144")).toBe("(212) 555-0144|");
    expect(after(EIN_MASK, "12-93|456789", "typed", "12-3456789")).toBe("12-3|456789");
  });

  it("a country code before ten digits goes away once they are there", () => {
    expect(after(PHONE_MASK, "(121) 255-50144|", "typed", "(121) 255-5014")).toBe("(212) 555-0144|");
  });
});

describe("deleting", () => {
  it("backwards goes over what only parts the digits, and then on", () => {
    expect(after(PHONE_MASK, "(212) |", "deleted", "(212) 5")).toBe("(212|");
    expect(after(PHONE_MASK, "(212)|555-0144", "deleted", "(212) 555-0144")).toBe("(212|) 555-0144");
    expect(after(PHONE_MASK, "(21|) 555-0144", "deleted", "(212) 555-0144")).toBe("(21|5) 550-144");
  });

  it("forwards does so too", () => {
    expect(after(EIN_MASK, "12|3456789", "deletedForward", "12-3456789")).toBe("12-|3456789");
    expect(after(EIN_MASK, "12-|456789", "deletedForward", "12-3456789")).toBe("12|-456789");
  });

  it("everything leaves nothing", () => {
    expect(after(PHONE_MASK, "|", "deleted", "(2")).toBe("|");
  });
});

describe("pasting", () => {
  it.each([
    "+1 (212) 555-0144",
    "1-212-555-0144",
    "212 555 0144",
    "212.555.0144",
    "call me at 212-555-0144, thanks",
  ])("%s is a phone", (text) => {
    expect(after(PHONE_MASK, `${text}|`, "pasted")).toBe("(212) 555-0144|");
  });

  it.each(["2026-12-01", "12/1/2026", "12/01/2026", "12/1/26", " 20261201 "])("%s is a date", (text) => {
    expect(after(DATE_MASK, `${text}|`, "pasted")).toBe("2026-12-01|");
  });

  it.each(["123456789", "12 3456789", "12-3456789", "EIN: 12-3456789 (Delgado LLC)"])(
    "%s is an EIN",
    (text) => {
      expect(after(EIN_MASK, `${text}|`, "pasted")).toBe("12-3456789|");
    },
  );

  it.each(["ask Maria", "2125550100999", "212-555-0144 or 646-555-0123"])("%s is left as it is", (text) => {
    expect(after(PHONE_MASK, `${text}|`, "pasted")).toBe(`${text}|`);
  });
});

it("what is typed key by key is what the form shows of the same digits, and reads back", () => {
  fc.assert(
    fc.property(fc.stringMatching(/^[2-9]\d{9}$/), (digits) => {
      let held = { text: "", caret: 0 };
      for (const digit of digits)
        held = applyMask(PHONE_MASK, { text: held.text + digit, caret: held.caret + 1 }, "typed", held.text);
      expect(held.text).toBe(formatPhone(digits));
      expect(normalizePhone(held.text)).toBe(digits);
      const ein = digits.slice(1);
      expect(applyMask(EIN_MASK, { text: ein, caret: 0 }, "pasted", "").text).toBe(formatEin(ein));
      expect(normalizeEin(formatEin(ein))).toBe(ein);
    }),
  );
});

it("the caret stays after as many digits as it was, wherever it is", () => {
  const text = fc.stringMatching(/^[\d() -]{0,14}$/).filter((raw) => raw.replace(/\D/g, "").length <= 9);
  fc.assert(
    fc.property(text, fc.nat(14), (raw, position) => {
      const caret = Math.min(position, raw.length);
      const held = applyMask(EIN_MASK, { text: raw, caret }, "deleted", "12-3456789");
      const count = (part: string) => part.replace(/\D/g, "").length;
      expect(count(held.text.slice(0, held.caret))).toBe(count(raw.slice(0, caret)));
      expect(held.caret).toBeLessThanOrEqual(held.text.length);
    }),
  );
});
