import { addDays } from "./days.ts";
import type { Random } from "./random.ts";
import type { SeedContext } from "./seed-context.ts";

const REPORT_DAYS = 720;
const YEAR_SECONDS = 365 * 86_400;

/** Adds what was asked of the bank-link provider about a user: balances of links that answered, and an asset report. */
export function addBankRecords(context: SeedContext, random: Random, userId: number): void {
  const links = linksOf(context, userId);
  if (links.length === 0) return;
  for (const link of links) {
    if (link.isActive && random.chance(0.5)) addBalances(context, random, link);
  }
  if (random.chance(0.5)) addReport(context, random, userId, links);
}

type Link = SeedContext["rows"]["bank_link"][number];
type Account = SeedContext["rows"]["bank_account"][number];

/** The links of the user who was just made: the last ones. */
function linksOf({ rows }: SeedContext, userId: number): Link[] {
  const before = rows.bank_link.findLastIndex((link) => link.userId !== userId);
  return rows.bank_link.slice(before + 1);
}

function addBalances(context: SeedContext, random: Random, { id, userId }: Link): void {
  const accounts = context.rows.bank_account.filter(({ bankLinkId }) => bankLinkId === id);
  for (let age = random.int(1, 3); age > 0; age--) {
    context.rows.balance_record.push({
      id: ++context.ids.balanceRecord,
      userId,
      bankLinkId: id,
      accounts: JSON.stringify(accounts.map((account) => balanceOf(random, account))),
      createdAt: addDays(context.now, -age * random.int(2, 20) - random.next()),
    });
  }
}

function balanceOf(random: Random, { providerAccountId, name, mask }: Account) {
  const currentCents = random.int(-5_000, 900_000);
  // Some banks tell no available balance.
  const availableCents = random.chance(0.9) ? currentCents - random.int(0, 4_000) : null;
  const account = { accountId: providerAccountId, name, mask, last4: mask };
  return { ...account, availableCents, currentCents, currency: "USD" };
}

/**
 * A report on its way is ordered so that the sandbox has it by now: the first look receives it. A few never come, and
 * that of a lost link has failed.
 */
function addReport(context: SeedContext, random: Random, userId: number, links: Link[]): void {
  const { now, vault } = context;
  const id = ++context.ids.assetReport;
  const isLost = !links.some(({ isActive }) => isActive);
  const isLate = !isLost && random.chance(0.05);
  const requestedAt = isLate ? now : addDays(now, -random.int(1, 30) - random.next());
  const token = reportToken({
    accessTokens: links.flatMap(({ id: linkId, isActive, accessTokenSealed }) => {
      if (!isActive || !accessTokenSealed) return [];
      const place = { table: "bank_link", column: "access_token_sealed", rowId: linkId };
      return [vault.open(place, Buffer.from(accessTokenSealed as Uint8Array))];
    }),
    days: REPORT_DAYS,
    orderedAt: requestedAt.toISOString(),
    seconds: isLate ? YEAR_SECONDS : 0,
    clientReportId: null,
    nonce: String(id),
  });
  context.rows.asset_report.push({
    id,
    userId,
    state: isLost ? "ERROR" : "PENDING",
    daysRequested: REPORT_DAYS,
    providerId: `seeded-${id}`,
    tokenSealed: isLost
      ? null
      : vault.seal({ table: "asset_report", column: "token_sealed", rowId: id }, token),
    errorCode: isLost ? "DATA_UNAVAILABLE" : "",
    requestedAt,
    finishedAt: isLost ? requestedAt : null,
  });
}

/** A token of the sandbox carries what was ordered. */
const reportToken = (order: object): string =>
  `assets-sandbox-${Buffer.from(JSON.stringify(order)).toString("base64url")}`;
