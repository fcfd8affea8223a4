export interface WithPortal {
  /** The customers' own site: where re-access links lead, the secret it shows us, and where it leads back to. */
  customerPortal: { url: string; secret: string; returnUrl: string };
}
