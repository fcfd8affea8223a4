import { z } from "zod";

/** What stands in `docs/settings.md` and in a complaint beside the schema itself. */
export interface Description {
  /** What it is for: a sentence or two. */
  what: string;
  /** A value as it may be set; never a real secret. */
  example: string;
  /** What to do to get one, where that is no matter of choice. */
  make?: string;
  /** Production does not start without it, though the schema allows that elsewhere. */
  inProduction?: true;
}

/** The schema of a setting, with what there is to say about it. */
export const setting = <Schema extends z.ZodType>(schema: Schema, description: Description): Schema =>
  schema.meta({ setting: description });

/** What was said about a setting. Throws for a schema that is none. */
export function describeSetting(schema: z.ZodType): Description {
  const description = schema.meta()?.setting as Description | undefined;
  if (description === undefined) throw new Error("A setting has no description.");
  return description;
}

export const text = z.string().min(1, "must not be empty");
/** Where a PostgreSQL is. */
export const postgres = z.string().regex(/^postgres(ql)?:\/\//, "must be a postgresql:// address");

export const url = z.url("must be an address with its protocol");
export const port = z.coerce.number().int().min(1).max(65_535);
export const flag = z.stringbool();

/** A whole number within these bounds, with what it is where nobody says. */
export const whole = (least: number, most: number, standard: number) =>
  z.coerce.number().int().min(least).max(most).default(standard);

/** Milliseconds, `least` at the fewest. */
export const milliseconds = (least: number, standard: number) =>
  z.coerce.number().int().min(least).default(standard);

/** 32 random bytes or more, in base64. */
export const key = z
  .base64("must be 32 random bytes or more, in base64")
  .refine((value) => Buffer.from(value, "base64").length >= 32, "must hold 32 bytes or more");

/** Names of hosts, separated by commas; one that begins with a dot stands for all below it. */
export const hosts = z
  .string()
  .regex(
    /^\.?[\w-]+(\.[\w-]+)+(\s*,\s*\.?[\w-]+(\.[\w-]+)+)*$/,
    "must be names of hosts, separated by commas",
  )
  .transform((value) => value.toLowerCase().split(/\s*,\s*/));

/** One such key or several, separated by commas; the first is used, what the others made is still taken. */
export const keys = text
  .transform((value) => value.split(",").map((each) => each.trim()))
  .pipe(z.array(key).min(1));

export const MAKE_KEY = "openssl rand -base64 32";
