import { randomUUID } from "node:crypto";
import { mkdtempSync, rmSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { createFolderObjectStorage } from "@countinghouse/providers/object-storage/folder";
import type { ObjectStorage } from "@countinghouse/providers/object-storage/port";
import { createTestApi, type TestApi } from "./harness.ts";

/** An API whose files lie in a folder of its own. */
export async function openFiles() {
  const api = await createTestApi();
  return { api, storage: withFolderStorage(api) };
}

/** Object storage in a folder of its own, which goes with the API. */
export type FolderStorage = ReturnType<typeof withFolderStorage>;

/** Puts such storage behind the port. */
export function withFolderStorage(api: TestApi, linkUrl = "https://console.example.com/files") {
  const root = mkdtempSync(path.join(os.tmpdir(), "countinghouse-files-"));
  const storage = createFolderObjectStorage({ root, linkUrl, linkSecret: "signs-links", now: api.clock.now });
  api.services.ports.objectStorage = storage;
  const closeApi = api.close.bind(api);
  api.close = async () => {
    await closeApi();
    rmSync(root, { recursive: true });
  };
  return storage;
}

export interface FileFacts {
  type?: string;
  name?: string;
  contentType?: string;
  applicationId?: number | null;
  /** Null for a file whose bytes were lost. */
  content?: string | null;
}

/** A file of the user with its bytes in storage. */
export async function addFile(
  api: TestApi,
  storage: ObjectStorage,
  userId: number,
  facts: FileFacts = {},
): Promise<{ id: string; objectKey: string }> {
  const { type = "contract", content = `%PDF-1.7 of ${userId}`, applicationId = null } = facts;
  const objectKey = `tests/${userId}_${randomUUID()}.pdf`;
  if (content !== null) await storage.put(objectKey, Buffer.from(content));
  return api.database.unsafeTransaction((tx) =>
    tx.userFile.create({
      data: {
        userId,
        applicationId,
        type,
        objectKey,
        name: facts.name ?? `${type}.pdf`,
        contentType: facts.contentType ?? "application/pdf",
        sizeBytes: Buffer.byteLength(content ?? "lost"),
        ipAddress: "203.0.113.7",
        info: "Signed in the portal",
        createdAt: api.clock.now(),
      },
      select: { id: true, objectKey: true },
    }),
  );
}
