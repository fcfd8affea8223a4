import { createHash } from "node:crypto";
import { once } from "node:events";
import { connect, type Socket } from "node:net";
import SftpClient from "ssh2-sftp-client";
import { ProviderError, type ProviderErrorKind } from "../provider-error.ts";
import { FILE_EXISTS, type FileTransfer, LOGIN_REFUSED, NO_SUCH_FILE, WRONG_HOST_KEY } from "./port.ts";

const PROVIDER = "sftp";

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
        await sftp.put(content instanceof Uint8Array ? Buffer.from(content) : content, part).catch(answered);
        await sftp
          .rename(part, path)
          .catch(answered)
          .catch((error: unknown) => {
            if (error instanceof ProviderError) throw error;
            throw failure(
              "unknown",
              "the connection broke while the file was given its name",
              undefined,
              error,
            );
          });
      });
    },
  };
}

/** Runs `work` on a connection to the right server, and closes it. What breaks on the way changes nothing there. */
async function within<Result>(
  config: SftpConfig,
  work: (sftp: SftpClient) => Promise<Result>,
): Promise<Result> {
  const { host, port, deadlineMs } = config;
  const socket = connect({ host, port, noDelay: true });
  const deadline = AbortSignal.timeout(deadlineMs);
  const cut = () => socket.destroy();
  deadline.addEventListener("abort", cut);
  try {
    await once(socket, "connect", { signal: deadline });
    return await work(await signedIn(config, socket));
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

async function signedIn({ user, password, hostKeySha256, deadlineMs }: SftpConfig, socket: Socket) {
  const sftp = new SftpClient(PROVIDER, { error: ignored, end: ignored, close: ignored });
  let isOurServer: boolean | undefined;
  let level: unknown;
  sftp.on("error", (error: unknown) => {
    level = error instanceof Error && "level" in error ? error.level : undefined;
  });
  try {
    await sftp.connect({
      sock: socket,
      username: user,
      password,
      readyTimeout: deadlineMs,
      hostVerifier: (key: Buffer) => {
        isOurServer = fingerprintOf(key) === bare(hostKeySha256);
        return isOurServer;
      },
    });
    return sftp;
  } catch (error) {
    if (isOurServer === false)
      throw failure("refused", "the server has another key than the one we know", WRONG_HOST_KEY, error);
    if (level === "client-authentication")
      throw failure("refused", "user and password were not accepted", LOGIN_REFUSED, error);
    throw error;
  }
}

const fingerprintOf = (key: Buffer): string => bare(createHash("sha256").update(key).digest("base64"));

const bare = (fingerprint: string): string => fingerprint.replace(/^SHA256:/, "").replace(/=+$/, "");

/** Status codes of the protocol. */
const STATUSES: Record<number, string> = { 2: NO_SUCH_FILE, 3: "PERMISSION_DENIED", 4: "FAILURE" };

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
