import type { Context } from "hono";
import { z } from "zod";
import { MAGIC_EINS } from "./course.ts";
import { type MiddeskError, refused } from "./errors.ts";

const STATES =
  "AL AK AZ AR CA CO CT DE FL GA HI ID IL IN IA KS KY LA ME MD MA MI MN MS MO MT NE NV NH NJ NM NY NC ND OH OK OR PA RI SC SD TN TX UT VT VA WA WV WI WY".split(
    " ",
  );
const LONGEST_COLLATERAL = 10_000;
/** The one state that taxes what is secured. */
const TAXING_STATE = "TN";

const filled = (name: string) =>
  z
    .string({ error: `${name} can't be blank` })
    .trim()
    .min(1, `${name} can't be blank`);
const stateCode = z.enum(STATES, { error: "State is not included in the list" });

const addressSchema = z.strictObject({
  address_line1: filled("Address line1"),
  address_line2: z.string().optional(),
  city: filled("City"),
  state: stateCode,
  postal_code: filled("Postal code"),
});
export type Address = z.output<typeof addressSchema>;

/** "1 Main St, Suite 5, Fresno, CA 93650", read into its parts. */
const FULL_ADDRESS =
  /^(?<address_line1>[^,]+)(?:, (?<address_line2>.+))?, (?<city>[^,]+), (?<state>[A-Z]{2}) (?<postal_code>\d{5}(?:-\d{4})?)$/;

/** Of a business it is not asked whether its state is one of the list. */
const fullAddressSchema = z
  .strictObject({ full_address: filled("Full address") })
  .transform(({ full_address }) => FULL_ADDRESS.exec(full_address)?.groups ?? {})
  .pipe(addressSchema.extend({ state: filled("State") }));

/** A state as Middesk writes it in an address: null for those that are not in its list. */
export const listedState = (state: string): string | null => (STATES.includes(state) ? state : null);

/** Of a business an address may be given in one line; what is wrong is told of the way in which it was given. */
const writtenAddressSchema = z.union([fullAddressSchema, addressSchema], {
  error: (issue) => {
    if (issue.code !== "invalid_union") return undefined;
    const isOneLine =
      typeof issue.input === "object" && issue.input !== null && "full_address" in issue.input;
    return issue.errors[isOneLine ? 0 : 1]?.[0]?.message ?? "";
  },
});

/** An address in one line. */
export function oneLine(address: Address): string {
  const { address_line1, address_line2, city, postal_code } = address;
  return [address_line1, address_line2, city, `${address.state} ${postal_code}`].filter(Boolean).join(", ");
}

const tinSchema = z
  .string()
  .transform((tin) => tin.replaceAll("-", ""))
  .refine((tin) => /^\d{9}$/.test(tin), "Tin is the wrong length (should be 9 characters)")
  .refine((tin) => tin !== MAGIC_EINS.invalid, "Tin is invalid");

const businessSchema = z.strictObject({
  name: filled("Name"),
  addresses: z
    .array(writtenAddressSchema, { error: "Addresses can't be blank" })
    .min(1, "Addresses can't be blank"),
  tin: z.strictObject({ tin: tinSchema }).optional(),
  people: z.array(z.strictObject({ name: filled("Name"), phone: z.string().optional() })).default([]),
  external_id: z.string().optional(),
  unique_external_id: z.string().min(1).optional(),
  orders: z.array(z.strictObject({ product: z.enum(["identity", "tin"]) })).default([]),
});
export type BusinessRequest = z.output<typeof businessSchema>;

const lienSchema = z
  .strictObject({
    state: stateCode,
    debtors: z
      .array(
        z.strictObject({
          organization_name: filled("Organization name"),
          addresses: z.tuple([addressSchema], { error: "Addresses must hold one address" }),
        }),
        { error: "Debtors can't be blank" },
      )
      .min(1, "Debtors can't be blank"),
    collateral: z.string().min(1).max(LONGEST_COLLATERAL).optional(),
    loan_principal_amount_cents: z.int().min(0).optional(),
  })
  .refine((lien) => lien.state !== TAXING_STATE || (lien.loan_principal_amount_cents ?? 0) > 0, {
    message: "Loan principal amount cents must be greater than 0 for filings in TN",
    path: ["loan_principal_amount_cents"],
  });
export type LienRequest = z.output<typeof lienSchema>;

/** The business a call describes; ends the call with 422 when it is none. */
export const readBusiness = (c: Context): Promise<BusinessRequest> => read(c, businessSchema, 422);

/** The lien a call describes; ends the call with 400 when it is none. */
export const readLien = (c: Context): Promise<LienRequest> => read(c, lienSchema, 400);

async function read<Schema extends z.ZodType>(
  c: Context,
  schema: Schema,
  status: 400 | 422,
): Promise<z.output<Schema>> {
  const body: unknown = await c.req.json().catch(() => undefined);
  const parsed = schema.safeParse(body);
  if (parsed.success) return parsed.data;
  const errors = parsed.error.issues.map(
    ({ message, path: [field] }): MiddeskError =>
      field === undefined ? { message } : { message, parameter: String(field) },
  );
  throw refused(status, errors);
}

const pageSchema = z.object({
  page: z.coerce.number().int().min(1).default(1),
  per_page: z.coerce.number().int().min(1).max(100).default(25),
});

/** The page of a list that a call asks for, as Middesk writes it. */
export function onePage<Entry, Written>(
  c: Context,
  list: readonly Entry[],
  written: (entry: Entry) => Written,
) {
  const asked = pageSchema.safeParse(c.req.query());
  if (!asked.success) throw refused(400);
  const { page, per_page } = asked.data;
  const data = list.slice((page - 1) * per_page, page * per_page).map(written);
  return { object: "list", data, has_more: list.length > page * per_page, total_count: list.length };
}
