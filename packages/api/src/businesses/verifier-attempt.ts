import type { BusinessVerification } from "@countinghouse/providers/business-verification/port";
import { ProviderError, type ProviderErrorKind } from "@countinghouse/providers/provider-error";
import { type Command, createCommand } from "../command.ts";
import type { Core } from "../core.ts";
import { type Leased, LeaseLost, MOST_ATTEMPTS } from "../outbox/lease.ts";

export type AskingServices = Pick<Core, "db" | "vault" | "now">;

/** Somebody waits for the list to say what came of it: after this many tries, within a minute, it has failed. */
const MOST_TRIES = 4;
const TOO_MANY_REQUESTS = 429;
/** What a person may try again is not left to an outbox that has given it up. */
const LAST_ATTEMPT = MOST_ATTEMPTS - 1;

/** One try of a worker's to have the verifier of businesses do something. */
export interface VerifierAttempt extends Leased {
  services: AskingServices;
  verification: BusinessVerification;
}

/** The door for what an attempt writes. */
export const verifierCommand = ({ services }: VerifierAttempt): Command =>
  createCommand({ ...services, wakeOutbox: () => {} }, { kind: "job", name: "outbox" });

/**
 * The error as the end of the matter. Throws it as it is when the step is to be tried again: it was not done, or may be
 * repeated, and there are tries left; or when it is another worker's by now.
 */
export function finalFailure(error: unknown, { attempts }: VerifierAttempt): ProviderError {
  if (error instanceof LeaseLost) throw error;
  const isLate = attempts >= MOST_TRIES;
  if (!(error instanceof ProviderError)) {
    if (!isLate) throw error;
    return withoutVendor("refused", "The request could not be prepared.", error);
  }
  const { kind, provider, message, status, vendorCode } = error;
  const mayGoOn = kind === "unavailable" && (!isLate || status === TOO_MANY_REQUESTS);
  if (mayGoOn && attempts < LAST_ATTEMPT) throw error;
  return new ProviderError({ kind: "refused", provider, message, status, vendorCode, cause: error });
}

/** An error of our own making. */
export const withoutVendor = (kind: ProviderErrorKind, message: string, cause?: unknown): ProviderError =>
  new ProviderError({ kind, provider: "outbox", message, cause });
