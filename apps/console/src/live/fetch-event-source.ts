import { pause } from "@/lib/pause.ts";
import { bearer } from "@/lib/session.ts";

const FIRST_PAUSE_MS = 500;
const LONGEST_PAUSE_MS = 10_000;

/**
 * What tRPC needs of an EventSource, over fetch: the browser's own can not carry the token in a header, and an address
 * stands in logs. It connects again by itself with the token of the moment, from the last id it saw; a refusal closes it.
 */
export class FetchEventSource extends EventTarget {
  readonly CONNECTING = 0;
  readonly OPEN = 1;
  readonly CLOSED = 2;
  readyState: 0 | 1 | 2 = this.CONNECTING;
  readonly #closing = new AbortController();
  #lastEventId = "";

  constructor(url: string) {
    super();
    void this.#run(url);
  }

  close(): void {
    this.readyState = this.CLOSED;
    this.#closing.abort();
  }

  async #run(url: string): Promise<void> {
    const { signal } = this.#closing;
    for (let failures = 0; !signal.aborted; failures++) {
      const outcome = await this.#hear(url, () => {
        failures = 0;
      }).catch(() => "lost" as const);
      if (signal.aborted) return;
      if (outcome === "refused") this.close();
      else this.readyState = this.CONNECTING;
      this.dispatchEvent(new Event("error"));
      const pauseMs = Math.min(LONGEST_PAUSE_MS, FIRST_PAUSE_MS * 2 ** failures);
      // Not all browsers at once come back to a server that was away.
      await pause(pauseMs * (0.5 + Math.random() / 2), signal);
    }
  }

  async #hear(url: string, onHeard: () => void): Promise<"lost" | "refused"> {
    const response = await fetch(url, {
      headers: {
        ...bearer(),
        accept: "text/event-stream",
        ...(this.#lastEventId !== "" && { "last-event-id": this.#lastEventId }),
      },
      cache: "no-store",
      signal: this.#closing.signal,
    });
    if (response.status >= 400 && response.status < 500) return "refused";
    if (!response.ok || response.body === null) return "lost";
    this.readyState = this.OPEN;
    const reader = response.body.pipeThrough(new TextDecoderStream()).getReader();
    let unread = "";
    for (;;) {
      const { done, value } = await reader.read();
      if (done) return "lost";
      const blocks = (unread + value).split("\n\n");
      unread = blocks.pop() ?? "";
      for (const block of blocks) this.#tell(block);
      onHeard();
    }
  }

  #tell(block: string): void {
    const fields = new Map(block.split("\n").map(parseField));
    const data = fields.get("data");
    if (data === undefined) return;
    this.#lastEventId = fields.get("id") ?? this.#lastEventId;
    const type = fields.get("event") ?? "message";
    this.dispatchEvent(new MessageEvent(type, { data, lastEventId: this.#lastEventId }));
  }
}

/** The server writes each field on one line, as "name: value". */
function parseField(line: string): [name: string, value: string] {
  const colon = line.indexOf(": ");
  return colon < 0 ? [line, ""] : [line.slice(0, colon), line.slice(colon + 2)];
}
