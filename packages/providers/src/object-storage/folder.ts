import { createHmac, randomUUID, timingSafeEqual } from "node:crypto";
import { link as linkFile, mkdir, open, readdir, rename, rm, stat } from "node:fs/promises";
import { dirname, join, relative, sep } from "node:path";
import { Readable } from "node:stream";
import { z } from "zod";
import { ProviderError } from "../provider-error.ts";
import { checkedKey, encodedSegments } from "./object-key.ts";
import { checkedLink } from "./object-link.ts";
import type { ObjectContent, ObjectStorage } from "./port.ts";

const PROVIDER = "folder";
/** No key's file has a name that begins with a dot. */
const DRAFTS = ".drafts";

export interface FolderConfig {
  /** Where the files lie; made when it is not there. */
  root: string;
  /** Where links lead, without a slash at its end, e.g. "https://console.example.com/files". */
  linkUrl: string;
  linkSecret: string;
  /** What signed links before, which are still opened. */
  formerLinkSecrets?: readonly string[] | undefined;
  now: () => Date;
}

export type FolderObjectStorage = Required<Omit<ObjectStorage, "whyUnfit">>;

/** Object storage in a folder of this machine, whose links are signed here (HMAC-SHA256) and served by our server. */
export function createFolderObjectStorage(config: FolderConfig): FolderObjectStorage {
  const linkPath = new URL(config.linkUrl).pathname.replace(/\/+$/, "");
  const filePath = (key: string) => join(config.root, ...encodedSegments(checkedKey(PROVIDER, key)));
  /** Writes the content beside its place and then gives it its name. */
  const keep = async (
    key: string,
    content: ObjectContent,
    name: (draft: string, file: string) => Promise<void>,
  ): Promise<void> => {
    const file = filePath(key);
    const draft = join(config.root, DRAFTS, randomUUID());
    try {
      await mkdir(dirname(draft), { recursive: true, mode: 0o700 });
      await writeDraft(draft, content);
      await mkdir(dirname(file), { recursive: true, mode: 0o700 });
      await name(draft, file);
    } catch (error) {
      await rm(draft, { force: true }).catch(() => undefined);
      throw folderError(error);
    }
  };
  return {
    put: (key, content) => keep(key, content, rename),
    putNew: async (key, content) => {
      try {
        // A link is never made over a file that is there.
        await keep(key, content, async (draft, file) => {
          await linkFile(draft, file);
          await rm(draft);
        });
        return true;
      } catch (error) {
        if (error instanceof ProviderError && error.vendorCode === "EEXIST") return false;
        throw error;
      }
    },
    get: (key) =>
      nullWhenMissing(async () => {
        const file = await open(filePath(key), "r");
        const { size, mtime } = await file.stat();
        const stream: ReadableStream<Uint8Array> = Readable.toWeb(file.createReadStream());
        return { sizeBytes: size, storedAt: mtime, stream };
      }),
    head: (key) =>
      nullWhenMissing(async () => {
        const { size, mtime } = await stat(filePath(key));
        return { sizeBytes: size, storedAt: mtime };
      }),
    delete: async (key) => {
      await nullWhenMissing(() => rm(filePath(key)));
    },
    list: (folder) => listFiles(config.root, folder === "" ? config.root : filePath(withoutSlash(folder))),
    append: async (key, bytes) => {
      const path = filePath(key);
      try {
        await mkdir(dirname(path), { recursive: true, mode: 0o700 });
        await appendTo(path, bytes);
      } catch (error) {
        throw folderError(error);
      }
    },
    signedUrl: async (key, link) => {
      const { expiresInSeconds, fileName, contentType, disposition } = checkedLink(PROVIDER, link);
      const expires = Math.floor(config.now().getTime() / 1000) + expiresInSeconds;
      const path = encodedSegments(checkedKey(PROVIDER, key)).join("/");
      const query = { expires: String(expires), name: fileName, type: contentType, disposition };
      const signature = signed(config.linkSecret, key, query);
      return `${config.linkUrl}/${path}?${new URLSearchParams({ ...query, signature }).toString()}`;
    },
    openLink: (link) => {
      const { pathname, searchParams } = new URL(link, config.linkUrl);
      const query = linkQuerySchema.safeParse(Object.fromEntries(searchParams));
      const key = decodedKey(pathname, linkPath);
      if (!query.success || key === undefined) return { ok: false, reason: "invalid" };
      const { signature, ...shown } = query.data;
      const secrets = [config.linkSecret, ...(config.formerLinkSecrets ?? [])];
      if (!secrets.some((secret) => isSame(signature, signed(secret, key, shown))))
        return { ok: false, reason: "invalid" };
      if (Number(shown.expires) * 1000 <= config.now().getTime()) return { ok: false, reason: "expired" };
      const { name: fileName, type: contentType, disposition } = shown;
      return { ok: true, key, fileName, contentType, disposition };
    },
  };
}

