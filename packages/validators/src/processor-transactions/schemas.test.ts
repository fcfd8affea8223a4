import { expect, it, test } from "vitest";
import { PROCESSORS, processorName, whyNotBetween } from "./rules.ts";
import { SearchProcessor } from "./schemas.ts";

it("a processor is called by its name, and one that is not known as it is kept", () => {
  expect(PROCESSORS.map(processorName)).toEqual(["Payliance", "TabaPay"]);
  expect(processorName("other")).toBe("other");
});

test.each([
  [null, null, true],
  ["2026-11-20", null, true],
  ["2026-11-20", "2026-11-20", true],
  ["2026-11-21", "2026-11-20", false],
  ["2026-11", null, false],
  [null, "2026-02-30", false],
])("from %s to %s there can be something: %s", (from, to, can) => {
  expect(whyNotBetween(from, to) === null).toBe(can);
});

it("a search without filters is for everything, and its text is trimmed", () => {
  expect(SearchProcessor.parse({})).toEqual({
    userId: null,
    reference: "",
    from: null,
    to: null,
    state: null,
    cursor: null,
    limit: 50,
  });
  expect(SearchProcessor.parse({ reference: "  x " }).reference).toBe("x");
});
