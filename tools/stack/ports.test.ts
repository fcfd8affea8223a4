import { once } from "node:events";
import { createServer, type Server } from "node:net";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { startOnFreePort } from "./database.ts";
import { anyFreePort, assertFree, firstFreePort, isFree, readPorts } from "./ports.ts";

let server: Server;
let port: number;
beforeEach(async () => {
  port = await anyFreePort();
  server = createServer().listen(port, "127.0.0.1");
  await once(server, "listening");
});
afterEach(() => {
  server.close();
});

test("a port that is taken is named with the setting that chooses another", async () => {
  await expect(assertFree([{ port, setting: "SANDBOX_PORT" }])).rejects.toThrow(
    `Port ${port} is taken. Stop what listens there, or choose another: SANDBOX_PORT=${port + 1} npm start`,
  );
});

test("with patience, a port that becomes free in time is free", async () => {
  const waiting = assertFree([{ port, setting: "PORT" }], 10_000);
  server.close();
  await expect(waiting).resolves.toBeUndefined();
});

test("a taken port is passed over", async () => {
  expect(await isFree(port)).toBe(false);
  expect(await firstFreePort(port)).toBeGreaterThan(port);
});

test("ports come from the environment, else from the product's habits", () => {
  expect(readPorts({}).console).toEqual({ port: 3000, setting: "PORT" });
  expect(readPorts({ SANDBOX_PORT: "5010" }).sandbox.port).toBe(5010);
  expect(() => readPorts({ PORT: "http" })).toThrow('PORT must be a port number, not "http".');
});

test("what finds its port taken as it starts, though it was free a moment ago, takes the next free one", async () => {
  const started = vi.fn<(chosen: number) => Promise<void>>(async (chosen) => {
    if (chosen === port) throw new Error("FATAL: could not create any TCP/IP sockets");
  });
  const chosen = await startOnFreePort(port, started);
  expect(chosen).toBeGreaterThan(port);
  expect(started.mock.calls).toEqual([[port], [chosen]]);
});

test("what does not start on a port that is free says why", async () => {
  const free = await anyFreePort();
  await expect(startOnFreePort(free, () => Promise.reject(new Error("No space left.")))).rejects.toThrow(
    "No space left.",
  );
});
