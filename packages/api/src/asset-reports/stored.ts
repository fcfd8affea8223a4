import type { SealedPlace } from "@countinghouse/db/vault";
import { z } from "zod";

const Account = z.object({
  accountId: z.string(),
  name: z.string(),
  mask: z.string().nullable(),
  type: z.string(),
  subtype: z.string().nullable(),
  availableCents: z.int().nullable(),
  currentCents: z.int().nullable(),
  currency: z.string().nullable(),
  daysAvailable: z.number(),
  owners: z.array(
    z.object({
      names: z.array(z.string()),
      phoneNumbers: z.array(z.string()),
      emails: z.array(z.string()),
      addresses: z.array(
        z.object({
          street: z.string(),
          city: z.string().nullable(),
          region: z.string().nullable(),
          postalCode: z.string().nullable(),
          country: z.string().nullable(),
        }),
      ),
    }),
  ),
  transactions: z.array(
    z.object({
      transactionId: z.string(),
      date: z.iso.date(),
      originalDescription: z.string().nullable(),
      amountCents: z.int(),
      currency: z.string().nullable(),
      pending: z.boolean(),
    }),
  ),
});

const Instant = z.codec(z.iso.datetime(), z.date(), {
  decode: (text) => new Date(text),
  encode: (at) => at.toISOString(),
});

/** A report as it is kept: what the provider gave, without the balance of each day, which no screen shows. */
export const StoredReport = z.object({
  generatedAt: Instant,
  days: z.number(),
  items: z.array(z.object({ itemId: z.string(), institutionName: z.string(), accounts: z.array(Account) })),
});
export type StoredReport = z.output<typeof StoredReport>;

/** Where a report's token is sealed. */
export const tokenPlace = (rowId: number): SealedPlace => ({
  table: "asset_report",
  column: "token_sealed",
  rowId,
});
