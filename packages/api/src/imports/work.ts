import { createHash, randomUUID } from "node:crypto";
import { createReadStream } from "node:fs";
import { mkdir, readdir, rm, stat } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { Prisma, type Tx } from "@countinghouse/db";
import {
  IMPORT_SEPARATORS,
  type ImportSettings,
  isDocumentArchive,
  MOST_IMPORT_FILES,
} from "@countinghouse/validators/import/job-rules";
import type { ImportOutcome, JobProgress } from "@countinghouse/validators/import/outcome";
import { canonicalJson } from "../canonical-json.ts";
import type { Core } from "../core.ts";
import { DomainError } from "../errors.ts";
import { unpackDocuments } from "../import/book/document-archive.ts";
import type { ImportProgress } from "../import/import-users.ts";
import { TablesUnclear } from "../import/reading/open-table.ts";
import { type ImportOptions, importFiles } from "../import/run-import.ts";
import { writeAsJob } from "../job-writes.ts";
import type { WithPorts } from "../ports.ts";
import type { WithOfferLimit } from "../users/edit.ts";
import { type ClaimedImport, claimImport, keepImport, releaseImport } from "./claim.ts";
import { askedOutcome, importOutcome } from "./outcome.ts";
import { forgetFile, forgetFiles, type SealedFile, sealFile, unsealInto } from "./sealed-files.ts";

export type ImportServices = Pick<Core, "db" | "vault" | "now" | "registration" | "log"> &
  WithPorts<"objectStorage"> &
  WithOfferLimit;

const BEAT_MS = 1_000;
/** Where files lie open while they are read: below it a folder for each import. */
const WORK_FOLDER = path.join(os.tmpdir(), "countinghouse-imports");

const NO_PROGRESS: JobProgress = {
  rows: 0,
  loaded: 0,
  completed: 0,
  updated: 0,
  alreadyThere: 0,
  repeated: 0,
  refused: 0,
  customers: 0,
};

/** An import that was paused, or taken over by another worker. */
class NotOurs extends Error {}

/** Plans and brings the imports that wait, one after the other. Any number of workers may do it at once. */
export async function workOnImports(services: ImportServices): Promise<void> {
  for (let job = await claimImport(services); job !== null; job = await claimImport(services))
    await workOn(services, job);
}

