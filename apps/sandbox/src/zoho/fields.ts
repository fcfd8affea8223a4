import { z } from "zod";
import { type ZohoError, zohoError } from "./errors.ts";

export const ZOHO_MODULES = ["Deals", "Contacts", "Leads"] as const;
export type ZohoModule = (typeof ZOHO_MODULES)[number];
export type Fields = Record<string, unknown>;

export const STAGES = [
  "Underwriting",
  "Waiting for Docs",
  "Funding Review",
  "Closed Won",
  "Closed Lost",
] as const;

const text = z.string().max(255).nullable();
const currency = z.number().multipleOf(0.01).nullable();
const person = {
  First_Name: text,
  Last_Name: z.string().min(1).max(80),
  Email: z.email().max(100).nullable(),
  Phone: z.string().max(30).nullable(),
  DNF: z.boolean(),
  DNF_Reason: text,
};

const SCHEMAS = {
  Deals: z.strictObject({
    Deal_Name: z.string().min(1).max(120),
    Stage: z.enum(STAGES),
    Decline_Reason: text,
    Lead_Source: text,
    Contact_Name: z.strictObject({ id: z.string().regex(/^\d+$/) }),
    Pipeline: text,
    Closing_Date: z.iso.date().nullable(),
    Payment_Amount: currency,
    Funded_Amount: currency,
    Disbursement_Amount: currency,
    Repay_Amount: currency,
    Approved_Amount: currency,
    Discount_Amount: currency,
    Manual_Adjustment_Reason: text,
  }),
  Contacts: z.strictObject({
    ...person,
    Date_of_Birth: z.iso.date().nullable(),
    Mailing_Street: text,
    Mailing_City: text,
    Mailing_State: text,
    Mailing_Zip: text,
  }),
  Leads: z.strictObject({ ...person, Company: text }),
} as const satisfies Record<ZohoModule, z.ZodObject>;

const REQUIRED: Record<ZohoModule, readonly string[]> = {
  Deals: ["Deal_Name", "Stage"],
  Contacts: ["Last_Name"],
  Leads: ["Last_Name"],
};

/** What is wrong with the fields of a record that is to be added or changed, as Zoho says it. */
export function fieldError(
  module: ZohoModule,
  fields: Fields,
  { isNew }: { isNew: boolean },
): ZohoError | undefined {
  const missing = isNew && REQUIRED[module].find((name) => fields[name] === undefined);
  if (missing) return missingField(missing);
  if (Object.keys(fields).length === 0) return zohoError("INVALID_DATA", "Specify Atleast one field");
  const [issue] = SCHEMAS[module].partial().safeParse(fields).error?.issues ?? [];
  if (!issue) return undefined;
  const name = String(issue.code === "unrecognized_keys" ? issue.keys[0] : issue.path[0]);
  const details = { api_name: name, json_path: `$.data[0].${name}` };
  return name === "Stage"
    ? zohoError("MAPPING_MISMATCH", "Pipeline doesn't contain the Stage", details)
    : zohoError("INVALID_DATA", "invalid data", details);
}

/** The error of a record without a field it needs. */
export function missingField(name: string): ZohoError {
  return zohoError("MANDATORY_NOT_FOUND", "required field not found", {
    api_name: name,
    json_path: `$.data[0].${name}`,
  });
}
