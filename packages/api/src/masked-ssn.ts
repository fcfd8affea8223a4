import { type MaskingPlace, maskSsn } from "@countinghouse/validators/masking";

/** An SSN as it is stored. */
export interface StoredSsn {
  ssnLast4: string;
  ssnSealed: Uint8Array | null;
}

/**
 * An SSN for those who may not see it; empty where there is none. Stored ones have nine digits, of which the mask needs the
 * last four only: nothing is opened for it.
 */
export const maskedSsn = ({ ssnSealed, ssnLast4 }: StoredSsn, place: MaskingPlace): string =>
  ssnSealed === null ? "" : maskSsn(`00000${ssnLast4}`, place);
