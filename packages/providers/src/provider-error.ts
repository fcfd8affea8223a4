import type { RedactedAnswer } from "./redacted-answer.ts";

/**
 * What is known about a call that failed:
 * - `refused`: the vendor said no, and will say no again
 * - `unavailable`: certainly not done; may be tried again
 * - `unknown`: may or may not have been done; never repeated blindly
 */
export type ProviderErrorKind = "refused" | "unavailable" | "unknown";

export interface ProviderErrorDetails {
  kind: ProviderErrorKind;
  /** The port's vendor, e.g. "google-sheets". */
  provider: string;
  message: string;
  /** HTTP status or SMTP reply code, when the vendor answered. */
  status?: number | undefined;
  /** The vendor's own name for the error. */
  vendorCode?: string | undefined;
  /** The vendor's own name of what was begun, where it gave one all the same. */
  reference?: string | undefined;
  /** What it answered, as it may be stored and shown. */
  answer?: RedactedAnswer | undefined;
  cause?: unknown;
}

/** The one error that adapters throw. Its message may be shown and logged: secrets are blanked in it. */
export class ProviderError extends Error {
  override readonly name = "ProviderError";
  readonly kind: ProviderErrorKind;
  readonly provider: string;
  readonly status: number | undefined;
  readonly vendorCode: string | undefined;
  readonly reference: string | undefined;
  readonly answer: RedactedAnswer | undefined;

  constructor({ kind, provider, message, cause, ...details }: ProviderErrorDetails) {
    super(redacted(message), { cause });
    this.kind = kind;
    this.provider = provider;
    this.status = details.status;
    this.vendorCode = details.vendorCode;
    this.reference = details.reference;
    this.answer = details.answer;
  }
}

const LONGEST_MESSAGE = 500;

/** Signed tokens, bearer tokens, and runs of digits long enough for a card, an account or an SSN. */
const SECRETS = [
  /\beyJ[\w-]*\.[\w-]+\.[\w-]*/g,
  /\bya29\.[\w.-]+/g,
  /(?<=\b(?:Bearer|Basic)\s)\S+/gi,
  /(?<!\d)\d(?:[ -]?\d){8,}(?!\d)/g,
];

function redacted(message: string): string {
  // No database keeps a NUL.
  const oneLine = message.replaceAll("\0", " ").replaceAll(/\s+/g, " ").trim();
  return SECRETS.reduce((text, secret) => text.replaceAll(secret, "•••"), oneLine).slice(0, LONGEST_MESSAGE);
}
