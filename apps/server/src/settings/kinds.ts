import { z } from "zod";

/** The texts about a setting for `docs/settings.md`, `.env.example` and error messages. */
export interface Description {
  /** The purpose, in one or two sentences. */
  what: string;
  /** A valid value, never a real secret. */
  example: string;
  /** The command that generates a value. */
  make?: string;
  /** Required in production, optional elsewhere. */
  inProduction?: true;
}

/** Adds a description to the schema of a setting. */
export const setting = <Schema extends z.ZodType>(schema: Schema, description: Description): Schema =>
  schema.meta({ setting: description });

/** Returns the description of a setting. Throws for a schema without one. */
export function describeSetting(schema: z.ZodType): Description {
  const description = schema.meta()?.setting as Description | undefined;
  if (description === undefined) throw new Error("A setting has no description.");
  return description;
}

export const text = z.string().min(1, "must not be empty");
/** The address of a PostgreSQL database. */
export const postgres = z.string().regex(/^postgres(ql)?:\/\//, "must be a postgresql:// address");

export const url = z.url("must be an address that begins with a protocol");
export const port = z.coerce.number().int().min(1).max(65_535);
export const flag = z.stringbool();

/** A whole number within these bounds, with a default. */
export const whole = (least: number, most: number, standard: number) =>
  z.coerce.number().int().min(least).max(most).default(standard);

/** Milliseconds, `least` or more, with a default. */
export const milliseconds = (least: number, standard: number) =>
  z.coerce.number().int().min(least).default(standard);

/** 32 random bytes or more, in base64. */
export const key = z
  .base64("must be 32 random bytes or more, in base64")
  .refine((value) => Buffer.from(value, "base64").length >= 32, "must hold 32 bytes or more");

/** Host names, separated by commas; a leading dot includes all subdomains. */
export const hosts = z
  .string()
  .regex(/^\.?[\w-]+(\.[\w-]+)+(\s*,\s*\.?[\w-]+(\.[\w-]+)+)*$/, "must be host names, separated by commas")
  .transform((value) => value.toLowerCase().split(/\s*,\s*/));

/** One or more keys, separated by commas. The first one creates values; all are accepted. */
export const keys = text
  .transform((value) => value.split(",").map((each) => each.trim()))
  .pipe(z.array(key).min(1));

export const MAKE_KEY = "openssl rand -base64 32";
