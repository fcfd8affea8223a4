import { randomUUID } from "node:crypto";
import { appRouter } from "@countinghouse/api/router";
import { createTestApi, type TestApi } from "@countinghouse/api/testing/harness";
import { openSession } from "@countinghouse/api/testing/signing-in";
import { rowCounts } from "@countinghouse/api/testing/tables";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { EXAMPLES } from "./testing/example-calls.ts";
import { type Served, serve } from "./testing/serve.ts";

/** At run time the router keeps its procedures flat, by their whole path. */
const PROCEDURES = appRouter._def.procedures as unknown as Record<
  string,
  { _def: { type: string; inputs: unknown[] } }
>;
const PATHS = Object.keys(EXAMPLES) as (keyof typeof EXAMPLES)[];

/** Bodies that are no input of anything. */
const GARBAGE: [string, string][] = [
  ["nothing", ""],
  ["no JSON", "{"],
  ["half a superjson", '{"json":'],
  ["null", "null"],
  ["a number", "5"],
  ["a list", "[]"],
  ["an empty object", "{}"],
  ["null as input", '{"json":null}'],
  ["a list as input", '{"json":[]}'],
  ["a text as input", '{"json":"x"}'],
  ["an unknown field alone", '{"json":{"role":"SUPERADMIN"}}'],
  ["a prototype", '{"json":{"__proto__":{"role":"SUPERADMIN"},"constructor":{"prototype":{"x":1}}}}'],
  ["deep nesting", `{"json":${"[".repeat(20_000)}${"]".repeat(20_000)}}`],
  ["half a character", '{"json":{"note":"\\ud800"}}'],
];

/** superjson's own instructions, of the kinds that would have it reach where it should not. */
const HOSTILE_META: [string, string][] = [
  ["a number", '{"json":{},"meta":5}'],
  ["a type that is none", '{"json":{"a":"x"},"meta":{"values":{"a":["nonsense"]}}}'],
  ["a class that is not registered", '{"json":{"a":{}},"meta":{"values":{"a":[["class","Admin"]]}}}'],
  ["a path that is not there", '{"json":{},"meta":{"values":{"a.b.c":["Date"]}}}'],
  ["a path into the prototype", '{"json":{},"meta":{"values":{"__proto__.polluted":["Date"]}}}'],
  [
    "a path through the constructor",
    '{"json":{"a":1},"meta":{"referentialEqualities":{"a":["constructor.prototype.polluted"]}}}',
  ],
  ["a regular expression that is none", '{"json":{"a":"/(/"},"meta":{"values":{"a":["regexp"]}}}'],
  ["a bigint that is none", '{"json":{"a":"x"},"meta":{"values":{"a":["bigint"]}}}'],
];

/** Searches whose every field may be left out: to them an empty object is an input. */
const ALL_OPTIONAL: readonly string[] = [
  "businesses.list",
  "users.list",
  "payments.searchProcessor",
  "paymentSchedules.search",
];

/** Mutations that name in their answer whom they could do nothing for. */
const NAMES_THE_REFUSED: readonly string[] = ["businesses.register"];

/** What each field is replaced by, in turn. */
const WRONG_VALUES: [string, unknown][] = [
  ["null", null],
  ["a list", [1]],
  ["an object", { a: 1 }],
  ["a truth value", "true"],
  ["a negative number", -1],
  ["a huge number", 1e308],
  ["a fraction", 0.5],
  ["a number as text", "1"],
  ["an empty text", ""],
  ["a megabyte", "x".repeat(1_000_000)],
  ["a NUL", "a\0b"],
  ["SQL", "'; DROP TABLE users; --"],
  ["markup", "<script>alert(1)</script>"],
];

let api: TestApi;
let served: Served;
let token: string;
let before: Record<string, number>;
const unexpected: object[] = [];

beforeAll(async () => {
  api = await createTestApi();
  const log = { info: () => {}, warn: () => {}, error: (fields: object) => unexpected.push(fields) };
  served = await serve({ ...api.services, log });
  token = await openSession(api, "SUPERADMIN");
  await openSession(api, "EMPLOYEE");
  before = await rowCounts(api);
});
afterAll(async () => {
  await served.close();
  await api.close();
});

const call = (path: string, body: string) =>
  served.post(`/trpc/${path}`, body, { authorization: `Bearer ${token}` });

const input = (value: unknown) => JSON.stringify({ json: value });

/** Expects an answer in the API's own form that tells nothing of the inside, with a status in the 400s if refused. */
function expectTyped(
  { status, text }: { status: number; text: string },
  statuses: (status: number) => boolean,
): void {
  expect(text).not.toMatch(/stack|node_modules|\.ts:|prisma/i);
  // In capitals: a message of the product's own asks to "select from" something.
  expect(text).not.toMatch(/SELECT |INSERT /);
  expect(statuses(status), `${status}: ${text.slice(0, 300)}`).toBe(true);
  if (status === 200) return;
  expect(JSON.parse(text)).toMatchObject({
    error: { json: { message: expect.any(String), data: { code: expect.any(String), httpStatus: status } } },
  });
}
const isRefusal = (status: number) => status >= 400 && status < 500;
const isNoFailure = (status: number) => status === 200 || isRefusal(status);

it("every procedure that takes an input has an example here", () => {
  const withInput = Object.entries(PROCEDURES).filter(([, { _def }]) => _def.inputs.length > 0);
  expect(withInput.map(([path]) => path).sort()).toEqual([...PATHS].sort());
});

describe.each(PATHS)("%s", (path) => {
  const { type } = PROCEDURES[path]?._def ?? {};
  const expected = type === "query" || NAMES_THE_REFUSED.includes(path) ? isNoFailure : isRefusal;

  it("answers its example", async () => {
    expectTyped(await call(path, input(EXAMPLES[path])), expected);
  });

  it("refuses what is no input", async () => {
    for (const [, body] of GARBAGE)
      expectTyped(await call(path, body), ALL_OPTIONAL.includes(path) ? isNoFailure : isRefusal);
  });

  it("refuses a field more, and any field less", async () => {
    expectTyped(await call(path, input({ ...EXAMPLES[path], adminId: randomUUID() })), isRefusal);
    for (const field of Object.keys(EXAMPLES[path])) {
      const { [field]: _missing, ...rest } = EXAMPLES[path] as Record<string, unknown>;
      expectTyped(await call(path, input(rest)), expected);
    }
  });

  it("is at a loss for none of the wrong values, in any field", async () => {
    for (const field of Object.keys(EXAMPLES[path])) {
      for (const [, value] of WRONG_VALUES) {
        expectTyped(await call(path, input({ ...EXAMPLES[path], [field]: value })), expected);
      }
    }
  });

  it("reads no instruction of superjson that leads elsewhere", async () => {
    for (const [, body] of HOSTILE_META) {
      expectTyped(await call(path, body), ALL_OPTIONAL.includes(path) ? isNoFailure : isRefusal);
    }
    expect(({} as { polluted?: unknown }).polluted).toBeUndefined();
  });
});

it.each([
  "",
  "nothing",
  "users",
  "users.",
  ".users.list",
  "users.list.x",
  "__proto__",
  "constructor",
  "toString",
  "users.__proto__",
  "a".repeat(5000),
  "%00",
  "%E0%A4%A",
  "%",
  "..%2f..%2fetc",
  "users.list,users.list",
])("a path that names no procedure is not found: %j", async (path) => {
  expectTyped(await call(path, input({})), isRefusal);
});

it("none of this wrote anything, and nothing unexpected was logged", async () => {
  expect(await rowCounts(api)).toEqual(before);
  expect(unexpected).toEqual([]);
});
