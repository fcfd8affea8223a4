import { once } from "node:events";
import { connect, createServer, type Server, type Socket } from "node:net";
import { Readable } from "node:stream";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { type Sandbox, startSandbox } from "../../../../apps/sandbox/src/index.ts";
import { startSftpOfManyKeys } from "../../../../apps/sandbox/src/testing/sftp-of-many-keys.ts";
import { control } from "../testing/control.ts";
import { failure } from "../testing/failure.ts";
import {
  FILE_EXISTS,
  INCOMPLETE,
  LOGIN_REFUSED,
  NO_LOOK,
  NO_RENAME,
  NO_SUCH_FILE,
  PART_LEFT,
  WRONG_HOST_KEY,
} from "./port.ts";
import { createSftpFileTransfer, type SftpConfig } from "./sftp.ts";

const BYTES = new TextEncoder().encode("name,amount\nAna,12.50\n");

let sandbox: Sandbox;
beforeAll(async () => {
  sandbox = await startSandbox({ port: 0, smtpPort: 0, now: () => new Date("2026-03-01T12:00:00Z") });
});
beforeEach(() => fetch(`${sandbox.origin}/__sandbox/reset`, { method: "POST" }));
afterAll(() => sandbox.close());

test("a file that was put is listed and read back as it was, and nothing else lies beside it", async () => {
  await files().put("/uploads/b.csv", BYTES);
  await files().put("/uploads/a.csv", new Uint8Array());
  expect(await files().list("/uploads")).toEqual([
    { name: "a.csv", sizeBytes: 0, modifiedAt: new Date("2026-03-01T12:00:00Z") },
    { name: "b.csv", sizeBytes: BYTES.length, modifiedAt: new Date("2026-03-01T12:00:00Z") },
  ]);
  expect(await files().get("/uploads/b.csv")).toEqual(BYTES);
  expect(await files().get("/uploads/a.csv")).toEqual(new Uint8Array());
});

test("a large file arrives whole", async () => {
  const large = Uint8Array.from({ length: 1_500_000 }, (_, index) => (index * 7) % 251);
  await files().put("/uploads/large.bin", large);
  expect(Buffer.from(await files().get("/uploads/large.bin")).equals(large)).toBe(true);
});

test("folders are not listed as files", async () => {
  expect(await files().list("/")).toEqual([]);
});

test("a name that is taken is refused, and the file keeps what is in it", async () => {
  await files().put("/uploads/a.csv", BYTES);
  expect(await failure(files().put("/uploads/a.csv", new Uint8Array([1])))).toMatchObject({
    kind: "refused",
    vendorCode: FILE_EXISTS,
  });
  expect(await files().get("/uploads/a.csv")).toEqual(BYTES);
});

test("a half-written file of an earlier try is replaced", async () => {
  sandbox.files.write("/uploads/a.csv.part", Buffer.alloc(1000, "x"));
  await files().put("/uploads/a.csv", BYTES);
  expect(sandbox.files.list()).toEqual([{ path: "/uploads/a.csv", sizeBytes: BYTES.length }]);
});

test.each([
  ["bytes", (bytes: Uint8Array) => bytes, 5_000_000],
  ["a stream", (bytes: Uint8Array) => Readable.from([bytes.subarray(0, 9), bytes.subarray(9)]), 5_000_000],
  ["a few bytes", (bytes: Uint8Array) => bytes, 8],
] as const)(
  "of %s that a full disk does not hold nothing lies there, and the refusal says so",
  async (_what, content, size) => {
    const bytes = Uint8Array.from({ length: size }, (_, index) => (index * 7) % 251);
    await control(sandbox, "files", { capacityBytes: size === 8 ? 0 : 1_048_576 });
    expect(await failure(files().put("/uploads/a.bin", content(bytes)))).toMatchObject({
      kind: "refused",
      vendorCode: INCOMPLETE,
      message: expect.stringContaining(`of ${size} bytes`),
    });
    expect(sandbox.files.list()).toEqual([]);
    await control(sandbox, "files", { capacityBytes: null });
    await files().put("/uploads/a.bin", content(bytes));
    expect(Buffer.from(await files().get("/uploads/a.bin")).equals(bytes)).toBe(true);
  },
);

