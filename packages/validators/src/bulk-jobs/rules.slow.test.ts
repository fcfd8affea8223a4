import fc from "fast-check";
import { describe, expect, test } from "vitest";
import {
  achProgress,
  BULK_FILE_NAMES,
  BULK_SCREEN_KINDS,
  bulkIdsLimit,
  bulkProgress,
  invalidUserId,
  readUserIds,
  whyNotUseIds,
} from "./rules.ts";
import { StartBulkBalance, StartBulkPayments } from "./schemas.ts";

const id = fc.integer({ min: 1, max: 2_147_483_647 });
const blank = fc.stringMatching(/^[ \t\n\r]{1,3}$/);
/** An id as it may be pasted: cut at the first - or _, with leading zeros. */
const written = fc.tuple(id, fc.stringMatching(/^0{0,3}$/), fc.stringMatching(/^([-_][\w-]{0,5})?$/));

describe("pasted user ids", () => {
  test("are read however they are separated, cut and padded, each once, in their order", () => {
    fc.assert(
      fc.property(fc.array(fc.tuple(written, blank)), blank, (pasted, lead) => {
        const text =
          lead + pasted.map(([[number, zeros, tail], gap]) => `${zeros}${number}${tail}${gap}`).join("");
        const ids = pasted.map(([[number]]) => number);
        expect(readUserIds(text).ids).toEqual([...new Set(ids)]);
      }),
    );
  });

  test("are never read as anything but whole numbers of rows, whatever is pasted", () => {
    fc.assert(
      fc.property(fc.string({ unit: "binary", maxLength: 60 }), (text) => {
        const { ids, tokens } = readUserIds(text);
        for (const each of ids)
          expect(Number.isInteger(each) && each >= 1 && each <= 2_147_483_647).toBe(true);
        expect(new Set(ids).size).toBe(ids.length);
        expect(tokens.filter((token) => token.id !== null && !token.isDuplicate)).toHaveLength(ids.length);
      }),
    );
  });

  test.each([
    ["123-1 123_2", [123]],
    ["123\t124\r\n125", [123, 124, 125]],
    ["-5 _7 8", [8]],
    ["", []],
    ["0012", [12]],
    ["\uFEFF123\n\u202A124\u202C 125\u200B\u00A0126", [123, 124, 125, 126]],
  ])("%j is %j", (text, ids) => {
    expect(readUserIds(text).ids).toEqual(ids);
  });

  test.each([
    ["12 4821x 13", "4821x"],
    ["1,2", "1,2"],
    ["abc-1", "abc-1"],
    ["１２", "１２"],
    ["1e3", "1e3"],
    ["1.5", "1.5"],
    ["0", "0"],
    ["2147483648", "2147483648"],
    ["+4", "+4"],
    ["8 -5", "-5"],
    ["_7 8", "_7"],
  ])("%j has something that is no id", (text, value) => {
    expect(whyNotUseIds(text, "BULK_BALANCE", 2)).toBe(`Invalid User ID: ${value}`);
  });

  test("that are invalid are named with their line, that were cut or came twice are marked", () => {
    expect(readUserIds("7\n8-1 7_3\nx")).toEqual({
      ids: [7, 8],
      tokens: [
        { line: 1, text: "7", id: 7, isCut: false, isDuplicate: false },
        { line: 2, text: "8-1", id: 8, isCut: true, isDuplicate: false },
        { line: 2, text: "7_3", id: 7, isCut: true, isDuplicate: true },
        { line: 3, text: "x", id: null, isCut: false, isDuplicate: false },
      ],
    });
  });

  test.each([
    ["BULK_DEBIT", 1, 1_400],
    ["BULK_ACH", 1, 1_400],
    ["BULK_DEBIT", 2, 4_000],
    ["BULK_ACH", 2, 4_000],
    ["BULK_BALANCE", 1, 4_000],
    ["BULK_BALANCE", 2, 4_000],
  ] as const)("of %s version %i take %i characters and not one more", (kind, version, limit) => {
    expect(bulkIdsLimit(kind, version)).toBe(limit);
    const text = "123 ".repeat(limit / 4);
    expect(text).toHaveLength(limit);
    expect(whyNotUseIds(text, kind, version)).toBeNull();
    expect(whyNotUseIds(`${text} `, kind, version)).toBe(
      `Use at most ${limit.toLocaleString("en-US")} characters.`,
    );
  });

  test("of which there is none are refused", () => {
    expect(whyNotUseIds(" \n ", "BULK_ACH", 2)).toBe("Please enter valid user IDs");
  });

  test("are repeated in the message no longer than they can be read", () => {
    expect(invalidUserId("x".repeat(1_000))).toHaveLength("Invalid User ID: ".length + 41);
  });

  test("of a megabyte are refused for their length alone", () => {
    const { error } = StartBulkBalance.safeParse({ version: 2, userIds: "a ".repeat(500_000) });
    expect(error?.issues.map(({ message }) => message)).toEqual(["Use at most 4,000 characters."]);
  });
});

test("the longest list that can be pasted can be started, and no longer one", () => {
  const items = Array.from({ length: 2_000 }, (_, index) => ({
    userId: 100_000 + index,
    amountCents: 9_999_999_999,
    scheduleId: index + 1,
    seen: { balanceCents: 9_999_999_999, newestPaymentId: null },
    reviewed: "x".repeat(43),
  }));
  const input = { kind: "BULK_ACH", version: 2, items };
  expect(StartBulkPayments.safeParse(input).success).toBe(true);
  expect(StartBulkPayments.safeParse({ ...input, items: [...items, items[0]] }).success).toBe(false);
});

test("a row is 100 when it is done, 0 while it is on its way, X when it failed; of ACH success, active, exception", () => {
  const states = ["WAITING", "CLAIMED", "UNKNOWN", "DONE", "FAILED", "CANCELLED"] as const;
  expect(states.map(bulkProgress)).toEqual([0, 0, 0, 100, "X", "X"]);
  expect(states.map(achProgress)).toEqual([
    "active",
    "active",
    "active",
    "success",
    "exception",
    "exception",
  ]);
});

test("the tables are exported under the names of the specification", () => {
  expect(BULK_SCREEN_KINDS.map((kind) => BULK_FILE_NAMES[kind])).toEqual([
    "bulk-plaid-balance.csv",
    "bulk-debit-payment.csv",
    "bulk-ach-payment.csv",
  ]);
});
