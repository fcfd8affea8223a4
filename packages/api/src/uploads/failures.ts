import {
  INCOMPLETE,
  LOGIN_REFUSED,
  NO_PERMISSION,
  NO_SUCH_FILE,
  WRONG_HOST_KEY,
} from "@countinghouse/providers/file-transfer/port";
import type { ProviderError } from "@countinghouse/providers/provider-error";

/** What each refusal means to whoever uploads; the server's own words stand in the log. */
const REFUSALS: Readonly<Record<string, string>> = {
  [WRONG_HOST_KEY]: "The file-transfer area shows another key than the one we know.",
  [LOGIN_REFUSED]: "The file-transfer area does not accept our login.",
  [NO_SUCH_FILE]: "The folder for uploads is not there.",
  [NO_PERMISSION]: "We may not write into the folder for uploads.",
  [INCOMPLETE]: "The file-transfer area did not keep the whole file: its disk may be full.",
};

/** Why a file is not in the file-transfer area, or may not be, in words for the page. */
export function whyFailed({ kind, vendorCode = "" }: Pick<ProviderError, "kind" | "vendorCode">): string {
  if (kind === "refused") return REFUSALS[vendorCode] ?? "The file-transfer area refused it.";
  if (kind === "unavailable") return "The file-transfer area can not be reached.";
  return "The connection broke at the very end: it may be there. Retry finds out.";
}
