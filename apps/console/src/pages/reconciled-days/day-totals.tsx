import { formatCents } from "@countinghouse/validators/money";
import { FUNDING_SYSTEM_NAMES, FUNDING_SYSTEMS } from "@countinghouse/validators/reconciliation/rules";
import { Table, TableBody, TableCell, TableHead, TableHeader, TableRow } from "@/ui/table.tsx";
import type { Day } from "./reconciled-day.ts";

type Totals = NonNullable<Day["run"]>["totals"];

/** What each system has moved that day, by rail and direction. */
export const DayTotals = ({ totals }: { totals: Totals }) => (
  <div className="overflow-x-auto">
    <Table aria-label="Amounts moved by system">
      <TableHeader>
        <TableRow>
          <TableHead>Rail</TableHead>
          {FUNDING_SYSTEMS.map((system) => (
            <TableHead key={system} className="text-right">
              {FUNDING_SYSTEM_NAMES[system]} (USD)
            </TableHead>
          ))}
        </TableRow>
      </TableHeader>
      <TableBody>
        {totals.map((each) => (
          <TableRow key={`${each.rail}${each.direction}`}>
            <TableCell>
              {each.rail} {each.direction}
            </TableCell>
            {FUNDING_SYSTEMS.map((system) => (
              <TableCell key={system} className="text-right">
                <span className="num">{totalText(each[system])}</span>
              </TableCell>
            ))}
          </TableRow>
        ))}
      </TableBody>
    </Table>
  </div>
);

const totalText = (total: Totals[number]["giggle"]): string =>
  total === null ? "did not answer" : `${formatCents(total.amountCents)} (${total.count})`;