test("a file that is not whole under its name is no success either", async () => {
  const rename = sandbox.files.rename.bind(sandbox.files);
  sandbox.files.rename = (from, to) => rename(from, to) && sandbox.files.write(to, Buffer.from("half"));
  const put = files().put("/uploads/a.csv", BYTES);
  expect(await failure(put)).toMatchObject({ kind: "refused", vendorCode: INCOMPLETE });
  sandbox.files.rename = rename;
  expect(sandbox.files.list()).toEqual([]);
});

test.each(["closed", "renamed"] as const)(
  "a file that the server takes away as it is %s was delivered",
  async (when) => {
    const taken: number[] = [];
    const remove = sandbox.files.remove.bind(sandbox.files);
    sandbox.files.takesAway = when;
    sandbox.files.remove = (path) => {
      taken.push(sandbox.files.file(path)?.bytes.length ?? 0);
      return remove(path);
    };
    expect(await files().put("/uploads/a.csv", BYTES)).toBeUndefined();
    sandbox.files.remove = remove;
    expect(taken).toEqual(when === "closed" ? [BYTES.length] : []);
    expect(sandbox.files.list()).toEqual([]);
  },
);

test.each(["PERMISSION_DENIED", "FAILURE"] as const)(
  "a file that gets no name (%s) is taken away again, or the refusal says where it lies",
  async (answer) => {
    sandbox.files.refused.set("RENAME", answer);
    expect(await failure(files().put("/uploads/a.csv", BYTES))).toMatchObject({
      kind: "refused",
      vendorCode: NO_RENAME,
    });
    expect(sandbox.files.list()).toEqual([]);
    sandbox.files.refused.set("REMOVE", answer);
    expect(await failure(files().put("/uploads/a.csv", BYTES))).toMatchObject({
      kind: "refused",
      vendorCode: PART_LEFT,
      message: expect.stringContaining("/uploads/a.csv.part is left"),
    });
  },
);

test("sends nothing to a server that denies stat, and trusts acknowledged writes where the server reports no size", async () => {
  sandbox.files.refused.set("STAT", "PERMISSION_DENIED");
  expect(await failure(files().put("/uploads/a.csv", BYTES))).toMatchObject({ vendorCode: NO_LOOK });
  expect(sandbox.files.list()).toEqual([]);
  for (const what of ["STAT", "FSTAT"] as const) sandbox.files.refused.set(what, "FAILURE");
  await files().put("/uploads/a.csv", BYTES);
  expect(sandbox.files.list()).toEqual([{ path: "/uploads/a.csv", sizeBytes: BYTES.length }]);
});

test("what is not there is refused by name", async () => {
  const missing = { kind: "refused", vendorCode: NO_SUCH_FILE };
  expect(await failure(files().get("/uploads/none.csv"))).toMatchObject(missing);
  expect(await failure(files().list("/none"))).toMatchObject(missing);
  expect(await failure(files().put("/none/a.csv", BYTES))).toMatchObject(missing);
});

test.each(["uploads/a.csv", "/uploads/../reports/a.csv", "/./a", "/a//b", "/a\nb", ""])(
  "%j is no path, and nobody is asked for it",
  async (path) => {
    const nowhere = files({ port: 1 });
    for (const call of [nowhere.get(path), nowhere.list(path), nowhere.put(path, BYTES)])
      expect(await failure(call)).toMatchObject({ kind: "refused", vendorCode: "INVALID_PATH" });
  },
);

test.each([{ password: "hunter2hunter2" }, { user: "eve" }])(
  "with a wrong login nobody gets in, and the password is not told",
  async (changes) => {
    const error = await failure(files(changes).list("/uploads"));
    expect(error).toMatchObject({ kind: "refused", provider: "sftp", vendorCode: LOGIN_REFUSED });
    expect(error.message).not.toContain("hunter2");
  },
);

