import { READ_ACTIONS } from "@countinghouse/validators/audit/rules";
import type { AuditFilters } from "@countinghouse/validators/audit/schemas";
import { addDays, startOfDay } from "@countinghouse/validators/new-york";
import { AUDIT_ACTIONS, FORMER_ACTIONS } from "../audit-actions.ts";
import { ADMIN_ID, BATCH_ID, CUSTOMER_ID, historyWhere, idsOfCustomer } from "./subjects.ts";

/** What stands beside the event `e`: who did it, the customer it is about, the batch. */
export const AUDIT_JOINS = `LEFT JOIN admin a ON a.id = ${ADMIN_ID}
  LEFT JOIN users u ON u.id = ${CUSTOMER_ID}
  LEFT JOIN bulk_batch b ON b.id = ${BATCH_ID}`;

/** Every action that can be asked for, by its present name. */
export const AUDIT_ACTION_NAMES: readonly string[] = AUDIT_ACTIONS.toSorted();

/** An action or all of an area, each under all names that it ever had. A batch of a job names its kind as well. */
export function searchedActions(what: string): { names: string[]; starts: string[] } {
  const isArea = !what.includes(".");
  const present = AUDIT_ACTIONS.filter((action) =>
    isArea ? action.startsWith(`${what}.`) : action === what,
  );
  const former = Object.entries(FORMER_ACTIONS).filter(([, action]) => present.includes(action));
  const starts = what === "bulkJobs" ? ["bulkJobs.run.", "bulkJobs.start."] : [];
  return { names: [...new Set([...present, ...former.map(([name]) => name), what])], starts };
}

const READ_NAMES = READ_ACTIONS.flatMap((action) => searchedActions(action).names);

/**
 * The conditions on the event `e` that filters set, each with its values as `parameter` names them. Days are those of New
 * York, the last one whole.
 */
export function searchConditions(
  { who, what, show, userId, from, to, of }: AuditFilters,
  parameter: (value: unknown, type: "text" | "int" | "text[]" | "timestamptz") => string,
): string[] {
  const conditions: string[] = [];
  if (who === "jobs") conditions.push("e.actor LIKE 'job:%'");
  else if (who === "visitors") conditions.push("e.actor = 'visitor'");
  else if (who !== "") conditions.push(`e.actor = ${parameter(`admin:${who}`, "text")}`);
  if (what !== "") {
    const { names, starts } = searchedActions(what);
    const begun = starts.map((start) => ` OR e.action LIKE '${start}%'`).join("");
    conditions.push(`(e.action = ANY(${parameter(names, "text[]")})${begun})`);
  }
  if (what === "" && show === "changes")
    conditions.push(`e.action <> ALL(${parameter(READ_NAMES, "text[]")})`);
  if (userId !== null) conditions.push(`e.id IN (${idsOfCustomer(parameter(userId, "int"))})`);
  if (from !== "") conditions.push(`e.at >= ${parameter(startOfDay(from), "timestamptz")}`);
  if (to !== "") conditions.push(`e.at < ${parameter(startOfDay(addDays(to, 1)), "timestamptz")}`);
  if (of !== null) conditions.push(`(${historyWhere(of.type, parameter(of.id, "text"))})`);
  return conditions;
}
