import { createHash } from "node:crypto";
import { once } from "node:events";
import { connect, type Socket } from "node:net";
import { Readable } from "node:stream";
import SftpClient from "ssh2-sftp-client";
import { ProviderError, type ProviderErrorKind } from "../provider-error.ts";
import {
  FILE_EXISTS,
  type FileTransfer,
  INCOMPLETE,
  LOGIN_REFUSED,
  NO_PERMISSION,
  NO_SUCH_FILE,
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
      await within(config, async (sftp) => {
        if (await sftp.exists(path).catch(answered))
          throw failure("refused", "the name is taken", FILE_EXISTS);
        const part = `${path}.part`;
        const sent = counted(content);
        await sftp.put(sent.stream, part).catch(answered);
        await assertSize(sftp, part, sent.bytes());
        try {
          await sftp.rename(part, path).catch(answered);
          await assertSize(sftp, path, sent.bytes());
        } catch (error) {
          if (error instanceof ProviderError) throw error;
          throw failure(
            "unknown",
            "the connection broke while the file was given its name",
            undefined,
            error,
          );
        }
      });
    },
  };
}

/** The content as a stream, and how much of it was read so far. */
function counted(content: Uint8Array | Readable): { stream: Readable; bytes: () => number } {
  let bytes = 0;
  async function* read(): AsyncGenerator<Uint8Array> {
    for await (const chunk of content instanceof Uint8Array ? [content] : content) {
      const piece: Uint8Array = typeof chunk === "string" ? Buffer.from(chunk) : chunk;
      bytes += piece.length;
      yield piece;
    }
  }
  return { stream: Readable.from(read(), { objectMode: false }), bytes: () => bytes };
}

/**
 * The library takes a write that the server refused for the end of the file, so that what is there is looked at. A file that
 * is not whole is taken away again.
 */
async function assertSize(sftp: SftpClient, path: string, sentBytes: number): Promise<void> {
  const { size } = await sftp.stat(path).catch(answered);
  if (size === sentBytes) return;
  await sftp.delete(path).catch(ignored);
  throw failure("refused", `the server kept ${size} of ${sentBytes} bytes: its disk may be full`, INCOMPLETE);
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

/** For `catch`: what the server itself answered is refused, everything else is passed on. */
function answered(error: unknown): never {
  const code = error instanceof Error && "code" in error ? error.code : undefined;
  if (typeof code !== "number") throw error;
  const name = STATUSES[code] ?? String(code);
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
