import { mkdtempSync, rmSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { text } from "node:stream/consumers";
import { type Sandbox, startSandbox } from "@countinghouse/sandbox";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createObjectStorage } from "./object-storage.ts";
import { fileOrigin, ObjectStorageSettings } from "./object-storage-settings.ts";

let sandbox: Sandbox;
let folder: string;
beforeAll(async () => {
  sandbox = await startSandbox({ port: 0, smtpPort: 0 });
  folder = mkdtempSync(path.join(os.tmpdir(), "countinghouse-storage-"));
});
afterAll(async () => {
  await sandbox.close();
  rmSync(folder, { recursive: true });
});

const bucket = () => ({
  OBJECT_STORAGE: "s3",
  S3_ENDPOINT: sandbox.s3.endpoint,
  S3_REGION: sandbox.s3.region,
  S3_BUCKET: sandbox.s3.bucket,
  S3_ACCESS_KEY_ID: sandbox.s3.accessKeyId,
  S3_SECRET_ACCESS_KEY: sandbox.s3.secretAccessKey,
});

const storage = (settings: object) =>
  createObjectStorage({
    settings: ObjectStorageSettings.parse(settings),
    publicUrl: "https://console.example.com",
    linkSecret: "signs-links",
    deadlineMs: 60_000,
    now: () => new Date(),
  });

const LINK = {
  expiresInSeconds: 60,
  fileName: "a.pdf",
  contentType: "application/pdf",
  disposition: "attachment",
} as const;

describe("documents", () => {
  it("are in a folder by default, with links to this site", async () => {
    const files = storage({ FILES_DIR: folder });
    await files.put("tests/a.pdf", Buffer.from("%PDF"));
    expect(await text((await files.get("tests/a.pdf"))?.stream ?? new ReadableStream())).toBe("%PDF");
    const link = await files.signedUrl("tests/a.pdf", LINK);
    expect(link).toMatch(/^https:\/\/console\.example\.com\/files\/tests\/a\.pdf\?/);
    expect(files.openLink?.(link)).toMatchObject({ ok: true });
  });

  it("are in a bucket when the settings name one, with links to the bucket", async () => {
    const files = storage(bucket());
    await files.put("tests/a.pdf", Buffer.from("%PDF"));
    const link = await files.signedUrl("tests/a.pdf", LINK);
    const origin = fileOrigin(ObjectStorageSettings.parse(bucket()));
    expect(new URL(link).origin).toBe(origin);
    const answer = await fetch(link);
    expect([answer.status, await answer.text()]).toEqual([200, "%PDF"]);
    expect("openLink" in files).toBe(false);
  });
});

describe("the settings", () => {
  const complaints = (settings: object) =>
    ObjectStorageSettings.safeParse(settings).error?.issues.map(({ path: place }) => place.join("."));

  it("name the missing settings of a folder and of a bucket", () => {
    expect(complaints({})).toEqual(["FILES_DIR"]);
    expect(complaints({ OBJECT_STORAGE: "s3", FILES_DIR: folder })).toEqual([
      "S3_ENDPOINT",
      "S3_BUCKET",
      "S3_ACCESS_KEY_ID",
      "S3_SECRET_ACCESS_KEY",
    ]);
    expect(complaints({ OBJECT_STORAGE: "tape", FILES_DIR: folder })).toEqual(["OBJECT_STORAGE"]);
  });

  it("of a folder allow pages no other origin", () => {
    expect(fileOrigin(ObjectStorageSettings.parse({ FILES_DIR: folder }))).toBeUndefined();
  });
});
