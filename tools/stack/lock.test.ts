import { existsSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { lockHolder, takeLock } from "./lock.ts";

/** No process has it: pids end below this. */
const NOBODYS_PID = 2 ** 30;

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "countinghouse-lock-"));
});
afterEach(() => rmSync(folder, { recursive: true }));

const leaveBehind = (text: string) => writeFileSync(join(folder, "running.json"), text);

test("who comes second is told in one line who is there", () => {
  const lock = takeLock(folder, "npm start");
  expect(lock.afterKill).toBe(false);
  expect(lockHolder(folder)).toEqual({ pid: process.pid, what: "npm start" });
  expect(() => takeLock(folder, "npm run import")).toThrow(
    `npm start is already running here (process ${process.pid}).`,
  );
});

test("once released there is nothing left and the next may come", () => {
  takeLock(folder, "npm start").release();
  expect(existsSync(join(folder, "running.json"))).toBe(false);
  expect(takeLock(folder, "npm start").afterKill).toBe(false);
});

test.each([
  ["a process that is gone", JSON.stringify({ pid: NOBODYS_PID, what: "npm start" })],
  ["a process that was killed while it wrote", '{"pid":12'],
])("the mark of %s holds nobody up", (_who, text) => {
  leaveBehind(text);
  expect(lockHolder(folder)).toBeNull();
  expect(takeLock(folder, "npm start").afterKill).toBe(true);
});
