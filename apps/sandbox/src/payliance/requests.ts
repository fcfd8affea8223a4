import type { Context } from "hono";
import { z } from "zod";
import { type FieldErrors, invalid } from "./errors.ts";

const reference = z.string().min(1);
const day = z
  .string()
  .regex(/^\d{4}-\d{2}-\d{2}/)
  .transform((text) => text.slice(0, 10));

const payment = {
  UniqueTranId: z.string().min(1).max(50),
  Routing: z.string().regex(/^\d{9}$/),
  AccountNumber: z.string().regex(/^\d{2,17}$/),
  CheckNumber: z.string().regex(/^\d{1,15}$/),
  CheckAmount: z
    .union([z.string(), z.number().transform(String)])
    .pipe(z.string().regex(/^\d{1,10}(\.\d{1,2})?$/))
    .transform(parseCents)
    .refine((cents) => cents > 0),
  AccountType: z.enum(["Personal Checking", "Personal Saving", "Business Checking", "Business Saving"]),
  FirstName: z.string().min(1),
  LastName: z.string().min(1),
  CompanyName: z.string().default(""),
  WebType: z.enum(["S", "R"]).optional(),
};

/** An entry of the web says whether it is a single or a recurring one. */
const ofWeb = (request: { SecCode: string; WebType?: string | undefined }): boolean =>
  request.SecCode !== "WEB" || request.WebType !== undefined;
const webType = { path: ["WebType"], message: "missing" };

export const DEBIT = z
  .object({ ...payment, SecCode: z.enum(["WEB", "PPD", "CCD", "TEL", "RCC"]) })
  .refine(ofWeb, webType);
export const CREDIT = z.object({ ...payment, SecCode: z.enum(["WEB", "PPD", "CCD"]) }).refine(ofWeb, webType);
export const RETRIEVE = z
  .object({ UniqueTranId: reference.optional(), AuthorizationId: reference.optional() })
  .refine((asked) => asked.UniqueTranId !== undefined || asked.AuthorizationId !== undefined, {
    path: ["UniqueTranId"],
  });
export const OF_ONE = z.object({ AuthorizationId: reference });
export const REPORT = z.object({
  Start: day,
  End: day,
  ExcludeReturnedItems: z.boolean().default(false),
  PageId: z.string().nullish(),
});

/** What is asked of a debit and of a credit alike; the amount is in cents. */
export type PaymentRequest = z.output<typeof DEBIT>;
export type ReportRequest = z.output<typeof REPORT>;

const FIELDS = new Map(
  [...Object.keys(payment), "SecCode", "AuthorizationId", ...Object.keys(REPORT.shape)].map((name) => [
    name.toLowerCase(),
    name,
  ]),
);

/** The body of a request, checked; names of fields are taken in any case. Throws the vendor's answer to any other. */
export async function readRequest<Schema extends z.ZodType>(
  c: Context,
  schema: Schema,
): Promise<z.output<Schema>> {
  const body: unknown = await c.req.json().catch(() => undefined);
  if (typeof body !== "object" || body === null)
    throw invalid({ "": ["A non-empty request body is required."] });
  const named = Object.fromEntries(
    Object.entries(body).map(([name, value]) => [FIELDS.get(name.toLowerCase()) ?? name, value]),
  );
  const parsed = schema.safeParse(named);
  if (parsed.success) return parsed.data;
  throw invalid(fieldErrors(named, parsed.error.issues));
}

function fieldErrors(body: Record<string, unknown>, issues: readonly z.core.$ZodIssue[]): FieldErrors {
  const wrong = [...new Set(issues.map(({ path }) => String(path[0] ?? "")))];
  return Object.fromEntries(
    wrong.map((field) => [
      field,
      [body[field] === undefined ? `The ${field} field is required.` : `The field ${field} is not valid.`],
    ]),
  );
}

function parseCents(dollars: string): number {
  const [whole = "", fraction = ""] = dollars.split(".");
  return Number(whole) * 100 + Number(fraction.padEnd(2, "0"));
}
