import type { Hono } from "hono";

/**
 * One outside vendor, stood in for: an app that speaks its wire protocol, and the state behind it.
 * A vendor is one file that exports `createX(…): XVendor`; the app is mounted under `/{name}`, where
 * the call log sees each call and faults are injected, so a vendor knows of neither.
 */
export interface Vendor {
  /** The first segment of its paths, and the name by which faults and the call log know it. */
  readonly name: string;
  readonly app: Hono;
  /** True when its protocol signs paths: it is then at the root of a port of its own. */
  readonly hasOwnPort?: boolean;
  /** What no vendor offers: setting its state, under /__sandbox/{name}. */
  readonly control?: Hono;
  /** The body the vendor itself would send with this HTTP status: JSON, or XML as text. */
  errorBody(status: number): unknown;
  /** What it holds, as plain JSON without secrets. */
  snapshot(): unknown;
  /** Back to the state of a first start; credentials stay. */
  reset(): void;
}