/** On disk for good when it resolves. */
async function writeDraft(draft: string, content: ObjectContent): Promise<void> {
  const file = await open(draft, "wx", 0o600);
  try {
    await file.writeFile(content instanceof Uint8Array ? content : measured(content));
    await file.sync();
  } finally {
    await file.close();
  }
}

/** On disk for good when it resolves, with the name of a file that is new. */
async function appendTo(path: string, bytes: Uint8Array): Promise<void> {
  const file = await open(path, "a", 0o600);
  try {
    const isNew = (await file.stat()).size === 0;
    await file.appendFile(bytes);
    await file.datasync();
    if (isNew) await syncFolder(dirname(path));
  } finally {
    await file.close();
  }
}

async function syncFolder(path: string): Promise<void> {
  const folder = await open(path, "r");
  try {
    await folder.sync();
  } finally {
    await folder.close();
  }
}

async function* listFiles(root: string, folder: string): AsyncGenerator<string> {
  const entries = await nullWhenMissing(() => readdir(folder, { recursive: true, withFileTypes: true }));
  for (const entry of entries ?? []) {
    if (!entry.isFile()) continue;
    const segments = relative(root, join(entry.parentPath, entry.name)).split(sep);
    if (segments[0] === DRAFTS) continue;
    yield segments.map((segment) => decodeURIComponent(segment)).join("/");
  }
}

async function* measured({ stream, sizeBytes }: Exclude<ObjectContent, Uint8Array>) {
  let left = sizeBytes;
  for await (const chunk of stream) {
    left -= chunk.byteLength;
    if (left < 0) break;
    yield chunk;
  }
  if (left === 0) return;
  throw new ProviderError({
    kind: "refused",
    provider: PROVIDER,
    message: `${PROVIDER}: the content is not of the size it was said to be`,
  });
}

async function nullWhenMissing<Found>(find: () => Promise<Found>): Promise<Found | null> {
  try {
    return await find();
  } catch (error) {
    if (errorCode(error) === "ENOENT") return null;
    throw folderError(error);
  }
}

function folderError(error: unknown): ProviderError {
  if (error instanceof ProviderError) return error;
  const code = errorCode(error);
  return new ProviderError({
    kind: "unavailable",
    provider: PROVIDER,
    message: `${PROVIDER}: the file could not be stored or read (${code ?? "no code"})`,
    vendorCode: code,
    cause: error,
  });
}

function errorCode(error: unknown): string | undefined {
  return error instanceof Error && "code" in error && typeof error.code === "string" ? error.code : undefined;
}

const withoutSlash = (folder: string): string => folder.replace(/\/$/, "");

const linkQuerySchema = z.strictObject({
  expires: z.string().regex(/^\d{1,12}$/),
  name: z.string(),
  type: z.string(),
  disposition: z.enum(["inline", "attachment"]),
  signature: z.string(),
});

type LinkQuery = Omit<z.output<typeof linkQuerySchema>, "signature">;

function signed(secret: string, key: string, { expires, name, type, disposition }: LinkQuery): string {
  const content = JSON.stringify([key, expires, name, type, disposition]);
  return createHmac("sha256", secret).update(content).digest("base64url");
}

function isSame(one: string, other: string): boolean {
  const [first, second] = [Buffer.from(one), Buffer.from(other)];
  return first.length === second.length && timingSafeEqual(first, second);
}

function decodedKey(pathname: string, linkPath: string): string | undefined {
  if (!pathname.startsWith(`${linkPath}/`)) return undefined;
  try {
    return checkedKey(PROVIDER, decodeURIComponent(pathname.slice(linkPath.length + 1)));
  } catch {
    return undefined;
  }
}
