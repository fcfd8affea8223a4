import { transformer } from "@countinghouse/api/transformer";

export interface OpenStream {
  status: number;
  headers: Headers;
  /** The names of the events so far; data come as "message". */
  events(): string[];
  /** The data so far. */
  data<Data>(): Data[];
  lastEventId(): string;
  /** The code of the refusal that ended it, or null. */
  errorCode(): string | null;
  leave(): void;
  /** Resolves at the end of the stream. */
  ended: Promise<void>;
}

interface StreamEvent {
  name: string;
  data: string;
  id: string;
}

/** Opens a stream of server-sent events and collects the events. */
export async function openStream(url: string, headers: Record<string, string>): Promise<OpenStream> {
  const leaving = new AbortController();
  const response = await fetch(url, { headers, signal: leaving.signal });
  const received: StreamEvent[] = [];
  const ended = collect(response, received).catch(() => {});
  const streamData = (name: string): unknown[] =>
    received
      .filter((event) => event.name === name)
      .map(({ data }) => transformer.deserialize(JSON.parse(data)));
  return {
    status: response.status,
    headers: response.headers,
    events: () => received.map(({ name }) => name),
    data: <Data>() => streamData("message") as Data[],
    lastEventId: () => received.findLast(({ id }) => id !== "")?.id ?? "",
    errorCode: () => {
      const [error] = streamData("serialized-error") as { data: { code: string } }[];
      return error?.data.code ?? null;
    },
    leave: () => leaving.abort(),
    ended,
  };
}

async function collect(response: Response, received: StreamEvent[]): Promise<void> {
  let unread = "";
  for await (const text of response.body?.pipeThrough(new TextDecoderStream()) ?? []) {
    const blocks = (unread + text).split("\n\n");
    unread = blocks.pop() ?? "";
    for (const block of blocks) {
      const field = (name: string) => new RegExp(`^${name}: (.*)$`, "m").exec(block)?.[1] ?? "";
      if (block.trim() !== "")
        received.push({ name: field("event") || "message", data: field("data"), id: field("id") });
    }
  }
}
