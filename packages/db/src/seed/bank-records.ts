import { addDays } from "./days.ts";
import type { Random } from "./random.ts";
import type { SeedContext } from "./seed-context.ts";

const REPORT_DAYS = 720;
const YEAR_SECONDS = 365 * 86_400;

interface Customer {
  userId: number;
  profile: { firstname: string; lastname: string; email: string };
  fundedAt: Date | string | null;
}

/**
 * Adds what was asked of the bank-link provider about a user: balances of links that answered, and an asset report; of
 * one who was funded before it also the report that the funding rested on.
 */
export function addBankRecords(context: SeedContext, random: Random, customer: Customer): void {
  const links = readLinks(context, customer.userId);
  if (links.length === 0) return;
  for (const link of links) {
    if (link.isActive && random.chance(0.5)) addBalances(context, random, link);
  }
  if (random.chance(0.5)) addReports(context, random, customer, links);
}

type Link = SeedContext["rows"]["bank_link"][number];
type Account = SeedContext["rows"]["bank_account"][number];

/** The links of the user who was just made: the last ones. */
function readLinks({ rows }: SeedContext, userId: number): Link[] {
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
      accounts: JSON.stringify(accounts.map((account) => makeBalance(random, account))),
      createdAt: addDays(context.now, -age * random.int(2, 20) - random.next()),
    });
  }
}

function makeBalance(random: Random, { providerAccountId, name, mask }: Account) {
  const currentCents = random.int(-5_000, 900_000);
  // Some banks tell no available balance.
  const availableCents = random.chance(0.9) ? currentCents - random.int(0, 4_000) : null;
  const account = { accountId: providerAccountId, name, mask, last4: mask };
  return { ...account, availableCents, currentCents, currency: "USD" };
}

const HOURS_BEFORE_FUNDING = 12;

/** A few reports never come, and that of a lost link has failed. */
function addReports(
  context: SeedContext,
  random: Random,
  { userId, profile, fundedAt }: Customer,
  links: Link[],
): void {
  const { now } = context;
  const isLost = !links.some(({ isActive }) => isActive);
  const isLate = !isLost && random.chance(0.05);
  const requestedAt = isLate ? now : addDays(now, -random.int(1, 30) - random.next());
  const before = fundedAt === null ? null : addDays(new Date(fundedAt), -HOURS_BEFORE_FUNDING / 24);
  // Some accounts are in another name.
  const user = random.chance(0.9) ? makeOwner(profile) : {};
  const report = { userId, links, user, isLost };
  if (before && before < requestedAt && !isLost)
    addReport(context, { ...report, requestedAt: before, seconds: 0 });
  addReport(context, { ...report, requestedAt, seconds: isLate ? YEAR_SECONDS : 0 });
}

const makeOwner = ({ firstname, lastname, email }: Customer["profile"]) => ({
  first_name: firstname,
  last_name: lastname,
  email,
});

interface Report {
  userId: number;
  links: Link[];
  /** Whose name the accounts are in; when nobody's, the sandbox makes one up. */
  user: Partial<ReturnType<typeof makeOwner>>;
  requestedAt: Date;
  /** How long the sandbox takes. */
  seconds: number;
  isLost: boolean;
}

/** A report on its way is ordered so that the sandbox has it by now: the first look receives it. */
function addReport(
  context: SeedContext,
  { userId, links, user, requestedAt, seconds, isLost }: Report,
): void {
  const { vault } = context;
  const id = ++context.ids.assetReport;
  const token = reportToken({
    accessTokens: links.flatMap(({ id: linkId, isActive, accessTokenSealed }) => {
      if (!isActive || !accessTokenSealed) return [];
      const place = { table: "bank_link", column: "access_token_sealed", rowId: linkId };
      return [vault.open(place, Buffer.from(accessTokenSealed as Uint8Array))];
    }),
    days: REPORT_DAYS,
    orderedAt: requestedAt.toISOString(),
    seconds,
    user,
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
