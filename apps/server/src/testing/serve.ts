import { once } from "node:events";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { createServer, type RequestListener } from "node:http";
import os from "node:os";
import path from "node:path";
import type { Services } from "@countinghouse/api/services";
import { type AppOptions, createListener } from "../app.ts";

export interface Served {
  origin: string;
  /** Posts an unchanged body to a path, and reads the answer. */
  post(
    path: string,
    body: string,
    headers?: Record<string, string>,
  ): Promise<{ status: number; text: string; headers: Headers }>;
  close(): Promise<void>;
}

/** Starts a listener on a free port. */
export async function listenOnce(
  listener: RequestListener,
): Promise<{ origin: string; close: () => Promise<void> }> {
  const server = createServer(listener);
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("No port was given.");
  return {
    origin: `http://127.0.0.1:${address.port}`,
    close: async () => {
      const closed = once(server, "close");
      server.close();
      server.closeAllConnections();
      await closed;
    },
  };
}

/** Starts the HTTP listener of the server on a free port, with a small built console. */
export async function serve(services: Services, options: Partial<AppOptions> = {}): Promise<Served> {
  const consoleDir = mkdtempSync(path.join(os.tmpdir(), "countinghouse-console-"));
  mkdirSync(path.join(consoleDir, "assets"));
  writeFileSync(path.join(consoleDir, "index.html"), "<!doctype html><title>Countinghouse</title>");
  writeFileSync(path.join(consoleDir, "assets", "index-abc123.js"), "export {};");
  const listener = createListener(services, { trustProxy: false, consoleDir, ...options });
  const { origin, close } = await listenOnce(listener);
  return {
    origin,
    post: async (called, body, headers = {}) => {
      const response = await fetch(`${origin}${called}`, {
        method: "POST",
        body,
        headers: { "content-type": "application/json", ...headers },
      });
      return { status: response.status, text: await response.text(), headers: response.headers };
    },
    close: async () => {
      await close();
      rmSync(consoleDir, { recursive: true });
    },
  };
}
