import { expect, expectTypeOf, test } from "vitest";
import { z } from "zod";
import { command } from "./request-id.ts";

const requestId = "0199f3c2-7b1e-7c3a-9f20-3a0d7be1c001";
const Rename = z.strictObject({ name: z.string() }).refine(({ name }) => name !== "root", "Not root.");
const RenameCommand = command(Rename);

test("a command is its schema with a request id", () => {
  expect(RenameCommand.parse({ name: "Ana", requestId })).toEqual({ name: "Ana", requestId });
  expectTypeOf<z.infer<typeof RenameCommand>>().toEqualTypeOf<{ name: string; requestId: string }>();
});

test.each([{ name: "Ana" }, { name: "Ana", requestId: "1" }, { name: "Ana", requestId: "" }])(
  "a command without a proper request id is refused: %j",
  (input) => {
    expect(RenameCommand.safeParse(input).success).toBe(false);
  },
);

test("a command keeps the rules of its schema", () => {
  expect(RenameCommand.safeParse({ name: "root", requestId }).error?.issues[0]?.message).toBe("Not root.");
});

test("a command refuses keys it does not know", () => {
  expect(RenameCommand.safeParse({ name: "Ana", requestId, adminId: "1" }).success).toBe(false);
});
