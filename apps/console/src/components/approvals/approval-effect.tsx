import {
  type ApprovalEffect,
  type CustomerStanding,
  scheduleChanges,
} from "@countinghouse/validators/approvals/effect";
import { formatCents } from "@countinghouse/validators/money";
import type { ReactNode } from "react";
import { Link } from "wouter";
import { Facts } from "@/components/facts/facts.tsx";
import { paths } from "@/paths.ts";

/** Shows the effect of a command, as simulated at its request. */
export function ApprovalEffectView({ effect }: { effect: ApprovalEffect }) {
  const { before, after, ledger, outside, changes, rows } = effect;
  const dates = scheduleChanges(effect);
  return (
    <div className="grid gap-4">
      {before && after && (
        <Part title="Customer">
          <Facts facts={standing(before, after)} />
        </Part>
      )}
      {ledger.length > 0 && (
        <Part title="Ledger entries">
          <Facts
            facts={ledger.map(({ account, amountCents }) => [
              account,
              <Cents key={account} cents={amountCents} />,
            ])}
          />
        </Part>
      )}
      {dates.length > 0 && (
        <Part title={`Payment dates (${dates.length})`}>
          <Facts
            facts={dates.map((date, index) => [
              `${date.paymentDate}${" ".repeat(index % 2)}`,
              `${dateWords(date.before)} → ${dateWords(date.after)}`,
            ])}
          />
        </Part>
      )}
      {rows.length > 0 && (
        <Part title={`Customers (${rows.length.toLocaleString("en-US")})`}>
          <div className="max-h-60 overflow-y-auto">
            <ul>
              {rows.map(({ userId, amountCents }) => (
                <li key={userId} className="flex min-h-7 items-center justify-between gap-3">
                  <Link
                    href={paths.userDetail({ id: userId })}
                    className="id-text rounded-sm text-link underline-offset-4 hover:underline"
                  >
                    {userId}
                  </Link>
                  <Cents cents={amountCents} />
                </li>
              ))}
            </ul>
          </div>
        </Part>
      )}
      {outside.length > 0 && (
        <Part title="Goes outside">
          <ul className="grid gap-1 text-sm">
            {outside.map(({ topic, message }, index) => (
              <li key={index} className="[overflow-wrap:anywhere]">
                <span className="font-medium">{OUTSIDE[topic] ?? topic}</span>: {told(message)}
              </li>
            ))}
          </ul>
        </Part>
      )}
      {changes.map(({ before: was, after: is }, index) => (
        <Part key={index} title="Audit record">
          <Facts facts={auditFacts(was, is)} />
        </Part>
      ))}
    </div>
  );
}

const OUTSIDE: Readonly<Record<string, string>> = { LEDGER_SHEET: "Ledger sheet", CRM: "CRM", EMAIL: "Mail" };

const Part = ({ title, children }: { title: string; children: ReactNode }) => (
  <section className="grid gap-1">
    <h3 className="font-medium">{title}</h3>
    {children}
  </section>
);

const Cents = ({ cents }: { cents: number }) => <span className="num">{formatCents(cents)}</span>;

const yesNo = (is: boolean): string => (is ? "on" : "off");

function standing(before: CustomerStanding, after: CustomerStanding): [string, ReactNode][] {
  const change = (was: string, is: string) => (was === is ? is : `${was} → ${is}`);
  return [
    ["Balance", change(formatCents(before.balanceCents), formatCents(after.balanceCents))],
    ["Stage", change(before.stage ?? "none", after.stage ?? "none")],
    ["Credit check", change(before.alloyStatus ?? "none", after.alloyStatus ?? "none")],
    ["Do Not Fund", change(yesNo(before.doNotFund), yesNo(after.doNotFund))],
  ];
}

const dateWords = (row: CustomerStanding["schedule"][number] | null): string =>
  row === null ? "none" : `${formatCents(row.amountCents)}, ${formatCents(row.paidCents)} paid`;

/** Returns a message in one line. A row of the sheet has no names of fields. */
function told(message: unknown): string {
  if (typeof message !== "object" || message === null) return shown(message);
  const { row, ...rest } = message as { row?: { cells?: unknown[] } };
  if (row?.cells) return row.cells.join(" · ");
  return Object.entries(rest)
    .map(([name, value]) => `${name}: ${shown(value)}`)
    .join(" · ");
}

function shown(value: unknown): string {
  if (value === null || value === undefined) return "none";
  return typeof value === "string" ? value : JSON.stringify(value);
}

const isUntold = (value: unknown): boolean =>
  value === "(new)" || (typeof value === "object" && value !== null);

function auditFacts(
  before: Record<string, unknown> | null,
  after: Record<string, unknown> | null,
): [string, ReactNode][] {
  const names = [...new Set([...Object.keys(before ?? {}), ...Object.keys(after ?? {})])];
  // Generated ids mean nothing before the execution, and objects repeat the facts above.
  const telling = names.filter((name) => ![before?.[name], after?.[name]].some(isUntold));
  return telling.map((name) => {
    const [was, is] = [before?.[name], after?.[name]];
    const money = /Cents$/.test(name);
    const words = (value: unknown) =>
      money && typeof value === "number" ? formatCents(value) : shown(value);
    const label = money ? name.replace(/Cents$/, "") : name;
    return [
      label,
      was === undefined ? words(is) : `${words(was)} → ${is === undefined ? "(gone)" : words(is)}`,
    ];
  });
}
