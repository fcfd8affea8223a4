import type { Hono } from "hono";

/** Set by a vendor on an answer that is to be lost on its way: the line is cut in its place. */
export const LOSE_ANSWER = "x-sandbox-lose-answer";

/** One movement of money as a vendor has it in its books. */
export interface BookEntry {
  /** Our key of it; null for what the vendor made by itself. */
  key: string | null;
  kind: string;
  amountCents: number;
  status: string;
  /** When it was taken. */
  at: string;
}

/** One matter a vendor looks into. */
export interface CaseEntry {
  id: string;
  name: string;
  /** Our key of it; null for one without. */
  key: string | null;
  status: string;
  /** What hangs on it, with where that stands, e.g. "lien in OH: filed". */
  details: readonly string[];
  /** Where POST puts it when somebody at the vendor decides, and what may be decided. */
  decidedAt: string;
  decisions: readonly string[];
}

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
  /** Called with a copy of each answer that reached its caller whole. */
  heard?(answer: Response): Promise<void>;
  /** Every movement of money it took, newest first, when it moves money. */
  books?(): readonly BookEntry[];
  /** Every matter it looks into, newest first, when people there decide about some. */
  cases?(): readonly CaseEntry[];
  /** The body the vendor itself would send with this HTTP status: JSON, or XML as text. */
  errorBody(status: number): unknown;
  /** What it holds, as plain JSON without secrets. */
  snapshot(): unknown;
  /** Back to the state of a first start; credentials stay. */
  reset(): void;
}
