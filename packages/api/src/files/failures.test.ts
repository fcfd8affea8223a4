import { LIST_DENIED } from "@countinghouse/providers/object-storage/port";
import { expect, it } from "vitest";
import { whyStorageFailed } from "./failures.ts";

it.each([
  ["refused", "NoSuchBucket", "The file store has no bucket of the name that is set."],
  ["refused", "InvalidAccessKeyId", "The file store does not know our key."],
  ["refused", "SignatureDoesNotMatch", "The file store does not accept our key."],
  ["refused", "AccessDenied", "Our key may not do this in the file store."],
  ["refused", LIST_DENIED, "Our key may not ask the file store which documents it has."],
  ["refused", "KeyTooLongError", "The file store refused it."],
  ["unavailable", undefined, "The file store can not be reached, or does not answer."],
] as const)("a store that is %s with %s says which kind of failure it is", (kind, vendorCode, said) => {
  expect(whyStorageFailed({ kind, vendorCode })).toBe(said);
});
