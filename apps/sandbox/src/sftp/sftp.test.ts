import { createHash } from "node:crypto";
import SftpClient from "ssh2-sftp-client";
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from "vitest";
import { type Sandbox, startSandbox } from "../index.ts";

let sandbox: Sandbox;
let client: SftpClient;
beforeAll(async () => {
  sandbox = await startSandbox({ port: 0, smtpPort: 0 });
});
beforeEach(async () => {
  await fetch(`${sandbox.origin}/__sandbox/reset`, { method: "POST" });
  client = new SftpClient();
});
afterEach(() => client.end());
afterAll(() => sandbox.close());

test("the server's key is the one that is told before it starts", async () => {
  let shown = "";
  await connect({
    hostVerifier: (key: Buffer) => {
      shown = `SHA256:${createHash("sha256").update(key).digest("base64").replace(/=+$/, "")}`;
      return true;
    },
  });
  expect(shown).toBe(sandbox.sftp.hostKeySha256);
});

test.each([{ password: "wrong" }, { username: "eve" }, { password: "" }])(
  "nobody gets in with %o",
  async (changes) => {
    await expect(connect(changes)).rejects.toThrow(/authentication methods failed/);
  },
);

test("folders and files are made, listed, read, renamed and removed", async () => {
  await connect();
  expect((await client.list("/")).map(({ type, name }) => type + name)).toEqual(["dreports", "duploads"]);
  await client.mkdir("/uploads/march");
  await client.put(Buffer.from("hello"), "/uploads/march/a.txt");
  await client.append(Buffer.from(" world"), "/uploads/march/a.txt");
  expect(await client.get("/uploads/march/a.txt")).toEqual(Buffer.from("hello world"));
  expect(await client.stat("/uploads/march/a.txt")).toMatchObject({ size: 11, isFile: true });
  await client.rename("/uploads/march/a.txt", "/uploads/b.txt");
  expect(await client.exists("/uploads/march/a.txt")).toBe(false);
  await client.delete("/uploads/b.txt");
  expect(sandbox.files.list()).toEqual([]);
});

test("what is not there, or is taken, is refused", async () => {
  await connect();
  await client.put(Buffer.from("1"), "/uploads/a");
  await client.put(Buffer.from("2"), "/uploads/b");
  await expect(client.rename("/uploads/a", "/uploads/b")).rejects.toMatchObject({ code: 4 });
  await expect(client.get("/uploads/c")).rejects.toThrow("No such file");
  await expect(client.put(Buffer.from("3"), "/nowhere/c")).rejects.toThrow("No such file");
  await expect(client.delete("/uploads/c")).rejects.toThrow("No such file");
  await expect(client.mkdir("/nowhere/c")).rejects.toThrow("Bad path");
  expect(sandbox.files.list()).toEqual([
    { path: "/uploads/a", sizeBytes: 1 },
    { path: "/uploads/b", sizeBytes: 1 },
  ]);
});

test("a path leads nowhere outside", async () => {
  await connect();
  await client.put(Buffer.from("x"), "/uploads/../../../uploads/a");
  expect(sandbox.files.list()).toEqual([{ path: "/uploads/a", sizeBytes: 1 }]);
});

function connect(changes: SftpClient.ConnectOptions = {}) {
  const { host, port, user, password } = sandbox.sftp;
  return client.connect({ host, port, username: user, password, ...changes });
}
