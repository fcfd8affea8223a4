import { newYorkDate } from "@countinghouse/validators/new-york";
import { USERS_EXPORT_COLUMNS } from "@countinghouse/validators/users/export";
import { USER_TAG_LABELS, USER_TAGS } from "@countinghouse/validators/users/filters";
import { UserFilters } from "@countinghouse/validators/users/schemas";
import type { AdminCtx } from "../context.ts";
import { type ExportSink, exportCsv } from "../csv-export.ts";
import { DomainError } from "../errors.ts";
import { harmlessSql } from "../harmless-text.ts";
import { filterLiteral, TAG_SQL } from "./filters.ts";

export {
  USERS_EXPORT_COLUMNS,
  USERS_EXPORT_PATH,
  USERS_FILE_NAME,
} from "@countinghouse/validators/users/export";

/** Returns a SELECT of the users who match a condition on `user_standing s`, by id. `today` is YYYY-MM-DD in New York. */
const usersCsv = (condition: string, today: string): string => `
  SELECT u.id, ${["firstname", "lastname", "business_name", "email", "phone", "current_address"]
    .map((name) => harmlessSql(`u.${name}`))
    .join(", ")}, s.stage, s.balance_cents * 0.01, s.due_on, greatest(0, date '${today}' - s.due_on),
    s.last_payment_on, s.last_payment_cents * 0.01,
    concat_ws('; ', ${USER_TAGS.map((tag) => `CASE WHEN ${TAG_SQL[tag]} THEN '${USER_TAG_LABELS[tag]}' END`).join(", ")})
  FROM user_standing s JOIN users u ON u.id = s.user_id WHERE ${condition} ORDER BY s.user_id`;

/** Returns the filters of an address. Commas separate tags. */
export function parseUserFilters(url: string): Record<string, unknown> {
  const { tags, ...others } = Object.fromEntries(new URLSearchParams(url.split("?")[1]));
  return { ...others, ...(tags && { tags: tags.split(",") }) };
}

/**
 * Writes the users who match the filters into `sink` as CSV, in dollars and without SSNs, and returns their number. Throws INVALID for
 * unknown filters, and the errors of `exportCsv`.
 */
export async function exportUsers(
  ctx: AdminCtx,
  asked: unknown,
  sink: ExportSink,
  onStart: () => void,
): Promise<number> {
  const today = newYorkDate(ctx.now());
  const { data: filters } = UserFilters.safeParse(asked);
  if (filters === undefined) throw new DomainError("INVALID", "These filters are not valid.");
  const said = Object.entries(filters).filter(([, value]) => value !== null && value.length > 0);
  return exportUsersWhere(
    ctx,
    {
      condition: filterLiteral(filters, today),
      filters: Object.fromEntries(said.map(([name, value]) => [name, [value].flat().join(", ")])),
    },
    sink,
    onStart,
  );
}

interface Whose {
  /** A condition on `user_standing s`, with literal values. */
  condition: string;
  /** The condition in words, for the audit. */
  filters: Record<string, string>;
  subject?: { type: string; id: string };
}

/** Writes the users who match a condition, like `exportUsers`. */
export const exportUsersWhere = (
  ctx: AdminCtx,
  { condition, ...told }: Whose,
  sink: ExportSink,
  onStart: () => void,
): Promise<number> =>
  exportCsv(
    ctx,
    {
      name: "users",
      capability: "users.export",
      columns: USERS_EXPORT_COLUMNS,
      ...told,
      customers: `SELECT s.user_id FROM user_standing s WHERE ${condition}`,
      select: usersCsv(condition, newYorkDate(ctx.now())),
    },
    sink,
    onStart,
  );
