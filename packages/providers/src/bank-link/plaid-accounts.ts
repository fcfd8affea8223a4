import { CountryCode } from "plaid";
import { z } from "zod";
import { entriesIfAny, entriesRead, nullUnlessRead } from "../answer-fields.ts";
import type { CallPlaid } from "./plaid-call.ts";
import type { BankLink, Institution, InstitutionHealth, LinkedAccount } from "./port.ts";

const COUNTRIES = [CountryCode.Us];

type Accounts = Pick<BankLink, "balances" | "auth" | "itemState" | "institution" | "institutions">;

const OLDEST_BALANCE_MS = 7 * 86_400_000;

/** Accounts, links and institutions at Plaid. */
export function createPlaidAccounts(call: CallPlaid, now: () => Date): Accounts {
  return {
    balances: async (access_token) => {
      // Capital One refuses without it where a card hangs on the link; for all other accounts Plaid ignores it.
      const oldest = new Date(now().getTime() - OLDEST_BALANCE_MS).toISOString();
      const asked = { access_token, options: { min_last_updated_datetime: oldest } };
      const { accounts } = await call({
        send: (api, options) => api.accountsBalanceGet(asked, options),
        answer: accountsSchema,
        safe: true,
      });
      return accounts;
    },
    auth: async (access_token) => {
      const { accounts, numbers } = await call({
        send: (api, options) => api.authGet({ access_token }, options),
        answer: authSchema,
        safe: true,
      });
      const byId = new Map(accounts.map((account) => [account.accountId, account]));
      return numbers.ach.flatMap(({ account_id, account, routing, ...number }) => {
        const known = byId.get(account_id);
        if (!known) return [];
        const { accountId, name, mask, type, subtype } = known;
        const isTokenized = number.is_tokenized_account_number ?? false;
        const numbersTold = { account, isTokenized, routing, wireRouting: number.wire_routing };
        return [{ accountId, name, mask, type, subtype, ...numbersTold }];
      });
    },
    itemState: async (access_token) => {
      const { item, status } = await call({
        send: (api, options) => api.itemGet({ access_token }, options),
        answer: itemSchema,
        safe: true,
      });
      return {
        itemId: item.item_id,
        institutionId: item.institution_id,
        institutionName: item.institution_name,
        error: item.error && { code: item.error.error_code, message: item.error.error_message },
        consentExpiresAt: item.consent_expiration_time,
        transactionsUpdatedAt: status?.transactions?.last_successful_update ?? null,
      };
    },
    institution: async (institution_id) => {
      const asked = { institution_id, country_codes: COUNTRIES };
      const { institution } = await call({
        send: (api, options) =>
          api.institutionsGetById(
            { ...asked, options: { include_status: true, include_optional_metadata: true } },
            options,
          ),
        answer: z.object({ institution: institutionSchema }),
        safe: true,
      });
      return institution;
    },
    institutions: async (page) => {
      const asked = { ...page, country_codes: COUNTRIES, options: { include_optional_metadata: true } };
      return call({
        send: (api, options) => api.institutionsGet(asked, options),
        answer: z.object({
          institutions: entriesRead(plainInstitutionSchema.transform(described)),
          total: z.number().int(),
        }),
        safe: true,
      });
    },
  };
}

/** Plaid's dollars, a number with two decimals, as integer cents. */
export const centsSchema = z
  .number()
  .transform((dollars) => Math.round(dollars * 100))
  .pipe(z.int());

/** Plaid's date-times, with or without a zone: without one they are in UTC. */
export const instantSchema = z
  .union([z.iso.datetime({ offset: true }), z.iso.datetime({ local: true }).transform((text) => `${text}Z`)])
  .transform((text) => new Date(text));

/** Plaid names the currency in one of two fields. */
export const currencyFields = {
  iso_currency_code: nullUnlessRead(z.string()),
  unofficial_currency_code: nullUnlessRead(z.string()),
};

