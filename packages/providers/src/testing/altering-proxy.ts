import { once } from "node:events";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";

/** A way from the top of an answer to a value in it; of lists the first entry. */
export type Place = readonly (string | number)[];
type Json = null | boolean | number | string | Json[] | { [field: string]: Json };

/** "POST /businesses", with what stood in the query and the JSON that was sent. */
export interface AskedCall {
  call: string;
  query: Record<string, string>;
  body: Json;
}

export interface AlteringProxy {
  url: string;
  /** From now on each JSON answer is altered so on its way; null leaves them as they are. */
  alter(change: ((answer: Json) => Json) | null): void;
  /** The answers that came since this was last asked. */
  seen(): Json[];
  /** What was asked in the meantime, calls without a body too. */
  asked(): AskedCall[];
  close(): void;
}

/** Stands between an adapter and the sandbox at `target`. */
export async function startAlteringProxy(target: string): Promise<AlteringProxy> {
  let change: ((answer: Json) => Json) | null = null;
  let seen: Json[] = [];
  let asked: AskedCall[] = [];
  const pass = async (incoming: IncomingMessage, outgoing: ServerResponse) => {
    const chunks: Buffer[] = [];
    for await (const chunk of incoming) chunks.push(chunk as Buffer);
    const { pathname, searchParams } = new URL(incoming.url ?? "", target);
    asked.push({
      call: `${incoming.method} ${pathname}`,
      query: Object.fromEntries(searchParams),
      body: parseJson(Buffer.concat(chunks)),
    });
    const { host: _, connection: __, "content-length": ___, ...headers } = incoming.headers;
    const answer = await fetch(`${target}${incoming.url ?? ""}`, {
      method: incoming.method ?? "GET",
      headers: headers as Record<string, string>,
      ...(chunks.length > 0 && { body: Buffer.concat(chunks) }),
    });
    const text = await answer.text();
    const type = answer.headers.get("content-type") ?? "";
    outgoing.writeHead(answer.status, { "content-type": type, connection: "close" });
    if (!type.includes("json") || text === "") {
      outgoing.end(text);
      return;
    }
    const told = JSON.parse(text) as Json;
    seen.push(told);
    outgoing.end(JSON.stringify(change ? change(structuredClone(told)) : told));
  };
  const server = createServer((incoming, outgoing) => void pass(incoming, outgoing)).listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  const port = typeof address === "object" ? address?.port : undefined;
  return {
    url: `http://127.0.0.1:${port}`,
    alter: (next) => {
      change = next;
    },
    seen: () => {
      const told = seen;
      seen = [];
      return told;
    },
    asked: () => {
      const calls = asked;
      asked = [];
      return calls;
    },
    close: () => void server.close(),
  };
}

/** Null where something else than JSON was sent, or nothing. */
function parseJson(bytes: Buffer): Json {
  try {
    return JSON.parse(bytes.toString("utf8")) as Json;
  } catch {
    return null;
  }
}

/** Every place in an answer, those of objects and lists included. */
export function placesIn(value: Json, place: Place = []): Place[] {
  const inside: [string | number, Json][] = Array.isArray(value)
    ? value.slice(0, 1).map((entry) => [0, entry])
    : typeof value === "object" && value !== null
      ? Object.entries(value)
      : [];
  return [place, ...inside.flatMap(([step, entry]) => placesIn(entry, [...place, step]))];
}

/** The value at a place; undefined where there is none. */
export const valueAt = (answer: Json, place: Place): Json | undefined =>
  place.reduce<Json | undefined>(
    (value, step) =>
      typeof value === "object" && value !== null
        ? (value as { [step: string | number]: Json })[step]
        : undefined,
    answer,
  );

/** The answer with another value at the place; left out with undefined. An answer without the place stays as it is. */
export function withValue(answer: Json, place: Place, value: Json | undefined): Json {
  const last = place.at(-1);
  if (last === undefined) return value ?? null;
  const holder = valueAt(answer, place.slice(0, -1));
  if (typeof holder !== "object" || holder === null || !Object.hasOwn(holder, last)) return answer;
  if (value !== undefined) Object.assign(holder, { [last]: value });
  else if (Array.isArray(holder)) holder.splice(Number(last), 1);
  else delete holder[last];
  return answer;
}
