import superjson from "superjson";
import { describe, expect, it } from "vitest";
import { transformer } from "./transformer.ts";

const MOMENT = new Date("2026-03-04T05:06:07.089Z");
const sent = (value: unknown): unknown => JSON.parse(JSON.stringify(transformer.serialize(value)));

describe("what is sent is what superjson would send", () => {
  it.each([
    ["plain JSON", { a: 1, b: ["x", null, true], c: { d: "" } }],
    ["a moment in a record", { id: 7, createdAt: MOMENT }],
    ["moments in lists of records", { rows: [{ at: MOMENT }, { at: null }, { at: new Date(0) }], total: 3 }],
    ["a list of moments", [MOMENT, new Date(0)]],
    ["a moment alone", MOMENT],
    ["keys with dots and backslashes", { "a.b": { "c\\d": MOMENT }, "x\\.y": new Date(0) }],
    [
      "undefined, a big number and a set beside a moment",
      { at: MOMENT, u: undefined, n: 10n, s: new Set([1]) },
    ],
    ["numbers that JSON has not", { at: MOMENT, n: Number.NaN, z: -0, i: Number.POSITIVE_INFINITY }],
    ["nothing", null],
    ["undefined", undefined],
  ])("%s", (_title, value) => {
    expect(sent(value)).toEqual(JSON.parse(JSON.stringify(superjson.serialize(value))));
    expect(superjson.deserialize(sent(value) as never)).toEqual(value);
  });

  it("of a moment that is none", () => {
    expect(sent({ at: new Date(Number.NaN) })).toEqual({ json: { at: null } });
  });

  it("of a record without a prototype", () => {
    const bare = Object.assign(Object.create(null) as object, { at: MOMENT });
    expect(superjson.deserialize(sent(bare) as never)).toEqual({ at: MOMENT });
  });

  it("a moment that stands in two places comes back in both", () => {
    const value = { from: MOMENT, until: MOMENT, rows: [{ at: MOMENT }] };
    expect(superjson.deserialize(sent(value) as never)).toEqual(value);
  });
});
