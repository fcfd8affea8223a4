/** One code for each kind of refusal. What each becomes on the wire stands in `trpc.ts`, nowhere else. */
export type DomainErrorCode =
  /** What was asked about does not exist. */
  | "NOT_FOUND"
  /** Someone else changed it first, or the request id was used for something else. */
  | "CONFLICT"
  /** A business rule forbids it; the message is the rule in words. */
  | "RULE"
  /** The actor's role does not hold the capability. */
  | "FORBIDDEN"
  /** What was sent is wrong in itself. */
  | "INVALID"
  /** Nobody is signed in, or what was given to sign in is wrong. */
  | "UNAUTHORIZED"
  /** Too many attempts; `details.retryAfterSeconds` says when to come back. */
  | "LIMITED"
  /** It waits for a second person, and nothing was done yet; `details.approvalId` names what they decide. */
  | "WAITS"
  /** An outside system did not do what was asked; the message says what is known. */
  | "UNAVAILABLE";

/** A refusal as a value without transport: the message is a sentence for the person at the screen. */
export class DomainError extends Error {
  readonly code: DomainErrorCode;
  readonly details: Record<string, unknown>;

  constructor(
    code: DomainErrorCode,
    message: string,
    details: Record<string, unknown> = {},
    options?: ErrorOptions,
  ) {
    super(message, options);
    this.name = "DomainError";
    this.code = code;
    this.details = details;
  }
}

/** Throws the reason as a RULE refusal, or does nothing when there is none. */
export function refuseWhen(whyNot: string | null): void {
  if (whyNot !== null) throw new DomainError("RULE", whyNot);
}

/** The value, or a NOT_FOUND refusal with `message` when there is none. */
export function found<T>(value: T | null | undefined, message: string): T {
  if (value === null || value === undefined) throw new DomainError("NOT_FOUND", message);
  return value;
}
