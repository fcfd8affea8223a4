import { transformer } from "@countinghouse/api/transformer";

export interface HeardStream {
  status: number;
  headers: Headers;
  /** The names of the events so far; what is told is a "message". */
  events(): string[];
  /** What was told so far. */
  data<Data>(): Data[];
  lastEventId(): string;
  /** The code of the refusal that ended it, or null. */
  errorCode(): string | null;
  leave(): void;
  /** Resolves once nothing more comes. */
  ended: Promise<void>;
}

interface HeardEvent {
  name: string;
  data: string;
  id: string;
}

/** Listens to server-sent events and keeps what was said. */
export async function hearStream(url: string, headers: Record<string, string>): Promise<HeardStream> {
  const leaving = new AbortController();
  const response = await fetch(url, { headers, signal: leaving.signal });
  const heard: HeardEvent[] = [];
  const ended = keep(response, heard).catch(() => {});
  const dataOf = (name: string): unknown[] =>
    heard.filter((event) => event.name === name).map(({ data }) => transformer.deserialize(JSON.parse(data)));
  return {
    status: response.status,
    headers: response.headers,
    events: () => heard.map(({ name }) => name),
    data: <Data>() => dataOf("message") as Data[],
    lastEventId: () => heard.findLast(({ id }) => id !== "")?.id ?? "",
    errorCode: () => {
      const [error] = dataOf("serialized-error") as { data: { code: string } }[];
      return error?.data.code ?? null;
    },
    leave: () => leaving.abort(),
    ended,
  };
}

async function keep(response: Response, heard: HeardEvent[]): Promise<void> {
  let unread = "";
  for await (const text of response.body?.pipeThrough(new TextDecoderStream()) ?? []) {
    const blocks = (unread + text).split("\n\n");
    unread = blocks.pop() ?? "";
    for (const block of blocks) {
      const field = (name: string) => new RegExp(`^${name}: (.*)$`, "m").exec(block)?.[1] ?? "";
      if (block.trim() !== "")
        heard.push({ name: field("event") || "message", data: field("data"), id: field("id") });
    }
  }
}
