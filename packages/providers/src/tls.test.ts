import { once } from "node:events";
import { type AddressInfo, createServer, type Socket } from "node:net";
import tls from "node:tls";
import { afterAll, beforeAll, expect, it } from "vitest";
import { z } from "zod";
import { callJson } from "./http.ts";
import { requireRecentTls, TLS_SUITES } from "./tls.ts";

const usual = {
  DEFAULT_MIN_VERSION: tls.DEFAULT_MIN_VERSION,
  DEFAULT_MAX_VERSION: tls.DEFAULT_MAX_VERSION,
  DEFAULT_CIPHERS: tls.DEFAULT_CIPHERS,
};
beforeAll(() => {
  // As a process would have it that was started with --tls-min-v1.0.
  Object.assign(tls, { DEFAULT_MIN_VERSION: "TLSv1", DEFAULT_CIPHERS: "ALL:@SECLEVEL=0" });
});
afterAll(() => void Object.assign(tls, usual));

/** What a client offers, read from the first message it sends (RFC 8446, 4.1.2). */
function offeredBy(hello: Buffer): { versions: number[]; suites: number[] } {
  // The head of the record and of the message, the version of old, 32 random bytes.
  let at = 5 + 4 + 2 + 32;
  at += 1 + hello.readUInt8(at);
  const end = at + 2 + hello.readUInt16BE(at);
  const suites: number[] = [];
  for (at += 2; at < end; at += 2) suites.push(hello.readUInt16BE(at));
  at += 1 + hello.readUInt8(at) + 2;
  const versions: number[] = [];
  while (at < hello.length) {
    const [kind, size] = [hello.readUInt16BE(at), hello.readUInt16BE(at + 2)];
    const VERSIONS = 43;
    if (kind === VERSIONS)
      for (let place = at + 5; place < at + 4 + size; place += 2) versions.push(hello.readUInt16BE(place));
    at += 4 + size;
  }
  return { versions, suites };
}

/** What our calls to vendors offer to whom they reach. */
async function offered() {
  const server = createServer().listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  const hello = once(server, "connection").then(async ([socket]: Socket[]) => {
    if (socket === undefined) throw new Error("Nobody came.");
    const [first] = (await once(socket, "data")) as [Buffer];
    socket.destroy();
    return first;
  });
  const vendor = {
    provider: "one",
    baseUrl: `https://127.0.0.1:${port}`,
    deadlineMs: 60_000,
    readError: () => undefined,
  };
  const call = callJson(vendor, { method: "GET", path: "/", answer: z.unknown(), safe: true });
  await expect(call).rejects.toThrow(/one/);
  server.close();
  return offeredBy(await hello);
}

/** The numbers of the suites that are offered, and the signal that no connection is renegotiated. */
const KNOWN = [0x1302, 0x1303, 0x1301, 0xc02c, 0xc030, 0xcca9, 0xcca8, 0xc02b, 0xc02f];
const NO_RENEGOTIATION = 0x00ff;

it("a call to a vendor offers TLS 1.3 and 1.2 with recommended suites, and nothing else, however Node was started", async () => {
  const before = await offered();
  expect(before.versions).toContain(0x0302);
  expect(before.suites.length).toBeGreaterThan(KNOWN.length);
  requireRecentTls();
  const { versions, suites } = await offered();
  expect(versions).toEqual([0x0304, 0x0303]);
  expect(suites.filter((suite) => suite !== NO_RENEGOTIATION)).toEqual(KNOWN);
  expect(KNOWN).toHaveLength(TLS_SUITES.length);
});
