import { randomUUID } from "node:crypto";
import { appRouter } from "@countinghouse/api/router";
import { createTestApi, type TestApi } from "@countinghouse/api/testing/harness";
import { openSession } from "@countinghouse/api/testing/signing-in";
import { rowCounts } from "@countinghouse/api/testing/tables";
import { afterAll, beforeAll, expect, it } from "vitest";
import { z } from "zod";
import { EXAMPLES } from "./testing/example-calls.ts";
import { type Served, serve } from "./testing/serve.ts";

/** At run time the router has its procedures in a flat map, by their whole path. */
const PROCEDURES = appRouter._def.procedures as unknown as Record<
  string,
  { _def: { type: string; inputs: unknown[] } }
>;
const PATHS = Object.keys(EXAMPLES) as (keyof typeof EXAMPLES)[];

/** Bodies that are not JSON. They are refused before the procedure matters. */
const UNREADABLE = ["{", '{"json":', '{"json":{"a":1}', "\0", "<script>"];

/** Bodies that are no input of any procedure. */
const GARBAGE = [
  "",
  "null",
  "5",
  "[]",
  "{}",
  '{"json":null}',
  '{"json":[]}',
  '{"json":"x"}',
  '{"json":{"role":"SUPERADMIN"}}',
  '{"json":{"__proto__":{"role":"SUPERADMIN"},"constructor":{"prototype":{"x":1}}}}',
  `{"json":${"[".repeat(20_000)}${"]".repeat(20_000)}}`,
  '{"json":{"note":"\\ud800"}}',
];

/** Instructions of superjson that try to reach forbidden values. */
const HOSTILE_META = [
  '{"json":{},"meta":5}',
  '{"json":{"a":"x"},"meta":{"values":{"a":["nonsense"]}}}',
  // A class that is not registered.
  '{"json":{"a":{}},"meta":{"values":{"a":[["class","Admin"]]}}}',
  // A path that does not exist.
  '{"json":{},"meta":{"values":{"a.b.c":["Date"]}}}',
  '{"json":{},"meta":{"values":{"__proto__.polluted":["Date"]}}}',
  '{"json":{"a":1},"meta":{"referentialEqualities":{"a":["constructor.prototype.polluted"]}}}',
  '{"json":{"a":"/(/"},"meta":{"values":{"a":["regexp"]}}}',
  '{"json":{"a":"x"},"meta":{"values":{"a":["bigint"]}}}',
];

/** Searches without a required field, for which an empty object is an input. */
const ALL_OPTIONAL: readonly string[] = [
  "approvals.list",
  "audit.list",
  "audit.mine",
  "automation.transactions",
  "businesses.list",
  "chargebacks.list",
  "deadlines.list",
  "users.list",
  "users.sums",
  "payments.searchProcessor",
  "paymentSchedules.search",
  "work.list",
];

/** Values that replace fields. `npm run proof -- fuzz` puts each of more such values into each field. */
const WRONG_VALUES: unknown[] = [
  null,
  [1],
  { a: 1 },
  "true",
  -1,
  1e308,
  0.5,
  "1",
  "",
  // Longer than any field accepts.
  "x".repeat(100_000),
  "a\0b",
  "'; DROP TABLE users; --",
  "<script>alert(1)</script>",
];

/** The most calls of one batch. */
const MOST_AT_ONCE = 10;

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

interface Call {
  path: string;
  /** The sent text: JSON, or empty. */
  body: string;
  mayAnswer: boolean;
}

const post = (address: string, body: string) =>
  served.post(`/trpc/${address}`, body, { authorization: `Bearer ${token}` });

const input = (value: unknown) => JSON.stringify({ json: value });

const Answer = z.union([
  z.object({ result: z.unknown() }),
  z.object({
    error: z.object({
      json: z.object({
        message: z.string(),
        data: z.object({ code: z.string(), httpStatus: z.number().min(400).max(499) }),
      }),
    }),
  }),
]);
/** Internal details that an answer must never contain. SQL has capitals, because a message of the product has "select from". */
const INSIDE = /stack|node_modules|\.ts:|prisma/i;
const STATEMENT = /SELECT |INSERT /;

/** Returns the fault of an answer: internal details, an unknown form, or a result instead of a refusal. */
function findFault(text: string, mayAnswer: boolean): string | null {
  if (INSIDE.test(text) || STATEMENT.test(text)) return `tells of the inside: ${text.slice(0, 300)}`;
  const answer = Answer.safeParse(JSON.parse(text));
  if (!answer.success) return `is not typed: ${text.slice(0, 300)}`;
  return "result" in answer.data && !mayAnswer ? "is answered" : null;
}

/** Returns the status in the text of an answer. */
function statusIn(text: string): number {
  const answer = Answer.parse(JSON.parse(text));
  return "error" in answer ? answer.error.json.data.httpStatus : 200;
}

/**
 * Sends the calls in full batches, and expects a valid answer to each. Returns the procedures that answered without a
 * refusal.
 */
async function expectTyped(calls: Call[]): Promise<Set<string>> {
  const faults: string[] = [];
  const answering = new Set<string>();
  for (let at = 0; at < calls.length; at += MOST_AT_ONCE) {
    const some = calls.slice(at, at + MOST_AT_ONCE);
    const answers = await answersTo(some);
    for (const [index, { path, body, mayAnswer }] of some.entries()) {
      const answer = JSON.stringify(answers[index]);
      const fault = findFault(answer, mayAnswer);
      if (fault) faults.push(`${path} ${body.slice(0, 300)} ${fault}`);
      else if (statusIn(answer) === 200) answering.add(path);
    }
  }
  expect(faults).toEqual([]);
  return answering;
}

