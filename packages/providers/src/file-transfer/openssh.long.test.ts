import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { SFTP_HOST_KEY_SHA256, SFTP_LOGIN } from "../../../../apps/sandbox/src/sftp/access.ts";
import { isMissing } from "../../../../apps/sandbox/src/testing/needs.ts";
import { startOpenSshFiles } from "../../../../apps/sandbox/src/testing/openssh-files.ts";
import { failure } from "../testing/failure.ts";
import { FILE_EXISTS, INCOMPLETE, NO_SUCH_FILE } from "./port.ts";
import { createSftpFileTransfer } from "./sftp.ts";

const LARGE = Buffer.alloc(24_000_000, "countinghouse");

describe.skipIf(isMissing("sftp-server"))("with OpenSSH's file server", () => {
  let folder: string;
  let servers: { close(): Promise<void> }[] = [];
  beforeEach(() => {
    folder = mkdtempSync(path.join(tmpdir(), "countinghouse-openssh-"));
  });
  afterEach(async () => {
    for (const server of servers) await server.close();
    servers = [];
    rmSync(folder, { recursive: true });
  });

  async function files(limits: { mostKiB?: number } = {}) {
    const server = await startOpenSshFiles(limits);
    servers.push(server);
    const login = { ...SFTP_LOGIN, hostKeySha256: SFTP_HOST_KEY_SHA256 };
    return createSftpFileTransfer({ host: "127.0.0.1", port: server.port, ...login, deadlineMs: 60_000 });
  }

  it("files of every size arrive as they were, and are listed and read", async () => {
    const transfer = await files();
    for (const [name, bytes] of [
      ["große Datei.csv", LARGE],
      ["small.csv", Buffer.from("a,b\n1,2\n")],
      ["empty.csv", Buffer.alloc(0)],
    ] as const) {
      await transfer.put(path.join(folder, name), bytes);
      expect(readFileSync(path.join(folder, name)).equals(bytes)).toBe(true);
    }
    expect((await transfer.list(folder)).map(({ name, sizeBytes }) => [name, sizeBytes])).toEqual([
      ["empty.csv", 0],
      ["große Datei.csv", LARGE.length],
      ["small.csv", 8],
    ]);
    expect(Buffer.from(await transfer.get(path.join(folder, "small.csv"))).toString()).toBe("a,b\n1,2\n");
  });

  it("a file that the disk has no room for has failed, and nothing of it is left", async () => {
    const transfer = await files({ mostKiB: 2048 });
    expect(await failure(transfer.put(path.join(folder, "big.txt"), LARGE))).toMatchObject({
      kind: "refused",
      vendorCode: INCOMPLETE,
    });
    expect(readdirSync(folder)).toEqual([]);
    await transfer.put(path.join(folder, "fits.txt"), LARGE.subarray(0, 1_000_000));
    expect(readdirSync(folder)).toEqual(["fits.txt"]);
  });

  it("a name that is taken and a folder that is not there are refused as such", async () => {
    const transfer = await files();
    writeFileSync(path.join(folder, "taken.csv"), "kept");
    expect(await failure(transfer.put(path.join(folder, "taken.csv"), LARGE))).toMatchObject({
      kind: "refused",
      vendorCode: FILE_EXISTS,
    });
    expect(readFileSync(path.join(folder, "taken.csv"), "utf8")).toBe("kept");
    expect(await failure(transfer.put(path.join(folder, "none", "a.csv"), LARGE))).toMatchObject({
      kind: "refused",
      vendorCode: NO_SUCH_FILE,
    });
  });
});