test("a server with another key gets neither password nor file", async () => {
  const other = files({ hostKeySha256: `SHA256:${"A".repeat(43)}` });
  expect(await failure(other.put("/uploads/a.csv", BYTES))).toMatchObject({
    kind: "refused",
    vendorCode: WRONG_HOST_KEY,
  });
  expect(sandbox.files.list()).toEqual([]);
});

test("any key of a server that has several may be the pinned one, and no other is", async () => {
  const server = await startSftpOfManyKeys(sandbox.files);
  const reached = (hostKeySha256: string) => files({ port: server.port, hostKeySha256 });
  try {
    expect(server.fingerprints.size).toBe(3);
    for (const [kind, pinned] of server.fingerprints)
      expect(await reached(pinned).put(`/uploads/${kind}.csv`, BYTES)).toBeUndefined();
    const stranger = reached(`SHA256:${"A".repeat(43)}`);
    expect(await failure(stranger.put("/uploads/a.csv", BYTES))).toMatchObject({
      kind: "refused",
      vendorCode: WRONG_HOST_KEY,
    });
    const there = sandbox.files.list().map(({ path }) => path);
    expect(there.toSorted()).toEqual(["/uploads/ecdsa.csv", "/uploads/ed25519.csv", "/uploads/rsa.csv"]);
  } finally {
    await server.close();
  }
});

test("a server without a key of one type is asked for its other ones", async () => {
  const server = await startSftpOfManyKeys(sandbox.files, ["ed25519", "rsa"]);
  try {
    const pinned = server.fingerprints.get("rsa") ?? "";
    expect(await files({ port: server.port, hostKeySha256: pinned }).list("/uploads")).toEqual([]);
  } finally {
    await server.close();
  }
});

test("the pinned key may be given without its prefix", async () => {
  const bare = sandbox.sftp.hostKeySha256.replace("SHA256:", "");
  expect(await files({ hostKeySha256: bare }).list("/uploads")).toEqual([]);
});

test("when nobody listens, nothing was done", async () => {
  const gone = await startSandbox({ port: 0, smtpPort: 0 });
  await gone.close();
  expect(await failure(files({ port: gone.sftp.port }).put("/uploads/a.csv", BYTES))).toMatchObject({
    kind: "unavailable",
    vendorCode: "ECONNREFUSED",
  });
});

test("a server that stays silent is given up after the deadline", async () => {
  const silent = await listening(createServer(() => {}));
  const call = files({ port: silent.port, deadlineMs: 200 }).list("/uploads");
  expect(await failure(call)).toMatchObject({
    kind: "unavailable",
    message: "sftp: no answer within 200 ms",
  });
  silent.server.close();
});

test.each(["before", "after"])(
  "a connection that breaks %s the file got its name leaves the outcome unknown",
  async (when) => {
    const sockets: Socket[] = [];
    const between = await listening(
      createServer((socket) => {
        const onwards = connect(sandbox.sftp.port, "127.0.0.1");
        for (const end of [socket, onwards]) end.on("error", () => {});
        sockets.push(socket.pipe(onwards).pipe(socket));
      }),
    );
    const rename = sandbox.files.rename.bind(sandbox.files);
    const cut = () => sockets.forEach((socket) => void socket.destroy());
    sandbox.files.rename = (from, to) => {
      if (when === "before") cut();
      return rename(from, to);
    };
    const look = sandbox.files.file.bind(sandbox.files);
    sandbox.files.file = (path) => {
      if (when === "after" && path === "/uploads/a.csv" && look(path)) cut();
      return look(path);
    };
    try {
      const call = files({ port: between.port }).put("/uploads/a.csv", BYTES);
      expect(await failure(call)).toMatchObject({ kind: "unknown" });
    } finally {
      Object.assign(sandbox.files, { rename, file: look });
      between.server.close();
    }
    expect(sandbox.files.list()).toEqual([{ path: "/uploads/a.csv", sizeBytes: BYTES.length }]);
  },
);

async function listening(server: Server): Promise<{ server: Server; port: number }> {
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("No port.");
  return { server, port: address.port };
}

function files(changes: Partial<SftpConfig> = {}) {
  return createSftpFileTransfer({ ...sandbox.sftp, deadlineMs: 60_000, ...changes });
}
