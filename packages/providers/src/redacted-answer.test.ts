import fc from "fast-check";
import { expect, test } from "vitest";
import { redactAnswer, withoutNumbers } from "./redacted-answer.ts";

const FIELDS = {
  whole: new Set(["id", "amount"]),
  prose: new Set(["message", "errors"]),
  lastFour: new Set(["account"]),
};

test("of each field that is told no more than it may tell", () => {
  const answer = {
    ID: "639245942322405169",
    amount: 12.5,
    ok: true,
    none: null,
    message: "Account 1111222233330000 is closed.",
    account: "1111222233330000",
    name: "Ana Diaz",
    rows: [{ id: "2", ssn: 501832746 }],
    errors: { account: ["'1111 2222 3333 0000' is not valid."] },
  };
  expect(redactAnswer(answer, FIELDS)).toEqual({
    ID: "639245942322405169",
    amount: 12.5,
    ok: true,
    none: null,
    message: "Account ••• is closed.",
    account: "•••0000",
    name: "•••",
    rows: [{ id: "2", ssn: "•••" }],
    errors: { account: ["'•••' is not valid."] },
  });
});

test("an account with no more digits than would be told is hidden whole", () => {
  expect(redactAnswer({ account: "1234" }, FIELDS)).toEqual({ account: "•••" });
});

test("whatever the answer is, nothing stands in it that no field may tell, and JSON can hold it", () => {
  fc.assert(
    fc.property(fc.jsonValue(), (value) => {
      const text = JSON.stringify(
        redactAnswer({ secret: value }, { ...FIELDS, whole: new Set(), lastFour: new Set() }),
      );
      expect(text.replaceAll(/"(?:[^"\\]|\\.)*"\s*:/g, "")).not.toMatch(/\d{5}/);
      expect(JSON.parse(text)).toBeTypeOf("object");
    }),
  );
});

test.each([
  ["Routing 011401533 is unknown.", "Routing ••• is unknown."],
  ["R01 after 30 days", "R01 after 30 days"],
])("%j is told as %j", (sentence, told) => {
  expect(withoutNumbers(sentence)).toBe(told);
});
