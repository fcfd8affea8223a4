import { BankStatus, bankHealth } from "@/components/bank-health.tsx";
import type { Institution } from "./use-institutions.ts";

const STATUSES = ["HEALTHY", "DEGRADED", "DOWN", null] as const satisfies readonly Institution["status"][];

/** What the dots stand for, and how many banks there are of each. */
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
