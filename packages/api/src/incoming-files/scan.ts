import { ProviderError } from "@countinghouse/providers/provider-error";
import type { VirusScanner } from "@countinghouse/providers/virus-scanner/port";
import type { Core } from "../core.ts";
import { DomainError } from "../errors.ts";

/** What a domain receives that takes files in. */
export interface WithScanner {
  /** Null where none is set up. */
  virusScanner: VirusScanner | null;
}

const NOT_SCANNED =
  "The virus scanner does not answer, and files are accepted only after a scan. Try again later.";
const TOO_LARGE_TO_SCAN = "It is too large for the virus scanner.";

/**
 * Why a file is not taken after the virus scanner has looked through it, or null; null too where there is none. Throws UNAVAILABLE
 * where it does not answer: what nobody has looked through is not taken.
 */
export async function whyInfected(
  { virusScanner, log }: WithScanner & Pick<Core, "log">,
  bytes: AsyncIterable<Uint8Array>,
): Promise<string | null> {
  if (virusScanner === null) return null;
  try {
    const found = await virusScanner.scan(bytes);
    if (found === null) return null;
    log.warn({ found }, "a file with a virus was refused");
    return `The virus scanner found ${found} in it.`;
  } catch (error) {
    if (!(error instanceof ProviderError)) throw error;
    log.error({ error: error.message }, "a file was not looked through");
    if (error.kind === "refused") return TOO_LARGE_TO_SCAN;
    throw new DomainError("UNAVAILABLE", NOT_SCANNED, {}, { cause: error });
  }
}
