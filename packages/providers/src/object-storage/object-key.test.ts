import { expect, test } from "vitest";
import { checkedKey, encodedSegments, newObjectKey } from "./object-key.ts";

test("a new key names folder, user and kind, and is never the same", () => {
  const make = () => newObjectKey({ folder: "contracts", userId: 12, extension: "pdf" });
  expect(make()).toMatch(/^contracts\/12_[0-9a-f-]{36}\.pdf$/);
  expect(make()).not.toBe(make());
  expect(checkedKey("folder", make())).toMatch(/pdf$/);
});

test("no two keys share a file, and no file's name begins with a dot", () => {
  const keys = [".a", "%2Ea", "*", "%2A", "a b", "a%20b", "a+b", "é", "e\u0301", "..a/b", "a/b", "a%2Fb"];
  const files = keys.map((key) => encodedSegments(key).join("/"));
  expect(new Set(files).size).toBe(keys.length);
  expect(files.filter((file) => /(^|\/)\.|\*/.test(file))).toEqual([]);
});

test("a key as long as can be is one, a longer one is not", () => {
  const segment = "x".repeat(200);
  expect(checkedKey("folder", `${segment}/${segment}`)).toHaveLength(401);
  for (const key of [`${segment}x`, "文".repeat(23), Array.from({ length: 5 }, () => segment).join("/")]) {
    expect(() => checkedKey("folder", key)).toThrow("this is not an object key");
  }
});
