import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { boundPort } from "../../../../apps/sandbox/src/bound-port.ts";
import { isMissing, S3RVER } from "../../../../apps/sandbox/src/testing/needs.ts";
import { failure } from "../testing/failure.ts";
import { createS3ObjectStorage, type S3Config } from "./s3.ts";

const LARGE = Buffer.alloc(6_000_000, "%PDF countinghouse");

describe.skipIf(isMissing("s3rver"))("with s3rver as the object storage", () => {
  const folder = mkdtempSync(path.join(tmpdir(), "countinghouse-s3rver-"));
  let server: ChildProcess;
  let endpoint: string;
  beforeAll(async () => {
    const probe = createServer();
    const port = await boundPort(probe.listen(0, "127.0.0.1"));
    probe.close();
    endpoint = `http://127.0.0.1:${port}`;
    const where = ["-d", folder, "-a", "127.0.0.1", "-p", String(port)];
    server = spawn("npx", [...S3RVER, ...where, "--configure-bucket", "documents"], {
      stdio: "ignore",
      detached: true,
    });
    await vi.waitFor(() => storage().head("none"), { timeout: 60_000, interval: 200 });
  });
  afterAll(async () => {
    const gone = once(server, "exit");
    if (server.pid !== undefined) process.kill(-server.pid);
    await gone;
    rmSync(folder, { recursive: true, force: true });
  });

  /** Its keys are known to everyone. */
  const storage = (changes: Partial<S3Config> = {}) =>
    createS3ObjectStorage({
      endpoint,
      region: "us-east-1",
      bucket: "documents",
      accessKeyId: "S3RVER",
      secretAccessKey: "S3RVER",
      deadlineMs: 60_000,
      ...changes,
    });

  it("documents are kept, read, linked, listed and deleted", async () => {
    const key = "contracts/12 Ünïcødé (1).pdf";
    await storage().put(key, LARGE);
    expect(await storage().head(key)).toMatchObject({ sizeBytes: LARGE.length });
    const kept = await storage().get(key);
    expect(Buffer.from(await new Response(kept?.stream).arrayBuffer()).equals(LARGE)).toBe(true);
    const link = await storage().signedUrl(key, {
      expiresInSeconds: 60,
      fileName: "Vertrag.pdf",
      contentType: "application/pdf",
      disposition: "attachment",
    });
    const opened = await fetch(link);
    expect(opened.headers.get("content-disposition")).toContain("Vertrag.pdf");
    expect((await opened.arrayBuffer()).byteLength).toBe(LARGE.length);
    const keys: string[] = [];
    for await (const found of storage().list("contracts/")) keys.push(found);
    expect(keys).toEqual([key]);
    await storage().delete(key);
    expect(await storage().get(key)).toBeNull();
    expect(await storage().head(key)).toBeNull();
  });

  it("a stream is kept without the framing it was sent in", async () => {
    const stream = ReadableStream.from([Buffer.from("one,"), Buffer.from("two")]);
    await storage().put("imports/a.csv", { stream, sizeBytes: 7 });
    const kept = await storage().get("imports/a.csv");
    expect(await new Response(kept?.stream).text()).toBe("one,two");
  });

  it("a bucket that is not there and a key it does not know are faults, never a missing document", async () => {
    for (const [changes, vendorCode] of [
      [{ bucket: "elsewhere" }, "NoSuchBucket"],
      [{ accessKeyId: "NOSUCHKEY" }, "InvalidAccessKeyId"],
    ] as const)
      expect(await failure(storage(changes).head("none"))).toMatchObject({ kind: "refused", vendorCode });
  });
});
