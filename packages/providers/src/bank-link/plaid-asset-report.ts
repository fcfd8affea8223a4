import { z } from "zod";
import { entriesIfAny, entriesRead, nullUnlessRead } from "../answer-fields.ts";
import { pdfBytesSchema } from "../pdf-bytes.ts";
import {
  accountFields,
  centsSchema,
  currencyFields,
  instantSchema,
  linkedAccount,
} from "./plaid-accounts.ts";
import { ASSET_REPORT_ERROR, type CallPlaid, PlaidRefusal } from "./plaid-call.ts";
import { seenFromTheAccount } from "./plaid-transactions.ts";
import {
  type AssetReport,
  type AssetReportOrder,
  type AssetReportReference,
  BANK_LINK_CODES,
  type BankLink,
} from "./port.ts";

type AssetReports = Pick<
  BankLink,
  "createAssetReport" | "assetReport" | "refreshAssetReport" | "assetReportPdf"
>;

/** Asset reports at Plaid; `webhookUrl` is where it tells that one is ready. */
export function createPlaidAssetReports(call: CallPlaid, webhookUrl: string | undefined): AssetReports {
  const webhook = webhookUrl === undefined ? {} : { webhook: webhookUrl };
  return {
    createAssetReport: ({ accessTokens, days, user }) =>
      call({
        send: (api, options) =>
          api.assetReportCreate(
            {
              access_tokens: accessTokens,
              days_requested: days,
              options: { ...webhook, ...(user && { user: plaidUser(user) }) },
            },
            options,
          ),
        answer: referenceSchema,
        safe: false,
      }),
    assetReport: async (asset_report_token) => {
      try {
        const report = await call({
          send: (api, options) => api.assetReportGet({ asset_report_token }, options),
          answer: reportSchema,
          safe: true,
        });
        return { state: "READY", report };
      } catch (error) {
        if (!(error instanceof PlaidRefusal)) throw error;
        if (error.vendorCode === BANK_LINK_CODES.productNotReady) return { state: "PENDING" };
        if (error.errorType !== ASSET_REPORT_ERROR) throw error;
        return { state: "ERROR", code: error.vendorCode ?? ASSET_REPORT_ERROR, message: error.message };
      }
    },
    refreshAssetReport: (asset_report_token, days) =>
      call({
        send: (api, options) =>
          api.assetReportRefresh(
            {
              asset_report_token,
              days_requested: days,
              ...(webhookUrl !== undefined && { options: webhook }),
            },
            options,
          ),
        answer: referenceSchema,
        safe: false,
      }),
    assetReportPdf: (asset_report_token, days) =>
      call({
        send: (api, options) =>
          api.assetReportPdfGet(
            { asset_report_token, ...(days !== undefined && { options: { days_to_include: days } }) },
            { ...options, responseType: "arraybuffer" },
          ),
        answer: pdfBytesSchema,
        safe: true,
      }),
  };
}

function plaidUser({ userId, firstName, lastName, email, phone }: NonNullable<AssetReportOrder["user"]>) {
  return {
    client_user_id: userId,
    first_name: firstName ?? null,
    last_name: lastName ?? null,
    email: email ?? null,
    phone_number: phone ?? null,
  };
}

const referenceSchema = z
  .object({ asset_report_token: z.string().min(1), asset_report_id: z.string().min(1) })
  .transform(
    ({ asset_report_token, asset_report_id }): AssetReportReference => ({
      assetReportToken: asset_report_token,
      assetReportId: asset_report_id,
    }),
  );

const ownerSchema = z
  .object({
    names: entriesIfAny(z.string()),
    phone_numbers: entriesIfAny(z.object({ data: z.string() })),
    emails: entriesIfAny(z.object({ data: z.string() })),
    addresses: entriesIfAny(
      z.object({
        data: z.object({
          street: z.string().catch(""),
          city: nullUnlessRead(z.string()),
          region: nullUnlessRead(z.string()),
          postal_code: nullUnlessRead(z.string()),
          country: nullUnlessRead(z.string()),
        }),
      }),
    ),
  })
  .transform(({ names, phone_numbers, emails, addresses }) => ({
    names,
    phoneNumbers: phone_numbers.map(({ data }) => data),
    emails: emails.map(({ data }) => data),
    addresses: addresses.map(({ data: { postal_code, ...address } }) => ({
      ...address,
      postalCode: postal_code,
    })),
  }));

const transactionSchema = z
  .object({
    transaction_id: z.string(),
    date: z.iso.date(),
    original_description: nullUnlessRead(z.string()),
    amount: centsSchema,
    ...currencyFields,
    pending: z.boolean(),
  })
  .transform((sent) => ({
    transactionId: sent.transaction_id,
    date: sent.date,
    originalDescription: sent.original_description,
    amountCents: seenFromTheAccount(sent.amount),
    currency: sent.iso_currency_code ?? sent.unofficial_currency_code,
    pending: sent.pending,
  }));

const accountSchema = z
  .object({
    ...accountFields,
    days_available: z.number().catch(0),
    owners: entriesIfAny(ownerSchema),
    transactions: entriesRead(transactionSchema),
    historical_balances: entriesIfAny(z.object({ date: z.iso.date(), current: centsSchema })),
  })
  .transform(({ days_available, owners, transactions, historical_balances, ...account }) => ({
    ...linkedAccount(account),
    daysAvailable: days_available,
    owners,
    transactions,
    historicalBalances: historical_balances.map(({ date, current }) => ({ date, currentCents: current })),
  }));

const reportSchema = z
  .object({
    report: z.object({
      asset_report_id: z.string(),
      date_generated: instantSchema,
      days_requested: z.number(),
      items: z.array(
        z.object({
          item_id: z.string(),
          institution_id: z.string().catch(""),
          institution_name: z.string().catch(""),
          date_last_updated: nullUnlessRead(instantSchema),
          accounts: z.array(accountSchema),
        }),
      ),
    }),
    warnings: entriesIfAny(z.object({ warning_code: z.string() })),
  })
  .transform(
    ({ report, warnings }): AssetReport => ({
      assetReportId: report.asset_report_id,
      generatedAt: report.date_generated,
      days: report.days_requested,
      items: report.items.map((item) => ({
        itemId: item.item_id,
        institutionId: item.institution_id,
        institutionName: item.institution_name,
        updatedAt: item.date_last_updated,
        accounts: item.accounts,
      })),
      warnings: warnings.map(({ warning_code }) => warning_code),
    }),
  );
