import * as fc from "fast-check";
import { expect, test } from "vitest";
import { freeText, requiredText, storableText, UNSTORABLE_TEXT } from "./text.ts";

const note = requiredText("Note", 20);
const messages = (value: unknown) => note.safeParse(value).error?.issues.map(({ message }) => message);

test.each(["🙂 ok", "שלום", "<b>bold</b>", "a\nb", "100%; DROP TABLE"])(
  "%j is kept as plain text",
  (text) => {
    expect(note.parse(text)).toBe(text);
  },
);

test("spaces around a text are dropped, spaces within it stay", () => {
  expect(note.parse("  a  b \n")).toBe("a  b");
});

test.each([undefined, "", " \n\t "])("a required text that is %j is asked for by its label", (text) => {
  expect(messages(text)).toEqual(["Please Input Note!"]);
});

test.each(["a\0b", "\uD800", "x\uDC00"])("%j is refused, the database can not keep it", (text) => {
  expect(messages(text)).toEqual([UNSTORABLE_TEXT]);
});

test("a text longer than its limit is refused, one of exactly that length is not", () => {
  expect(note.safeParse("x".repeat(20)).success).toBe(true);
  expect(messages("x".repeat(21))).toEqual(["Use at most 20 characters."]);
});

test("free text may be empty", () => {
  expect(freeText(10).parse("  ")).toBe("");
});

test("storable text keeps the spaces around it", () => {
  expect(storableText().parse(" a ")).toBe(" a ");
});

test("an accepted text is accepted again unchanged", () => {
  const codeUnits = fc.integer({ min: 0, max: 0xffff }).map((unit) => String.fromCharCode(unit));
  fc.assert(
    fc.property(fc.string({ unit: codeUnits }), (text) => {
      const { data } = freeText(1000).safeParse(text);
      expect(data && freeText(1000).parse(data)).toBe(data);
    }),
  );
});

test("a free text loses what is not seen, as an imported one does", () => {
  expect(note.parse("An\u200Ba \u202EziD\u202C")).toBe("Ana ziD");
  expect(messages("\u200B")).toEqual(["Please Input Note!"]);
});
