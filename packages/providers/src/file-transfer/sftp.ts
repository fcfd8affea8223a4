import { createHash } from "node:crypto";
import { once } from "node:events";
import { connect, type Socket } from "node:net";
import type { Readable } from "node:stream";
import SftpClient from "ssh2-sftp-client";
import { ProviderError, type ProviderErrorKind } from "../provider-error.ts";
import {
  FILE_EXISTS,
  type FileTransfer,
  INCOMPLETE,
  LOGIN_REFUSED,
  NO_LOOK,
  NO_PERMISSION,
  NO_RENAME,
  NO_SUCH_FILE,
  PART_LEFT,
  WRONG_HOST_KEY,
} from "./port.ts";

const PROVIDER = "sftp";

type HostKeys = (`ecdsa-sha2-nistp${256 | 384 | 521}` | `rsa-sha2-${256 | 512}`)[];

export interface SftpConfig {
  host: string;
  port: number;
  user: string;
  password: string;
  /** The server's key, as `ssh-keygen -l` tells it: "SHA256:…". No other server is spoken to. */
  hostKeySha256: string;
  /** How long one transfer may take, connection included, in ms. */
  deadlineMs: number;
}

/** Files over SFTP, one connection per call. A file is written beside its name, with ".part", and renamed when whole. */
export function createSftpFileTransfer(config: SftpConfig): FileTransfer {
  return {
    list: async (folder) => {
      assertPath(folder);
      const found = await within(config, (sftp) => sftp.list(folder).catch(answered));
      return found
        .filter(({ type }) => type === "-")
        .map(({ name, size, modifyTime }) => ({ name, sizeBytes: size, modifiedAt: new Date(modifyTime) }))
        .toSorted((one, other) => (one.name < other.name ? -1 : 1));
    },
    get: async (path) => {
      assertPath(path);
      const bytes = await within(config, (sftp) => sftp.get(path).catch(answered));
      return Buffer.isBuffer(bytes) ? new Uint8Array(bytes) : new Uint8Array();
    },
    put: async (path, content) => {
      assertPath(path);
      const part = `${path}.part`;
      await within(config, async (client) => {
        const sftp = protocolOf(client);
        const before = await look(sftp, path);
        if (before.isDenied) throw failure("refused", "nobody may look there: nothing was sent", NO_LOOK);
        if (before.size !== null) throw failure("refused", "the name is taken", FILE_EXISTS);
        const sizeBytes = await write(sftp, part, content);
        const { isGone, size } = await look(sftp, part);
        // The server has acknowledged every byte, and has taken the file away as it was closed.
        if (isGone) return;
        if (size !== null) await assertWhole(sftp, part, size, sizeBytes);
        await giveName(sftp, part, path, sizeBytes);
      });
    },
  };
}

/** The calls of the protocol itself, which say by a number why the server refuses; the library's own hide that. */
interface Protocol {
  open(path: string, flags: "w", done: Done<Buffer>): void;
  write(handle: Buffer, from: Buffer, offset: number, length: number, at: number, done: Done<void>): void;
  fstat(handle: Buffer, done: Done<{ size: number }>): void;
  close(handle: Buffer, done: Done<void>): void;
  stat(path: string, done: Done<{ size: number }>): void;
  rename(from: string, to: string, done: Done<void>): void;
  unlink(path: string, done: Done<void>): void;
}

type Done<Answer> = (error: Error | null | undefined, answer: Answer) => void;

const protocolOf = (client: SftpClient): Protocol => (client as unknown as { sftp: Protocol }).sftp;

const call = <Answer>(ask: (done: Done<Answer>) => void): Promise<Answer> =>
  new Promise((resolve, reject) => ask((error, answer) => (error ? reject(error) : resolve(answer))));

/** What stands under a name. The size is null where nothing does, or where the server does not say. */
interface Look {
  isGone: boolean;
  isDenied: boolean;
  size: number | null;
}

