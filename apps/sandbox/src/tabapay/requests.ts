import type { Context } from "hono";
import { z } from "zod";
import { refused } from "./errors.ts";

const accountId = z.string().refine((id) => /^[\w-]{22}$/.test(id) || /^tok_\d{7,18}$/.test(id));
const referenceID = z.string().regex(/^[\w-]{1,15}$/);

/** An account is named by its id. Cards themselves are taken by the accounts call only. */
export const transactionSchema = z.object({
  referenceID,
  type: z.enum(["pull", "push"]),
  accounts: z.object({ sourceAccountID: accountId, destinationAccountID: accountId }),
  currency: z.literal("840").default("840"),
  amount: z
    .string()
    .regex(/^\d{1,10}\.\d{2}$/)
    .transform((dollars) => Number(dollars.replace(".", "")))
    .pipe(z.number().positive()),
});

const cardSchema = z.object({
  accountNumber: z
    .string()
    .regex(/^\d{13,19}$/)
    .refine(passesLuhn),
  expirationDate: z.string().regex(/^\d{6}$/),
  securityCode: z
    .string()
    .regex(/^\d{3,4}$/)
    .optional(),
});

export const accountSchema = z.object({
  referenceID,
  card: cardSchema,
  owner: z.object({ name: z.object({ first: z.string().min(1), last: z.string().min(1) }) }),
});

export const cardQuerySchema = z.object({ account: z.object({ accountID: accountId }) });

/**
 * The body of a call, checked. Throws TabaPay's 400 for one that is not packed, and for the first field that is
 * missing or wrong, by its name; 415 for one that is not said to be JSON.
 */
export async function readRequest<Schema extends z.ZodType>(
  c: Context,
  schema: Schema,
): Promise<z.output<Schema>> {
  if (!c.req.header("content-type")?.startsWith("application/json")) throw refused(415);
  const text = await c.req.text();
  if (!isPacked(text)) throw refused(400, "JSON NOT PACKED");
  const parsed = schema.safeParse(parsedJson(text));
  if (parsed.success) return parsed.data;
  throw refused(400, parsed.error.issues[0]?.path.join(".") || "JSON");
}

/** Without space between its parts. */
const isPacked = (json: string): boolean => !/\s/.test(json.replaceAll(/"(?:[^"\\]|\\.)*"/g, ""));

function parsedJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw refused(400, "JSON");
  }
}

function passesLuhn(digits: string): boolean {
  const sum = Array.from(digits)
    .toReversed()
    .map((digit, index) => Number(digit) * (index % 2 === 0 ? 1 : 2))
    .reduce((total, value) => total + (value > 9 ? value - 9 : value), 0);
  return sum % 10 === 0;
}