async function workOn(services: ImportServices, job: ClaimedImport): Promise<void> {
  // What a process that was killed left of it on this machine goes first.
  const folder = path.join(WORK_FOLDER, job.id);
  await rm(folder, { recursive: true, force: true });
  try {
    await mkdir(folder, { recursive: true, mode: 0o700 });
    await bring(services, job, folder);
  } catch (error) {
    if (error instanceof NotOurs) await releaseImport(services, job);
    else await fail(services, job, error, folder);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

async function bring(services: ImportServices, job: ClaimedImport, folder: string): Promise<void> {
  const { db, vault, now } = services;
  const { settings, requestedBy, files } = await db.read.importJob.findUniqueOrThrow({
    where: { id: job.id },
    include: {
      requestedBy: { select: { email: true } },
      files: { where: { kind: "UPLOADED" }, orderBy: [{ createdAt: "asc" }, { id: "asc" }] },
    },
  });
  const said = settings as unknown as ImportSettings;
  const paths: string[] = [];
  const documents = path.join(folder, "documents", "files");
  for (const [index, file] of files.entries()) {
    const own = path.join(folder, String(index));
    await mkdir(own, { mode: 0o700 });
    const target = path.join(own, file.name);
    await unsealInto(services, file, target);
    if (isDocumentArchive(file.name)) await unpackDocuments(target, documents);
    else paths.push(target);
  }
  const hasDocuments = files.some(({ name }) => isDocumentArchive(name));
  const { signal, report, stop } = heart(services, job);
  try {
    const summary = await importFiles({
      files: paths,
      ...toOptions(said),
      ...(hasDocuments ? { documents: { folder: documents, storage: services.ports.objectStorage } } : {}),
      email: requestedBy.email,
      dryRun: job.state === "PLANNING",
      runId: job.id,
      maximumOfferLimitCents: services.maximumOfferLimitCents,
      signal,
      db,
      vault,
      now,
      onProgress: (progress) => report(progress),
      onBookProgress: (customers) => report({ customers }),
    });
    await stop();
    signal.throwIfAborted();
    const outcome = importOutcome(summary);
    const written = await keepWritten(services, folder);
    if (await end(services, job, outcome, written, toDigest(files, said, outcome))) return;
    for (const { id } of written) await forgetFile(services, id);
    throw new NotOurs();
  } finally {
    await stop();
  }
}

/** What the settings say, as the import is told it from the command line. */
function toOptions(
  settings: ImportSettings,
): Pick<ImportOptions, "source" | "strict" | "update" | "reading"> {
  const { source, strict, update, encoding, separator, dates, numbers, signs, paidIn } = settings;
  const { headerLine, mapping, tables = [], leaveOutHidden = false } = settings;
  return {
    source,
    strict,
    update,
    reading: {
      encoding,
      separator: separator && IMPORT_SEPARATORS[separator],
      dates,
      numbers,
      signs,
      paidIn,
      headerLine: headerLine ?? undefined,
      tables,
      leaveOutHidden,
      mapping: Object.entries(mapping),
    },
  };
}

/** Says once a second how far it is, and stops the work where it is not ours any more. */
function heart(services: ImportServices, job: ClaimedImport) {
  const abort = new AbortController();
  let progress = NO_PROGRESS;
  let beating: Promise<void> = Promise.resolve();
  const beat = async () => {
    const isOurs = await keepImport(services, job, progress);
    if (!isOurs) abort.abort(new NotOurs());
  };
  const timer = setInterval(() => {
    beating = beating.then(beat).catch((error: unknown) => abort.abort(error));
  }, BEAT_MS);
  return {
    signal: abort.signal,
    report: (some: Partial<JobProgress> | ImportProgress) => {
      progress = { ...progress, ...some };
    },
    stop: async () => {
      clearInterval(timer);
      await beating;
    },
  };
}

/** Of the files, the settings and the plan. */
function toDigest(
  files: readonly { sha256: Uint8Array }[],
  settings: ImportSettings,
  outcome: ImportOutcome,
) {
  const shas = files.map(({ sha256 }) => Buffer.from(sha256).toString("hex"));
  return createHash("sha256").update(canonicalJson({ shas, settings, outcome })).digest("hex");
}

type WrittenFile = SealedFile & { name: string; kind: "REFUSED" | "FINDINGS" };

/** Seals what the import has written beside its files: refused rows and findings. */
async function keepWritten(services: ImportServices, folder: string): Promise<WrittenFile[]> {
  const written: WrittenFile[] = [];
  for (const own of await readdir(folder))
    for (const name of (await readdir(path.join(folder, own))).sort()) {
      const kind = KINDS.find(([ending]) => name.endsWith(ending))?.[1];
      const file = path.join(folder, own, name);
      if (kind === undefined || (await stat(file)).size === 0) continue;
      const { partBytes: _, ...sealed } = await sealFile(services, createReadStream(file));
      written.push({ ...sealed, name, kind });
    }
  return written;
}

const KINDS = [
  [".refused.csv", "REFUSED"],
  [".findings.csv", "FINDINGS"],
] as const;

/**
 * Writes down the plan, or what came of the import; then the bytes of what was uploaded are deleted. False where the import is
 * not this process's any more.
 */
const end = (
  services: ImportServices,
  job: ClaimedImport,
  outcome: ImportOutcome,
  written: readonly WrittenFile[],
  digest: string,
): Promise<boolean> =>
  writeAsJob(services, "import", async ({ tx, now }) => {
    const isPlan = job.state === "PLANNING";
    const own = { id: job.id, state: job.state, processId: job.processId };
    const added = isPlan ? 0 : await tx.user.count({ where: { importRunId: job.id } });
    const { count } = await tx.importJob.updateMany({
      where: own,
      data: isPlan
        ? { state: "PLANNED", plan: asJson(outcome), planDigest: digest, processId: null }
        : {
            state: "DONE",
            report: asJson({ ...outcome, added }),
            // Its samples are of rows that are here now, or were refused.
            plan: Prisma.DbNull,
            processId: null,
            finishedAt: now,
          },
    });
    if (count === 0) return { result: false, audit: null };
    await addWritten(tx, job.id, written, now);
    if (!isPlan) await forgetFiles(tx, job.id, "uploaded");
    const after = isPlan ? { digest } : { added, users: outcome.users, book: outcome.book };
    const events = [{ subject: { type: "import", id: job.id }, after }];
    return {
      result: true,
      audit: { action: isPlan ? "imports.planned" : "imports.end", requestId: randomUUID(), events },
    };
  });

const asJson = (value: object): Prisma.InputJsonObject => JSON.parse(JSON.stringify(value));

async function addWritten(tx: Tx, jobId: string, written: readonly WrittenFile[], now: Date): Promise<void> {
  await tx.importFile.createMany({
    data: written.map(({ id, kind, name, sizeBytes, sha256 }) => ({
      id,
      jobId,
      kind,
      name,
      sizeBytes,
      sha256,
      createdAt: now,
    })),
  });
}

/**
 * A plan that can not be made says why, and how the tables were read where the user has to say what one is; it can be made otherwise.
 * An import that stopped can go on.
 */
async function fail(
  services: ImportServices,
  job: ClaimedImport,
  error: unknown,
  folder: string,
): Promise<void> {
  const isKnown = error instanceof DomainError;
  if (!isKnown) services.log.error({ importId: job.id, error: String(error) }, "an import stopped");
  const why = isKnown ? withoutFolder(error.message, folder) : "Something went wrong. Imported rows stay.";
  await writeAsJob(services, "import", async ({ tx }) => {
    const state = job.state === "PLANNING" ? ("UPLOADED" as const) : ("FAILED" as const);
    const { count } = await tx.importJob.updateMany({
      where: { id: job.id, state: job.state, processId: job.processId },
      data: {
        state,
        error: why,
        processId: null,
        ...(error instanceof TablesUnclear && job.state === "PLANNING"
          ? { plan: asJson(askedOutcome(error.found)) }
          : {}),
      },
    });
    const events = [{ subject: { type: "import", id: job.id }, after: { state, error: why } }];
    const audit = { action: "imports.end", requestId: randomUUID(), events } as const;
    return { result: undefined, audit: count === 0 ? null : audit };
  });
}

/** Messages name files by where they lie here. */
const withoutFolder = (message: string, folder: string): string =>
  Array.from({ length: MOST_IMPORT_FILES }, (_, index) => `${path.join(folder, String(index))}/`).reduce(
    (text, own) => text.replaceAll(own, ""),
    message,
  );