/** Returns the answer to each call. When one call has the whole batch refused, each call is sent alone. */
async function answersTo(calls: readonly Call[]): Promise<unknown[]> {
  const members = calls.flatMap(({ body }, index) => (body === "" ? [] : [`"${index}":${body}`]));
  const batch = await post(`${calls.map(({ path }) => path).join(",")}?batch=1`, `{${members.join()}}`);
  const answers = z.array(z.unknown()).parse([JSON.parse(batch.text)].flat());
  if (answers.length === calls.length) return answers;
  const alone: unknown[] = [];
  for (const { path, body } of calls) alone.push(JSON.parse((await post(path, body)).text));
  return alone;
}

const isQuery = (path: string) => PROCEDURES[path]?._def.type === "query";
/** Procedures for an admin's own lists, which accept any name of a list. */
const OF_ONES_OWN: readonly string[] = ["lists.arrange", "lists.openWith", "lists.saveView"];
const mayAnswer = (path: string) => isQuery(path) || OF_ONES_OWN.includes(path);

const makeCalls = (make: (path: (typeof PATHS)[number]) => unknown[]): Call[] =>
  PATHS.flatMap((path) =>
    make(path).map((value) => ({ path, body: input(value), mayAnswer: mayAnswer(path) })),
  );

it("every procedure with an input has an example", () => {
  const withInput = Object.entries(PROCEDURES).filter(([, { _def }]) => _def.inputs.length > 0);
  expect(withInput.map(([path]) => path).sort()).toEqual([...PATHS].sort());
});

it.each(PATHS)("%s answers its example, or refuses it", async (path) => {
  const { status, text } = await post(path, input(EXAMPLES[path]));
  expect(findFault(text, mayAnswer(path))).toBeNull();
  expect(status).toBe(statusIn(text));
});

it("refuses bodies that are not JSON", async () => {
  for (const path of [
    ...PATHS.filter(isQuery).slice(0, 1),
    ...PATHS.filter((each) => !isQuery(each)).slice(0, 1),
  ])
    for (const body of UNREADABLE) {
      const { status, text } = await post(path, body);
      expect([findFault(text, false), status]).toEqual([null, 400]);
    }
});

it("every procedure refuses invalid bodies, and follows no hostile instruction of superjson", async () => {
  const bodies = [...GARBAGE, ...HOSTILE_META];
  const answering = await expectTyped(
    PATHS.flatMap((path) => bodies.map((body) => ({ path, body, mayAnswer: ALL_OPTIONAL.includes(path) }))),
  );
  // If no batch was read at all, these would be refused as well.
  expect([...answering].sort()).toEqual([...ALL_OPTIONAL].sort());
  expect(({} as { polluted?: unknown }).polluted).toBeUndefined();
});

it("every procedure refuses an additional field", async () => {
  await expectTyped(
    PATHS.map((path) => {
      const body = input({ ...EXAMPLES[path], adminId: randomUUID() });
      return { path, body, mayAnswer: false };
    }),
  );
});

it("every procedure has a valid answer to an input without one of its fields", async () => {
  await expectTyped(
    makeCalls((path) =>
      Object.keys(EXAMPLES[path]).map((field) => {
        const { [field]: _missing, ...rest } = EXAMPLES[path] as Record<string, unknown>;
        return rest;
      }),
    ),
  );
});

it("every procedure has a valid answer to wrong values, two in each field", async () => {
  let turn = 0;
  const next = () => WRONG_VALUES[turn++ % WRONG_VALUES.length];
  await expectTyped(
    makeCalls((path) =>
      Object.keys(EXAMPLES[path]).flatMap((field) =>
        [next(), next()].map((value) => ({ ...EXAMPLES[path], [field]: value })),
      ),
    ),
  );
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
  const { status, text } = await post(path, input({}));
  expect(findFault(text, false)).toBeNull();
  expect(status).toBe(statusIn(text));
});

it("these calls wrote only the caller's own lists, each with an audit event, and logged no unexpected error", async () => {
  const { list_arrangement: arranged, saved_view: saved, ...others } = await rowCounts(api);
  const own = await api.database.read.auditEvent.findMany({ where: { action: { in: [...OF_ONES_OWN] } } });
  const told = Object.fromEntries(
    ["audit_event", "audit_unlinked", "command_request"].map((table) => [
      table,
      (before[table] ?? 0) + own.length,
    ]),
  );
  const { list_arrangement: _arranged, saved_view: _saved, ...kept } = before;
  expect(others).toEqual({ ...kept, ...told });
  // All new rows belong to the caller: one for each saved view, and one for each arranged list.
  const { id: adminId } = await api.admin("SUPERADMIN");
  expect(new Set(own.map(({ actor }) => actor))).toEqual(new Set([`admin:${adminId}`]));
  const views = own.filter(({ action }) => action === "lists.saveView");
  const lists = own.filter(({ action }) => action !== "lists.saveView");
  const names = new Set(lists.map(({ after }) => z.object({ list: z.string() }).parse(after).list));
  expect(saved).toBe(views.length);
  expect(arranged).toBe(names.size);
  expect(await api.database.read.savedView.count({ where: { ownerId: adminId } })).toBe(saved);
  expect(await api.database.read.listArrangement.count({ where: { adminId } })).toBe(arranged);
  expect(Math.min(views.length, names.size)).toBeGreaterThan(0);
  expect(unexpected).toEqual([]);
});
