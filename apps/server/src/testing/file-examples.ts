import { randomUUID } from "node:crypto";
import type { RouterInputs } from "@countinghouse/api";

const CHANGE = { requestId: randomUUID(), id: randomUUID() } satisfies RouterInputs["imports"]["pause"];

/** The examples of files, uploads and imports. */
export const FILE_EXAMPLES = {
  "imports.get": { id: randomUUID() } satisfies RouterInputs["imports"]["get"],
  "imports.plan": {
    ...CHANGE,
    settings: {
      source: "oldsystem",
      strict: false,
      update: false,
      encoding: null,
      separator: null,
      dates: null,
      numbers: null,
      mapping: { Region: null },
    },
  } satisfies RouterInputs["imports"]["plan"],
  "imports.start": { ...CHANGE, digest: "0".repeat(64) } satisfies RouterInputs["imports"]["start"],
  "imports.pause": CHANGE,
  "imports.resume": CHANGE,
  "imports.discard": CHANGE,
  "imports.undo": { ...CHANGE, step: "check" } satisfies RouterInputs["imports"]["undo"],
  "files.link": {
    requestId: randomUUID(),
    fileId: randomUUID(),
    purpose: "download",
  } satisfies RouterInputs["files"]["link"],
  "files.list": { userId: 2e9 } satisfies RouterInputs["files"]["list"],
  "files.zip": {
    requestId: randomUUID(),
    userId: 2e9,
    fileIds: [randomUUID()],
  } satisfies RouterInputs["files"]["zip"],
  "uploads.list": {
    cursor: { createdAt: new Date(0), id: randomUUID() },
    limit: 1,
  } satisfies RouterInputs["uploads"]["list"],
} as const;
