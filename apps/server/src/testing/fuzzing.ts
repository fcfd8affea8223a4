import { appRouter } from "@countinghouse/api/router";
import type { TestApi } from "@countinghouse/api/testing/harness";
import { openSession } from "@countinghouse/api/testing/signing-in";
import { transformer } from "@countinghouse/api/transformer";
import type { Random } from "@countinghouse/db/seed/random";
import { EXAMPLES } from "./example-calls.ts";
import { HOSTILE, listPlaces, madeUp, replacedAt } from "./hostile-values.ts";
import { serve } from "./serve.ts";

/** Internal details that an answer must never contain. SQL is recognized by its capitals. */
const INSIDE = /node_modules|\.ts:\d|at async |[Pp]risma|SELECT .* FROM|syntax error|violates|password_hash/;

/** The calls in one request, which is the limit of the server. */
const AT_ONCE = 10;

/** Procedures that end the caller's session, so that all later calls would be refused. */
const ENDS_SESSION: readonly string[] = ["auth.signOut", "admins.endOwnSession", "admins.endSessions"];

interface FuzzCall {
  path: string;
  input: unknown;
}

export interface Fuzzing {
  /** Sends this number of calls, with order and values from `random`. Returns each forbidden answer as a sentence. */
  play(random: Random, calls: number): Promise<{ sent: number; faults: string[] }>;
  close(): Promise<void>;
}

/** Starts a server that a SUPERADMIN and a visitor call. */
export async function startFuzzing(api: TestApi): Promise<Fuzzing> {
  const unexpected: string[] = [];
  const error = (fields: object, message: string) => {
    if (message === "unexpected") unexpected.push(JSON.stringify(fields).slice(0, 300));
  };
  const log = { info: () => {}, warn: () => {}, error };
  const served = await serve({ ...api.services, log }, { rates: { perAddress: 0, perSession: 0 } });
  const bearer = `Bearer ${await openSession(api, "SUPERADMIN")}`;
  const send = async (calls: readonly FuzzCall[], headers: Record<string, string>): Promise<string[]> => {
    const body = Object.fromEntries(calls.map(({ input }, index) => [index, transformer.serialize(input)]));
    const path = `/trpc/${calls.map((call) => call.path).join(",")}?batch=1`;
    const { status, text } = await served.post(path, JSON.stringify(body), headers);
    const parsed: unknown = JSON.parse(text);
    const answers: unknown[] = Array.isArray(parsed) ? parsed : [];
    if (answers.length !== calls.length)
      return status < 500 && !INSIDE.test(text) ? [] : [`${status} ${text.slice(0, 300)}`];
    return answers.flatMap((answer, index) => {
      const said = JSON.stringify(answer);
      const { path: name, input } = calls[index] ?? { path: "", input: null };
      const isFault = INSIDE.test(said) || /"httpStatus":5\d\d/.test(said);
      return isFault ? [`${name} ${JSON.stringify(input).slice(0, 500)}: ${said.slice(0, 300)}`] : [];
    });
  };
  return {
    play: async (random, count) => {
      const faults: string[] = [];
      const calls = chosenCalls(random, count);
      for (let at = 0; at < calls.length; at += AT_ONCE) {
        const some = calls.slice(at, at + AT_ONCE);
        const headers: Record<string, string> = random.chance(0.9) ? { authorization: bearer } : {};
        faults.push(...(await send(some, headers)));
        faults.push(...unexpected.splice(0).map((line) => `logged: ${line}`));
      }
      return { sent: calls.length, faults };
    },
    close: () => served.close(),
  };
}

/** Returns the calls: half with one hostile value in one field, half with invented values in several fields. */
function chosenCalls(random: Random, count: number): FuzzCall[] {
  const examples = Object.entries(EXAMPLES as Record<string, unknown>).filter(
    ([path]) => path in appRouter._def.procedures && !ENDS_SESSION.includes(path),
  );
  const each = examples.flatMap(([path, input]) =>
    listPlaces(input).flatMap((way) => HOSTILE.map((value) => ({ path, way, input, value }))),
  );
  const listed = Array.from({ length: Math.ceil(count / 2) }, () => random.pick(each)).map(
    ({ path, way, input, value }) => ({ path, input: replacedAt(input, way, value) }),
  );
  const free = Array.from({ length: Math.floor(count / 2) }, () => {
    const [path, input] = random.pick(examples);
    const ways = listPlaces(input).filter(() => random.chance(0.4));
    return {
      path,
      input: ways.reduce((changed, way) => replacedAt(changed, way, madeUp(random)), input),
    };
  });
  return [...listed, ...free];
}
