import { afterAll, beforeAll, beforeEach, expect, it } from "vitest";
import { type ClamdServer, EICAR, startClamd } from "../testing/clamd-server.ts";
import { failure } from "../testing/failure.ts";
import { createClamd } from "./clamd.ts";

let clamd: ClamdServer;
beforeAll(async () => {
  clamd = await startClamd(1_000_000);
});
beforeEach(() => {
  clamd.mood = "well";
  clamd.scanned.length = 0;
});
afterAll(() => clamd.close());

const scanner = (deadlineMs = 60_000) =>
  createClamd({ at: { host: "127.0.0.1", port: clamd.port }, deadlineMs });

async function* pieces(bytes: Buffer, size: number) {
  for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size);
}

it("a file goes over whole, in pieces, and nothing is found in it", async () => {
  const bytes = Buffer.alloc(300_000, "name,amount\n");
  expect(await scanner().scan(pieces(bytes, 90_000))).toBeNull();
  expect(clamd.scanned).toEqual([bytes]);
  expect(await scanner().scan(pieces(Buffer.of(), 1))).toBeNull();
});

it("what is found is told by its name, also where it comes in two pieces", async () => {
  expect(await scanner().scan(pieces(Buffer.from(`a,b\n${EICAR}`), 11))).toBe("Eicar-Test-Signature");
});

it("says that it is there", async () => {
  await expect(scanner().ping()).resolves.toBeUndefined();
});

it("a file that is larger than it takes is refused, and the rest of it is not read", async () => {
  let read = 0;
  async function* endless() {
    for (; read < 2_000; read++) yield Buffer.alloc(64 * 1024);
  }
  expect(await failure(scanner().scan(endless()))).toMatchObject({ kind: "refused", provider: "clamd" });
  expect(read).toBeLessThan(2_000);
});

it.each([
  ["hangs up", "hang up", 30_000],
  ["says nothing", "silent", 200],
  ["can not say", "broken", 30_000],
] as const)("one that %s is unavailable", async (_what, mood, deadlineMs) => {
  clamd.mood = mood;
  expect(await failure(scanner(deadlineMs).scan(pieces(Buffer.from("x"), 1)))).toMatchObject({
    kind: "unavailable",
  });
});

it("one that is not there is unavailable", async () => {
  const gone = await startClamd();
  await gone.close();
  const options = { at: { host: "127.0.0.1", port: gone.port }, deadlineMs: 60_000 };
  expect(await failure(createClamd(options).scan(pieces(Buffer.from("x"), 1)))).toMatchObject({
    kind: "unavailable",
  });
  expect(await failure(createClamd(options).ping())).toMatchObject({ kind: "unavailable" });
});