/** An account with its balances, as Plaid tells it in most answers. */
export const accountFields = {
  account_id: z.string().min(1),
  name: z.string().catch(""),
  mask: nullUnlessRead(z.string()),
  type: z.string().catch("other"),
  subtype: nullUnlessRead(z.string()),
  balances: nullUnlessRead(
    z.object({
      available: nullUnlessRead(centsSchema),
      current: nullUnlessRead(centsSchema),
      ...currencyFields,
    }),
  ),
};

const plainAccountSchema = z.object(accountFields);

/** An account in our words. */
export function linkedAccount(account: z.output<typeof plainAccountSchema>): LinkedAccount {
  const { balances } = account;
  return {
    accountId: account.account_id,
    name: account.name,
    mask: account.mask,
    type: account.type,
    subtype: account.subtype,
    availableCents: balances?.available ?? null,
    currentCents: balances?.current ?? null,
    currency: balances?.iso_currency_code ?? balances?.unofficial_currency_code ?? null,
  };
}

const accountsSchema = z.object({ accounts: entriesRead(plainAccountSchema.transform(linkedAccount)) });

const authSchema = accountsSchema.extend({
  numbers: z.object({
    ach: entriesRead(
      z.object({
        account_id: z.string(),
        account: z.string().min(1),
        routing: z.string().min(1),
        wire_routing: nullUnlessRead(z.string()),
        is_tokenized_account_number: nullUnlessRead(z.boolean()),
      }),
    ),
  }),
});

const itemSchema = z.object({
  item: z.object({
    item_id: z.string().min(1),
    institution_id: nullUnlessRead(z.string()),
    institution_name: nullUnlessRead(z.string()),
    // Null is a link that works: an error in whatever form is one.
    error: z.object({ error_code: z.string(), error_message: z.string().catch("") }).nullable(),
    consent_expiration_time: nullUnlessRead(instantSchema),
  }),
  status: nullUnlessRead(
    z.object({
      transactions: nullUnlessRead(z.object({ last_successful_update: nullUnlessRead(instantSchema) })),
    }),
  ),
});

const loginsSchema = z.object({
  // A word of tomorrow tells us nothing: the share of sign-ins does.
  status: nullUnlessRead(z.enum(["HEALTHY", "DEGRADED", "DOWN"])),
  last_status_change: nullUnlessRead(instantSchema),
  breakdown: nullUnlessRead(z.object({ success: z.number() })),
});

/**
 * Plaid's own word on sign-ins when it gives one (the field is deprecated), else our rule over the share of sign-ins
 * that succeed: 0.9 or more is healthy, 0.3 or more degraded.
 */
export function institutionHealth(
  logins: Partial<z.output<typeof loginsSchema>> | null | undefined,
): InstitutionHealth | null {
  if (logins?.status) return logins.status;
  const success = logins?.breakdown?.success;
  if (success === undefined) return null;
  if (success >= 0.9) return "HEALTHY";
  return success >= 0.3 ? "DEGRADED" : "DOWN";
}

const plainInstitutionSchema = z.object({
  institution_id: z.string().min(1),
  name: z.string(),
  url: nullUnlessRead(z.string()),
  oauth: z.boolean().catch(false),
  routing_numbers: entriesIfAny(z.string()),
});

function described(institution: z.output<typeof plainInstitutionSchema>): Institution {
  const { institution_id, name, url, oauth, routing_numbers } = institution;
  return { institutionId: institution_id, name, url, oauth, routingNumbers: routing_numbers };
}

const institutionSchema = plainInstitutionSchema
  .extend({ status: nullUnlessRead(z.object({ item_logins: nullUnlessRead(loginsSchema) })) })
  .transform(({ status, ...institution }) => ({
    ...described(institution),
    health: institutionHealth(status?.item_logins),
    healthChangedAt: status?.item_logins?.last_status_change ?? null,
  }));
