import { buffer } from "node:stream/consumers";
import { COLLECTION_COLUMNS, COLLECTION_CSV_NAME } from "@countinghouse/validators/collections/rules";
import type { ExportCollection } from "@countinghouse/validators/collections/schemas";
import { fileNameIn } from "@countinghouse/validators/exports/cells";
import { centsToInput } from "@countinghouse/validators/money";
import { formatNewYork } from "@countinghouse/validators/new-york";
import { stringify } from "csv-stringify/sync";
import type { AdminCtx } from "../context.ts";
import { refuseWhen } from "../errors.ts";
import { harmlessText } from "../harmless-text.ts";
import type { WithPorts } from "../ports.ts";
import { toWorkbook } from "../workbook.ts";
import { type CollectionBankData, readBankData } from "./bank-data.ts";
import { type CollectionUser, collectionUsers } from "./list.ts";

type Line = { user: CollectionUser; bankData: CollectionBankData | undefined };

const money = (cents: number | null | undefined): string =>
  cents === null || cents === undefined ? "" : centsToInput(cents);

/** The columns under the names of the specification (specification 2, section 3), amounts in dollars. */
const CELLS: Readonly<Record<(typeof COLLECTION_COLUMNS)[number], (line: Line) => string>> = {
  user_id: ({ user }) => String(user.userId),
  email: ({ user }) => harmlessText(user.email),
  name: ({ user }) => harmlessText(user.name),
  businessName: ({ user }) => harmlessText(user.businessName),
  businessType: ({ user }) => harmlessText(user.businessType),
  companyName: ({ user }) => harmlessText(user.companyName),
  contact: ({ user }) => harmlessText(user.contact),
  currentAddress: ({ user }) => harmlessText(user.currentAddress),
  city: ({ user }) => harmlessText(user.city),
  state: ({ user }) => harmlessText(user.state),
  dob: ({ user }) => user.dob ?? "",
  ssn: ({ user }) => user.ssn,
  zipcode: ({ user }) => harmlessText(user.zipcode),
  transactionAmount: ({ user }) => money(user.transactionAmountCents),
  "transactionDate (America/New_York)": ({ user }) =>
    user.transactionDate === null ? "" : formatNewYork(user.transactionDate, "dateTime"),
  cashAppSquareValue: ({ bankData }) => money(bankData?.income?.cashAppSquareCents),
  paypalVenmoValue: ({ bankData }) => money(bankData?.income?.paypalVenmoCents),
  stripeValue: ({ bankData }) => money(bankData?.income?.stripeCents),
  rideDeliveryValue: ({ bankData }) => money(bankData?.income?.rideDeliveryCents),
  generalIncome: ({ bankData }) => money(bankData?.income?.generalIncomeCents),
  contractUrl: ({ user }) => harmlessText(user.contract?.fileName ?? ""),
  assetPdfUrl: ({ bankData }) => harmlessText(bankData?.assetReportName ?? ""),
};

/**
 * The table of these users as a file (base64). Text that a spreadsheet would run as a formula is made harmless; the SSN is
 * masked for every role. It leaves an audit event with all users. Throws RULE when none of them is there, LIMITED.
 */
export async function exportCollection(
  ctx: AdminCtx<WithPorts<"bankLink">>,
  input: ExportCollection & { requestId: string },
) {
  const { userIds, requestId } = input;
  await ctx.reading.note({ userIds });
  const spec = { action: "collections.export", capability: "collections.export", input } as const;
  const { ids } = await ctx.command(spec, async ({ tx }) => {
    const found = await tx.user.findMany({ where: { id: { in: userIds } }, select: { id: true } });
    refuseWhen(found.length === 0 ? "There are no such users." : null);
    const known = new Set(found.map(({ id }) => id));
    const exported = userIds.filter((id) => known.has(id));
    return {
      result: { ids: exported },
      audit: {
        subject: { type: "collection", id: requestId },
        after: { users: exported.length, userIds: exported },
      },
    };
  });
  const [users, banks] = await Promise.all([collectionUsers(ctx, ids), readBankData(ctx, ids)]);
  const byUser = new Map(banks.map((bankData) => [bankData.userId, bankData]));
  const lines = users.map((user) => ({ user, bankData: byUser.get(user.userId) }));
  const rows = lines.map((line) => COLLECTION_COLUMNS.map((name) => CELLS[name](line)));
  const file =
    input.format === "xlsx"
      ? await buffer(toWorkbook(COLLECTION_COLUMNS, rows))
      : Buffer.from(stringify([COLLECTION_COLUMNS, ...rows], { bom: true, record_delimiter: "windows" }));
  return {
    fileName: fileNameIn(input.format, COLLECTION_CSV_NAME),
    base64: file.toString("base64"),
    rows: rows.length,
  };
}
