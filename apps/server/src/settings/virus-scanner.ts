import { createClamd } from "@countinghouse/providers/virus-scanner/clamd";
import type { VirusScanner } from "@countinghouse/providers/virus-scanner/port";
import { z } from "zod";
import { OWN_SECTIONS } from "./own.ts";

const { CLAMD_ADDRESS, CLAMD_TIMEOUT_MS } = OWN_SECTIONS["Incoming files"];

/** The settings of the virus scanner. */
export const ScannerSettings = z.object({ CLAMD_ADDRESS, CLAMD_TIMEOUT_MS });

/** Creates the scanner of incoming files; null without CLAMD_ADDRESS. */
export function createVirusScanner({
  CLAMD_ADDRESS: address,
  CLAMD_TIMEOUT_MS: deadlineMs,
}: z.output<typeof ScannerSettings>): VirusScanner | null {
  if (address === undefined) return null;
  const [, path] = /^unix:(.+)$/.exec(address) ?? [];
  const [, host = "", port = ""] = /^tcp:\/\/\[?(.+?)\]?:(\d+)$/.exec(address) ?? [];
  return createClamd({ at: path === undefined ? { host, port: Number(port) } : { path }, deadlineMs });
}
