import type { Random } from "@countinghouse/db/seed/random";

/** Values that break careless code: SQL, patterns, markup, limits of numbers, dates and texts, other types. */
export const HOSTILE: readonly unknown[] = [
  null,
  undefined,
  true,
  "",
  " ",
  "\0",
  "a\0b",
  "\ud800",
  "\u202e\u200b\ufeff",
  "💸".repeat(300),
  "x".repeat(300),
  "x".repeat(20_000),
  "'; DROP TABLE users; --",
  "' OR '1'='1",
  "1); SELECT pg_sleep(10); --",
  "%",
  "_%\\",
  "\\",
  "(a+)+$",
  "[[:alpha:]",
  "\u0024{jndi:ldap://x}",
  "{{7*7}}",
  "<script>alert(1)</script>",
  "=cmd|' /C calc'!A0",
  "../../etc/passwd",
  "..\\..\\x",
  "file:///etc/passwd",
  "javascript:alert(1)",
  "a@b.c\r\nBcc: x@y.z",
  "__proto__",
  "constructor",
  "NaN",
  "-0",
  "1e400",
  "9999999999999999999",
  "0x10",
  "2026-02-30",
  "9999-12-31",
  "0000-00-00",
  "00000000-0000-0000-0000-000000000000",
  0,
  -0,
  -1,
  1,
  0.1,
  1e-300,
  1e308,
  2_147_483_647,
  2_147_483_648,
  -2_147_483_649,
  9_007_199_254_740_991,
  new Date(0),
  new Date(8.64e15),
  new Date(-8.64e15),
  new Date(Number.NaN),
  new Date("0001-01-01T00:00:00Z"),
  new Date("9999-12-31T23:59:59Z"),
  [],
  [null],
  [[[[[]]]]],
  {},
  { $gt: "" },
  { length: -1, valueOf: "x" },
  { role: "SUPERADMIN", id: 1 },
];

/** Returns the path to each member of a value. */
export function listPlaces(value: unknown, way: readonly string[] = []): string[][] {
  if (typeof value !== "object" || value === null || value instanceof Date) return [[...way]];
  const within = Object.entries(value).flatMap(([key, member]) => listPlaces(member, [...way, key]));
  return way.length === 0 ? within : [[...way], ...within];
}

/** Returns a copy of the value with another one at a path. */
export function replacedAt(value: unknown, [key, ...rest]: readonly string[], other: unknown): unknown {
  if (key === undefined) return other;
  if (Array.isArray(value))
    return value.map((member, index) =>
      String(index) === key ? replacedAt(member, rest, other) : (member as unknown),
    );
  const held = (value ?? {}) as Record<string, unknown>;
  return { ...held, [key]: replacedAt(held[key], rest, other) };
}

/** Returns an invented value: one of the list, or several of them combined. */
export function madeUp(random: Random, depth = 0): unknown {
  const pick = () => HOSTILE[random.int(0, HOSTILE.length - 1)];
  const kind = depth > 2 ? 0 : random.int(0, 9);
  if (kind === 8) return Array.from({ length: random.int(0, 4) }, () => madeUp(random, depth + 1));
  if (kind === 9)
    return Object.fromEntries(
      Array.from({ length: random.int(0, 3) }, (_, index) => [
        typeof pick() === "string" ? `key ${index}` : String(index),
        madeUp(random, depth + 1),
      ]),
    );
  const value = pick();
  return kind === 7 && typeof value === "string" ? `${value}${value}` : value;
}
