import type { Statement } from "@countinghouse/db";
import type { SheetName } from "@countinghouse/validators/import/columns";
import { newYorkDate } from "@countinghouse/validators/new-york";
import { externalKey } from "../candidate.ts";
import type { ImportContext } from "../import-users.ts";
import type { StagedRow } from "./stage.ts";
import { applicationKey } from "./write-applications.ts";
import { movementKey } from "./write-movements.ts";

const TAKEN: Readonly<Partial<Record<SheetName, string>>> = {
  applications: "applicationId: another customer has an application with this id.",
  payments: "paymentId: another customer has a payment with this id.",
};

/** Of a row of these sheets, the day by which it is in an opening balance or not. */
const OPENED: Readonly<Partial<Record<SheetName, string>>> = { applications: "fundedOn", payments: "paidOn" };

const FIND_BEFORE: Statement = {
  name: "import.find-before",
  text: `SELECT 'applications' AS sheet, import_key AS key, user_id AS "userId", created_at AS "createdAt" FROM application
    WHERE import_key = ANY($1::text[])
    UNION ALL SELECT 'payments', business_key, user_id, created_at FROM payment_intent WHERE business_key = ANY($2::text[])`,
};

/** What earlier imports have brought of the customers of a batch, and what of it keeps a row from being brought. */
export async function findBefore(
  { db, run }: Pick<ImportContext, "db" | "run">,
  batch: ReadonlyMap<string, readonly StagedRow[]>,
  idByKey: ReadonlyMap<string | null, number>,
) {
  const rows = [...batch.values()].flat().filter(({ isUnread }) => !isUnread);
  const rowKey = ({ sheet, application, row }: StagedRow): string => {
    if (sheet === "applications") return applicationKey(run, application);
    if (sheet !== "payments") return "";
    return movementKey(run, "", { id: String(row.paymentId), isOpening: false });
  };
  const openingKey = (customer: string) => movementKey(run, customer, { id: "", isOpening: true });
  const sheetKeys = (sheet: SheetName) => rows.filter((row) => row.sheet === sheet).map(rowKey);
  const openings = [...batch.keys()]
    .filter((customer) => idByKey.has(externalKey(run.source, customer)))
    .map(openingKey);
  const known = await db.read.sql<{ sheet: SheetName; key: string; userId: number; createdAt: Date }>(
    FIND_BEFORE,
    [sheetKeys("applications"), [...sheetKeys("payments"), ...openings]],
  );
  const bySheet = Map.groupBy(known, ({ sheet }) => sheet);
  const byKey = (sheet: SheetName) => new Map(bySheet.get(sheet)?.map((one) => [one.key, one]) ?? []);
  const there: Partial<Record<SheetName, ReadonlyMap<string, (typeof known)[number]>>> = {
    applications: byKey("applications"),
    payments: byKey("payments"),
  };
  return {
    /**
     * Why a row can not be brought, or null: another customer has its id, or it is new and of a time that the opening balance of its
     * customer stands for.
     */
    whyNot(staged: StagedRow, userId: number | undefined): string | null {
      const { sheet, row, customer } = staged;
      const same = there[sheet]?.get(rowKey(staged));
      if (staged.isTaken || (same !== undefined && same.userId !== userId)) return TAKEN[sheet] ?? "";
      const field = OPENED[sheet];
      const opening = there.payments?.get(openingKey(customer));
      if (field === undefined || opening === undefined || same !== undefined || row[field] === undefined)
        return null;
      const openedOn = newYorkDate(opening.createdAt);
      return String(row[field]).slice(0, openedOn.length) <= openedOn
        ? `${field}: until ${openedOn} the opening balance of this customer stands for what was paid out and paid.`
        : null;
    },
  };
}
