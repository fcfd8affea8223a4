import { NOT_SCANNED, SCANNED } from "@countinghouse/validators/uploads/rules";
import { useFlags } from "@/layout/use-admin.ts";

/** What is said of viruses where files are taken. Until it is known its place is kept, on a small screen two lines. */
export function ScannerSentence() {
  const flags = useFlags();
  return (
    <span className="block min-h-[1lh] max-sm:min-h-[2lh]">
      {flags !== null && (flags.virusScanner ? SCANNED : NOT_SCANNED)}
    </span>
  );
}
