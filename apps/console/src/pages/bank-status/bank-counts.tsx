import { BankStatus, bankHealth } from "@/components/bank-health.tsx";
import type { Institution } from "./use-institutions.ts";

/** The number of banks, and of those with problems, for the head of the page. */
export function BankCount({ banks }: { banks: readonly Institution[] }) {
  const unwell = banks.filter(({ status }) => status === "DOWN" || status === "DEGRADED").length;
  return (
    <output className="text-sm text-muted-foreground">
      {banks.length.toLocaleString("en-US")} {banks.length === 1 ? "bank" : "banks"} ·{" "}
      {unwell === 0 ? "none degraded or down" : `${unwell.toLocaleString("en-US")} degraded or down`} · Times
      in New York (ET)
    </output>
  );
}

const STATUSES = ["HEALTHY", "DEGRADED", "DOWN", null] as const satisfies readonly Institution["status"][];

/** The meaning of each dot, with the number of its banks. */
export const BankLegend = ({ banks }: { banks: readonly Institution[] | undefined }) => (
  <ul aria-label="Legend" className="flex flex-wrap items-center gap-x-5 gap-y-1 text-xs">
    {STATUSES.map((status) => (
      <li key={status} className="flex items-center gap-1.5">
        <BankStatus status={status} />
        {banks && <b className="num font-medium">{banks.filter((bank) => bank.status === status).length}</b>}
        <span className="text-muted-foreground">{bankHealth(status).meaning}</span>
      </li>
    ))}
  </ul>
);
