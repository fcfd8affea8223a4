import { NOT_SCANNED, SCANNED } from "@countinghouse/validators/uploads/rules";
import { useFlags } from "@/layout/use-admin.ts";

/** What is said of viruses where files are taken; nothing until it is known. */
export function useScannerSentence(): string {
  const flags = useFlags();
  if (flags === null) return "";
  return flags.virusScanner ? SCANNED : NOT_SCANNED;
}
