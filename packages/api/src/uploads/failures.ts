import {
  INCOMPLETE,
  LOGIN_REFUSED,
  NO_LOOK,
  NO_PERMISSION,
  NO_RENAME,
  NO_SUCH_FILE,
  PART_LEFT,
  WRONG_HOST_KEY,
} from "@countinghouse/providers/file-transfer/port";
import type { ProviderError } from "@countinghouse/providers/provider-error";

/** What each refusal means to whoever uploads; the server's own words stand in the log. */
const REFUSALS: Readonly<Record<string, string>> = {
  [WRONG_HOST_KEY]: "The file-transfer area shows another key than the one we know.",
  [LOGIN_REFUSED]: "The file-transfer area does not accept our login.",
  [NO_SUCH_FILE]: "The folder for uploads is not there.",
  [NO_PERMISSION]: "We may not write into the folder for uploads.",
  [NO_LOOK]: "We may not look into the folder for uploads. Nothing was sent.",
  [NO_RENAME]: "The file-transfer area does not let us give the file its name. It was taken away again.",
  [INCOMPLETE]: "The file-transfer area did not keep the whole file: its disk may be full.",
};

/** Why a file is not in the file-transfer area, or may not be, in words for the page. */
export function whyFailed(
  { kind, vendorCode = "" }: Pick<ProviderError, "kind" | "vendorCode">,
  remotePath: string,
): string {
  if (vendorCode === PART_LEFT)
    return `The file-transfer area does not let us give the file its name, or take it away: it lies there as ${remotePath}.part.`;
  if (kind === "refused") return REFUSALS[vendorCode] ?? "The file-transfer area refused it.";
  if (kind === "unavailable") return "The file-transfer area can not be reached.";
  return "The connection failed at the end. The file may have arrived. Retry checks it.";
}
