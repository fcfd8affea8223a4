/** Looks through files for viruses. */
export interface VirusScanner {
  /**
   * The name of what was found, or null. Throws ProviderError: `refused` for more than it takes, `unavailable` where it does not
   * answer or can not say.
   */
  scan(bytes: AsyncIterable<Uint8Array>): Promise<string | null>;
  /** Throws ProviderError where it does not answer. */
  ping(): Promise<void>;
}
