import { INCOMPLETE, LIST_DENIED } from "@countinghouse/providers/object-storage/port";
import type { ProviderError } from "@countinghouse/providers/provider-error";

/** What each refusal means to whoever wants a document; the store's own words stand in the log. */
const REFUSALS: Readonly<Record<string, string>> = {
  NoSuchBucket: "The file store has no bucket of the name that is set.",
  InvalidAccessKeyId: "The file store does not know our key.",
  SignatureDoesNotMatch: "The file store does not accept our key.",
  AccessDenied: "Our key may not do this in the file store.",
  [LIST_DENIED]: "Our key may not ask the file store which documents it has.",
  [INCOMPLETE]: "The file store did not keep the whole file: it may be full.",
};

/** Why the file store did not do what it was asked, in words for the page. */
export function whyStorageFailed({
  kind,
  vendorCode = "",
}: Pick<ProviderError, "kind" | "vendorCode">): string {
  if (kind === "refused") return REFUSALS[vendorCode] ?? "The file store refused it.";
  return "The file store can not be reached, or does not answer.";
}
