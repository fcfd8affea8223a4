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
  /** For how long the vendor asks to be left alone, in ms. */
  retryAfterMs?: number | undefined;
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
  readonly retryAfterMs: number | undefined;
  readonly reference: string | undefined;
  readonly answer: RedactedAnswer | undefined;

  constructor({ kind, provider, message, cause, ...details }: ProviderErrorDetails) {
    super(redacted(message), { cause });
    this.kind = kind;
    this.provider = provider;
    this.status = details.status;
    this.vendorCode = details.vendorCode;
    this.retryAfterMs = details.retryAfterMs;
    this.reference = details.reference;
    this.answer = details.answer;
  }
}

/**
 * Whether a failed call tells that the vendor does not answer at all just now. A refusal, and an answer that was given and could not
 * be read, concern what was asked about, and nobody else.
 */
export const isVendorAway = ({ kind, status }: ProviderError): boolean =>
  kind !== "refused" && !(status !== undefined && status >= 200 && status <= 299);

const UNREADABLE_REPORT = "UNREADABLE_REPORT";

/** What an adapter throws at the end of a report of which it told all that could be read, and some could not. */
export const unreadableReport = (provider: string, message: string, cause?: unknown): ProviderError =>
  new ProviderError({
    kind: "refused",
    provider,
    message: `${provider}: ${message}`,
    vendorCode: UNREADABLE_REPORT,
    cause,
  });

/** Whether all that could be read was told. */
export const isUnreadableReport = (error: unknown): boolean =>
  error instanceof ProviderError && error.vendorCode === UNREADABLE_REPORT;

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
