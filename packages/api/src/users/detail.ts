import type { Prisma, Statement } from "@countinghouse/db";
import type { SelectedRow } from "@countinghouse/db/columns";
import { isLinkLost } from "@countinghouse/validators/bank-links/rules";
import { shownTo } from "@countinghouse/validators/masking";
import { unknownUser } from "@countinghouse/validators/users/rules";
import type { GetUser } from "@countinghouse/validators/users/schemas";
import {
  type ApplicationRow,
  applicationFacts,
  decisionFacts,
  type OfferRow,
} from "../applications/facts.ts";
import type { AdminCtx } from "../context.ts";
import { type FactsLookup, lookUpFacts } from "../decisions/look-up-facts.ts";
import { lacksFacts } from "../decisions/missing-facts.ts";
import { found } from "../errors.ts";
import { RENEWAL_ID_SQL } from "../renewal-id.ts";
import { noteCustomerLook, shownSsns } from "./ssn.ts";

/** The single statement of the customer page. */
export const GET_USER: Statement = {
  name: "users.get",
  text: `SELECT u.*, u.dob::text AS dob, u.business_start_date::text AS business_start_date,
      (SELECT coalesce(b.balance_cents, 0)::float8 FROM user_balance b WHERE b.user_id = u.id) AS balance_cents,
      (SELECT to_json(a) FROM application a WHERE a.user_id = u.id ORDER BY a.id DESC LIMIT 1) AS application,
      (SELECT json_agg(o ORDER BY o.optimized DESC) FROM offer o WHERE o.application_id =
        (SELECT max(a.id) FROM application a WHERE a.user_id = u.id)) AS offers,
      (SELECT json_agg(json_build_object('institutionName', l.institution_name, 'bankStatus', l.bank_status,
        'isActive', l.is_active) ORDER BY l.is_active DESC, l.id) FROM bank_link l
        WHERE l.user_id = u.id AND NOT l.is_manual) AS bank_links,
      (SELECT json_build_object('last4', c.last4, 'expiry', c.expiry) FROM card c
        WHERE c.user_id = u.id AND c.is_primary) AS primary_card,
      ${RENEWAL_ID_SQL} AS renewal_user_id
    FROM users u WHERE u.id = $1`,
};

/** The columns of the user, with days as texts, and the columns that the statement adds. */
type UserRow = Omit<SelectedRow<Prisma.UserGetPayload<object>>, "dob" | "business_start_date"> & {
  dob: string | null;
  business_start_date: string | null;
  balance_cents: number | null;
  application: ApplicationRow | null;
  offers: OfferRow[] | null;
  bank_links: { institutionName: string; bankStatus: string; isActive: boolean }[] | null;
  primary_card: { last4: string; expiry: string } | null;
  renewal_user_id: number | null;
};

/**
 * Returns the data of the identity header and the General section, from one statement: the user, the newest application with its
 * offers, the bank links and the balance. Starts a look-up of facts that only the decision engine has. Throws NOT_FOUND and LIMITED.
 */
export async function getUser(ctx: AdminCtx, { id }: GetUser) {
  const read = ctx.db.sql<UserRow>(GET_USER, [id]).then(([held]) => held);
  const hasSsn = async () => ((await read)?.ssn_sealed ?? null) !== null;
  const [held] = await Promise.all([read, noteCustomerLook(ctx, id, hasSsn)]);
  const row = found(held, unknownUser(id));
  const [ssn = ""] = shownSsns(ctx, [{ id, ssnLast4: row.ssn_last4, ssnSealed: row.ssn_sealed }], "detail");
  const ein =
    row.ein_sealed &&
    ctx.services.vault.open({ table: "users", column: "ein_sealed", rowId: id }, row.ein_sealed);
  const bankLinks = row.bank_links ?? [];
  return {
    ...identityFacts(row),
    ...businessFacts(row),
    ...statusFacts(row),
    ssn,
    ein: shownTo(ctx.actor.role, "ein", ein ?? ""),
    dob: shownTo(ctx.actor.role, "dob", row.dob),
    bankLinks,
    /** There are bank links, and none is active. */
    bankLinkLost: isLinkLost(bankLinks),
    primaryCard: row.primary_card,
    balanceCents: row.balance_cents ?? 0,
    application: row.application && applicationFacts(row.application, row.offers ?? [], ctx.now()),
    /** The progress of the look-up of facts that the customer's applications lack. */
    factsLookup: await lookUpWhatLacks(ctx, row),
  };
}

/** Starts no look-up, and no query for one, when nothing can be missing. */
function lookUpWhatLacks(ctx: AdminCtx, row: UserRow): Promise<FactsLookup> | null {
  const isAlone = row.ref_user_id === null && row.renewal_user_id === null;
  const isComplete = row.application === null || !lacksFacts(decisionFacts(row.application));
  return isAlone && isComplete ? null : lookUpFacts(ctx, row.id);
}

const identityFacts = (row: UserRow) => ({
  id: row.id,
  firstname: row.firstname,
  lastname: row.lastname,
  email: row.email,
  phone: row.phone,
  verificationPhone: row.verification_phone,
  currentAddress: row.current_address,
  city: row.city,
  state: row.state,
  zipcode: row.zipcode,
  occupation: row.occupation,
  platform: row.platform,
  route: row.route,
  uniqueId: row.unique_id,
  refUserId: row.ref_user_id,
  renewalUserId: row.renewal_user_id,
  createdAt: row.created_at,
  version: row.version,
});

const businessFacts = (row: UserRow) => ({
  businessCategory: row.business_category,
  businessType: row.business_type,
  businessName: row.business_name,
  companyName: row.company_name,
  businessStartDate: row.business_start_date,
  naicsCode: row.naics_code,
  businessAccountSameAsPersonal: row.business_account_same_as_personal,
  separateBusinessAccount: row.separate_business_account,
  isIncorporated: row.is_incorporated,
});

const statusFacts = (row: UserRow) => ({
  disableLogin: row.disable_login,
  zohoId: row.zoho_id,
  doNotFund: row.do_not_fund,
  doNotFundReason: row.do_not_fund_reason,
  runPaymentAutomation: row.run_payment_automation,
  isExternal: row.is_external,
  externalAgency: row.external_agency,
  showReconnectButton: row.show_reconnect_button,
  showResignContractButton: row.show_resign_contract_button,
  postFundCustomerError: row.post_fund_customer_error,
  overlaps: row.overlaps,
  isImported: row.import_key !== null,
  /** The bank account in use received an advance before, under another user. */
  accountAlreadyFunded: row.overlaps.includes("Bank Account"),
});
