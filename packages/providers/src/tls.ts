import tls from "node:tls";

/** The oldest version that anything is spoken in. */
const LEAST_TLS = "TLSv1.2";

/** What is agreed on, the strongest first: forward secrecy and authenticated encryption alone (RFC 9325). */
export const TLS_SUITES = [
  "TLS_AES_256_GCM_SHA384",
  "TLS_CHACHA20_POLY1305_SHA256",
  "TLS_AES_128_GCM_SHA256",
  "ECDHE-ECDSA-AES256-GCM-SHA384",
  "ECDHE-RSA-AES256-GCM-SHA384",
  "ECDHE-ECDSA-CHACHA20-POLY1305",
  "ECDHE-RSA-CHACHA20-POLY1305",
  "ECDHE-ECDSA-AES128-GCM-SHA256",
  "ECDHE-RSA-AES128-GCM-SHA256",
] as const;

/**
 * Holds every connection of this process that begins from now on to TLS 1.2 and 1.3 with recommended suites, whatever Node was
 * started with: vendors, mail, object storage and database.
 */
export function requireRecentTls(): void {
  tls.DEFAULT_MIN_VERSION = LEAST_TLS;
  tls.DEFAULT_MAX_VERSION = "TLSv1.3";
  tls.DEFAULT_CIPHERS = TLS_SUITES.join(":");
}
