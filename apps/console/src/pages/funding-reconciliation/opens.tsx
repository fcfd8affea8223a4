import type { PaymentDirection } from "@countinghouse/validators/payments/kinds";
import type { FundingSystem } from "@countinghouse/validators/reconciliation/rules";
import { cn } from "@/lib/cn.ts";
import type { RowStatus } from "./reconciled.ts";

/** Which rows of the report make a number. */
export type RowFilter = {
  issues: boolean;
  status?: RowStatus;
  /** Those in which this system is not as the others. */
  odd?: FundingSystem;
  rail?: "CARD" | "ACH";
  direction?: PaymentDirection;
};

/** Narrows the list below the summary to the rows that make a number. */
export type ShowRows = (rows: RowFilter) => void;

type OpensProps = { what: string; children: string; className?: string; onOpen: () => void };

/** A number that opens the rows that make it. */
export const Opens = ({ what, children, className, onOpen }: OpensProps) => (
  <button
    type="button"
    aria-label={`${what}: ${children}`}
    onClick={onOpen}
    className={cn("num min-h-6 rounded-sm underline-offset-4 hover:underline", className)}
  >
    {children}
  </button>
);
