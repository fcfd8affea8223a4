import { appRouter } from "@countinghouse/api/router";
import type { TestApi } from "@countinghouse/api/testing/harness";
import { openSession } from "@countinghouse/api/testing/signing-in";
import { transformer } from "@countinghouse/api/transformer";
import type { Random } from "@countinghouse/db/seed/random";
import { EXAMPLES } from "./example-calls.ts";
import { HOSTILE, listPlaces, madeUp, replacedAt } from "./hostile-values.ts";
import { serve } from "./serve.ts";

/** What an answer must never tell; a statement is told by its capitals. */
const INSIDE = /node_modules|\.ts:\d|at async |[Pp]risma|SELECT .* FROM|syntax error|violates|password_hash/;

/** How many go in one request, as many as the server takes. */
const AT_ONCE = 10;

/** Ends its own session: what came after it would be refused for that. */
const ENDS_SESSION: readonly string[] = ["auth.signOut", "admins.endOwnSession", "admins.endSessions"];

interface FuzzCall {
  path: string;
  input: unknown;
}

export interface Fuzzing {
  /** Sends so many calls, in an order and with values that hang on `random`; what was answered as it may not be, in sentences. */
  play(random: Random, calls: number): Promise<{ sent: number; faults: string[] }>;
  close(): Promise<void>;
}

/** The server over an API, asked by a SUPERADMIN and by somebody who is not signed in. */
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

/** Half of them one field with one value of the list, half of them several fields made up. */
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