async function look(sftp: Protocol, path: string): Promise<Look> {
  try {
    const { size } = await call<{ size: number }>((done) => sftp.stat(path, done));
    return { isGone: false, isDenied: false, size };
  } catch (error) {
    const status = statusOrThrow(error);
    return { isGone: status === NO_SUCH_FILE, isDenied: status === NO_PERMISSION, size: null };
  }
}

/**
 * Writes the content under a passing name, and returns how many bytes there are: the server has acknowledged each. What is not
 * whole is taken away again.
 */
async function write(sftp: Protocol, part: string, content: Uint8Array | Readable): Promise<number> {
  const handle = await call<Buffer>((done) => sftp.open(part, "w", done)).catch(answered);
  let [kept, total] = [0, 0];
  for await (const chunk of content instanceof Uint8Array ? [content] : content) {
    const [piece, at] = [Buffer.from(chunk), kept];
    if (piece.length > 0 && kept === total) {
      const written = call<void>((done) => sftp.write(handle, piece, 0, piece.length, at, done));
      // A server without room refuses a piece, and says no more of it.
      const isKept = await written.then(
        () => true,
        (error: unknown) => statusOf(error) !== "FAILURE" && answered(error),
      );
      if (isKept) kept += piece.length;
    }
    total += piece.length;
  }
  const told = await call<{ size: number }>((done) => sftp.fstat(handle, done)).catch(unanswered);
  await call<void>((done) => sftp.close(handle, done)).catch(unanswered);
  await assertWhole(sftp, part, Math.min(kept, told?.size ?? kept), total);
  return total;
}

/** For `catch`: a server need not answer this. */
function unanswered(error: unknown): null {
  if (statusOf(error) === null) throw error;
  return null;
}

async function assertWhole(sftp: Protocol, path: string, size: number, sizeBytes: number): Promise<void> {
  if (size === sizeBytes) return;
  await call<void>((done) => sftp.unlink(path, done)).catch(ignored);
  throw failure("refused", `the server kept ${size} of ${sizeBytes} bytes: its disk may be full`, INCOMPLETE);
}

/** Gives a file that is whole its name. A server that takes the file away at once has it. */
async function giveName(sftp: Protocol, part: string, path: string, sizeBytes: number): Promise<void> {
  try {
    const refused = await call<void>((done) => sftp.rename(part, path, done)).then(() => null, statusOrThrow);
    if (refused === NO_SUCH_FILE) return;
    if (refused !== null) {
      const kept = await call<void>((done) => sftp.unlink(part, done)).then(() => null, statusOrThrow);
      const left = kept === null ? "" : `, and ${part} is left`;
      const code = kept === null ? NO_RENAME : PART_LEFT;
      throw failure("refused", `the server answered ${refused} to the new name${left}`, code);
    }
    const { size } = await look(sftp, path);
    if (size !== null) await assertWhole(sftp, path, size, sizeBytes);
  } catch (error) {
    if (error instanceof ProviderError) throw error;
    throw failure("unknown", "the connection broke while the file was given its name", undefined, error);
  }
}

/** A server shows one of its keys, its Ed25519 key first; the others only to those who ask for nothing else. */
const HOST_KEYS_ASKED_FOR: (HostKeys | undefined)[] = [
  undefined,
  ["ecdsa-sha2-nistp256", "ecdsa-sha2-nistp384", "ecdsa-sha2-nistp521"],
  ["rsa-sha2-512", "rsa-sha2-256"],
];

/**
 * Runs `work` on a connection to the right server, and closes it. What breaks on the way changes nothing there. A server that shows
 * another key is asked for its keys of the other types: nothing was sent to it by then.
 */
async function within<Result>(
  config: SftpConfig,
  work: (sftp: SftpClient) => Promise<Result>,
): Promise<Result> {
  const deadline = AbortSignal.timeout(config.deadlineMs);
  let wrongKey: unknown;
  for (const hostKeys of HOST_KEYS_ASKED_FOR) {
    try {
      return await connected(config, deadline, hostKeys, work);
    } catch (error) {
      if (!(error instanceof ProviderError) || error.vendorCode !== WRONG_HOST_KEY) throw error;
      wrongKey = error;
    }
  }
  throw wrongKey;
}

