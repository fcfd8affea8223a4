import { HttpResponse, http } from "msw";
import { afterEach, expect, it, vi } from "vitest";
import { keepToken } from "@/lib/session.ts";
import { server } from "@/test/server.ts";
import { FetchEventSource } from "./fetch-event-source.ts";

const URL = "http://localhost:3000/trpc/live";
const open: FetchEventSource[] = [];
afterEach(() => {
  for (const source of open.splice(0)) source.close();
});

/** Opens a stream and keeps what it says. */
function listen() {
  const source = new FetchEventSource(URL);
  open.push(source);
  const heard: string[] = [];
  for (const type of ["message", "ping"]) {
    source.addEventListener(type, (event) => {
      if (event instanceof MessageEvent) heard.push(`${type} ${String(event.data)} ${event.lastEventId}`);
    });
  }
  const errors = vi.fn<() => void>();
  source.addEventListener("error", errors);
  return { source, heard, errors };
}

/** Answers one request after the other with these pieces each, and keeps their headers. */
function answers(...streams: (string[] | number)[]) {
  const asked: Headers[] = [];
  server.use(
    http.get(URL, ({ request }) => {
      const pieces = streams[asked.length] ?? [];
      asked.push(request.headers);
      if (typeof pieces === "number") return new HttpResponse(null, { status: pieces });
      const body = new ReadableStream<Uint8Array>({
        start: (controller) => {
          for (const piece of pieces) controller.enqueue(new TextEncoder().encode(piece));
          if (asked.length < streams.length) controller.close();
        },
      });
      return new HttpResponse(body, { headers: { "content-type": "text/event-stream" } });
    }),
  );
  return asked;
}

it("tells what comes by name and id, however it was cut into pieces", async () => {
  answers(["data: on", "e\nid: 1.0\n\n", "\nevent: ping\ndata: \n\n\ndata: caf\u00e9\nid: 2.0\n", "\n\n"]);
  const { heard, source } = listen();
  await expect.poll(() => heard).toEqual(["message one 1.0", "ping  1.0", "message caf\u00e9 2.0"]);
  expect(source.readyState).toBe(source.OPEN);
});

it("carries the token in a header, and after a break the token of that moment and the last id", async () => {
  keepToken("first");
  const asked = answers(["data: one\nid: 7.3\n\n\n"], []);
  const { heard, source, errors } = listen();
  await expect.poll(() => heard).toHaveLength(1);
  keepToken("second");
  await expect.poll(() => asked).toHaveLength(2);
  expect(asked.map((headers) => [headers.get("authorization"), headers.get("last-event-id")])).toEqual([
    ["Bearer first", null],
    ["Bearer second", "7.3"],
  ]);
  expect(errors).toHaveBeenCalledOnce();
  expect(source.readyState).not.toBe(source.CLOSED);
});

it("comes back to a server that is away", async () => {
  const asked = answers(503, ["data: one\n\n\n"]);
  const { source } = listen();
  await expect.poll(() => asked).toHaveLength(2);
  await expect.poll(() => source.readyState).toBe(source.OPEN);
});

it("is closed by a refusal, and does not ask again", async () => {
  const asked = answers(405, []);
  const { source, errors } = listen();
  await expect.poll(() => errors).toHaveBeenCalledOnce();
  expect(source.readyState).toBe(source.CLOSED);
  await new Promise((resolve) => setTimeout(resolve, 1_200));
  expect(asked).toHaveLength(1);
});

it("once closed it says nothing more", async () => {
  const asked = answers(["data: one\n\n\n"]);
  const { source, heard, errors } = listen();
  await expect.poll(() => heard).toHaveLength(1);
  source.close();
  await new Promise((resolve) => setTimeout(resolve, 1_200));
  expect([asked.length, errors.mock.calls.length]).toEqual([1, 0]);
});
