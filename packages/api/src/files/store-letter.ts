import { ProviderError } from "@countinghouse/providers/provider-error";
import type { AdminCtx } from "../context.ts";
import { DomainError } from "../errors.ts";
import type { WithPorts } from "../ports.ts";

export const PDF = "application/pdf";

/** Stores the bytes of a letter under a key. Throws UNAVAILABLE where the file store does not take them. */
export async function storeLetter(
  { services }: AdminCtx<WithPorts<"objectStorage">>,
  key: string,
  pdf: Buffer,
): Promise<void> {
  try {
    await services.ports.objectStorage.put(key, Uint8Array.from(pdf));
  } catch (error) {
    if (!(error instanceof ProviderError)) throw error;
    services.log.warn({ error: error.message }, "a letter was not stored");
    throw new DomainError("UNAVAILABLE", "The letter could not be stored. Nothing was sent.");
  }
}

interface Addressee {
  currentAddress: string;
  city: string;
  state: string;
  zipcode: string;
}

/** The fields of a customer that a letter needs. */
export const ADDRESSEE = {
  id: true,
  firstname: true,
  lastname: true,
  businessName: true,
  currentAddress: true,
  city: true,
  state: true,
  zipcode: true,
} as const;

/** The lines of an address, without the empty ones. */
export const addressLines = ({ currentAddress, city, state, zipcode }: Addressee): string[] =>
  [currentAddress, [city, `${state} ${zipcode}`.trim()].filter(Boolean).join(", ")].filter(
    (line) => line.trim() !== "",
  );