async function connected<Result>(
  config: SftpConfig,
  deadline: AbortSignal,
  hostKeys: HostKeys | undefined,
  work: (sftp: SftpClient) => Promise<Result>,
): Promise<Result> {
  const { host, port, deadlineMs } = config;
  const socket = connect({ host, port, noDelay: true });
  const cut = () => socket.destroy();
  deadline.addEventListener("abort", cut);
  try {
    await once(socket, "connect", { signal: deadline });
    return await work(await signedIn(config, socket, hostKeys));
  } catch (error) {
    if (error instanceof ProviderError) throw error;
    const reason = deadline.aborted ? `no answer within ${deadlineMs} ms` : "the connection failed";
    throw failure("unavailable", reason, networkCode(error), error);
  } finally {
    deadline.removeEventListener("abort", cut);
    socket.destroy();
  }
}

const ignored = () => {};

async function signedIn(
  { user, password, hostKeySha256, deadlineMs }: SftpConfig,
  socket: Socket,
  hostKeys: HostKeys | undefined,
) {
  const sftp = new SftpClient(PROVIDER, { error: ignored, end: ignored, close: ignored });
  let isOurServer: boolean | undefined;
  let level: unknown;
  let hasNoSuchKey = false;
  sftp.on("error", (error: unknown) => {
    level = error instanceof Error && "level" in error ? error.level : undefined;
    hasNoSuchKey ||= error instanceof Error && error.message.includes("no matching host key format");
  });
  // Some servers take the same password only as the answer to a question.
  sftp.on("keyboard-interactive", (_name, _instructions, _language, prompts, answer) => {
    answer(prompts.map(() => password));
  });
  try {
    await sftp.connect({
      sock: socket,
      username: user,
      password,
      tryKeyboard: true,
      readyTimeout: deadlineMs,
      ...(hostKeys && { algorithms: { serverHostKey: hostKeys } }),
      hostVerifier: (key: Buffer) => {
        isOurServer = keyFingerprint(key) === bare(hostKeySha256);
        return isOurServer;
      },
    });
    return sftp;
  } catch (error) {
    if (isOurServer === false || (hostKeys && hasNoSuchKey))
      throw failure("refused", "the server has another key than the one we know", WRONG_HOST_KEY, error);
    if (level === "client-authentication")
      throw failure("refused", "user and password were not accepted", LOGIN_REFUSED, error);
    throw error;
  }
}

const keyFingerprint = (key: Buffer): string => bare(createHash("sha256").update(key).digest("base64"));

const bare = (fingerprint: string): string => fingerprint.replace(/^SHA256:/, "").replace(/=+$/, "");

/** Status codes of the protocol. */
const STATUSES: Record<number, string> = { 2: NO_SUCH_FILE, 3: NO_PERMISSION, 4: "FAILURE" };

/** The server's own answer, null where the error is none. */
function statusOf(error: unknown): string | null {
  const code = error instanceof Error && "code" in error ? error.code : undefined;
  return typeof code === "number" ? (STATUSES[code] ?? String(code)) : null;
}

function statusOrThrow(error: unknown): string {
  const status = statusOf(error);
  if (status === null) throw error;
  return status;
}

/** For `catch`: what the server itself answered is refused, everything else is passed on. */
function answered(error: unknown): never {
  const name = statusOrThrow(error);
  throw failure("refused", `the server answered ${name}`, name, error);
}

function networkCode(error: unknown): string | undefined {
  return error instanceof Error && "code" in error && typeof error.code === "string" ? error.code : undefined;
}

function assertPath(path: string): void {
  if (/^(?:\/|(?:\/(?!\.{1,2}(?:\/|$))[^/\p{Cc}]+)+)$/u.test(path)) return;
  throw failure("refused", "a path is absolute and has no dots for steps", "INVALID_PATH");
}

function failure(kind: ProviderErrorKind, message: string, vendorCode?: string, cause?: unknown) {
  return new ProviderError({
    kind,
    provider: PROVIDER,
    message: `${PROVIDER}: ${message}`,
    vendorCode,
    cause,
  });
}
