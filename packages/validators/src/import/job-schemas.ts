import { z } from "zod";
import { command } from "../request-id.ts";
import {
  IMPORT_ENCODINGS,
  LAST_HEADER_LINE,
  READING_CHOICES,
  SOURCE_PATTERN,
  WRONG_HEADER_LINE,
} from "./job-rules.ts";
import { TABLE_KINDS } from "./kinds.ts";
import { UNDO_STEPS } from "./undo.ts";

const MOST_HEADERS = 500;
const HEADER_LENGTH = 200;
const PLACE_LENGTH = 400;
const MOST_TABLES = 1_000;
/** A spreadsheet has no more. */
const MOST_COLUMNS = 16_384;

const HeaderLine = z
  .int(WRONG_HEADER_LINE)
  .min(1, WRONG_HEADER_LINE)
  .max(LAST_HEADER_LINE, WRONG_HEADER_LINE)
  .nullable();

const TableChoices = z
  .array(
    z.strictObject({
      place: z.string().max(PLACE_LENGTH),
      kind: z.enum(TABLE_KINDS).nullable().optional(),
      columns: z
        .array(
          z.strictObject({
            position: z.int().min(1).max(MOST_COLUMNS),
            field: z.string().max(HEADER_LENGTH).nullable(),
          }),
        )
        .max(MOST_COLUMNS),
      headerLine: z.int().min(0).max(LAST_HEADER_LINE).optional(),
      paidIn: z.enum(READING_CHOICES.paidIn).optional(),
    }),
  )
  .max(MOST_TABLES);

/** How the files of an import are to be read and brought. */
const ImportSettingsInput = z.strictObject({
  source: z
    .string()
    .regex(SOURCE_PATTERN, "Use lower-case letters, digits and hyphens, at most 40, such as oldsystem."),
  strict: z.boolean(),
  update: z.boolean(),
  encoding: z.enum(IMPORT_ENCODINGS).nullable(),
  separator: z.enum(["comma", "semicolon", "tab", "pipe"]).nullable(),
  dates: z.enum(READING_CHOICES.dates).nullable(),
  numbers: z.enum(READING_CHOICES.numbers).nullable(),
  signs: z.enum(READING_CHOICES.signs).nullable().optional(),
  paidIn: z.enum(READING_CHOICES.paidIn).nullable().optional(),
  headerLine: HeaderLine.optional(),
  tables: TableChoices.optional(),
  leaveOutHidden: z.boolean().optional(),
  mapping: z
    .record(z.string().max(HEADER_LENGTH), z.string().max(HEADER_LENGTH).nullable())
    .refine((mapping) => Object.keys(mapping).length <= MOST_HEADERS, "There are too many columns."),
});

/** One import. */
export const GetImport = z.strictObject({ id: z.uuid() });
export type GetImport = z.infer<typeof GetImport>;

/** Makes the plan of an import, or makes it anew. */
export const PlanImport = command(z.strictObject({ id: z.uuid(), settings: ImportSettingsInput }));
export type PlanImport = z.infer<typeof PlanImport>;

/** Begins an import; the digest is that of the plan that was looked at. */
export const StartImport = command(z.strictObject({ id: z.uuid(), digest: z.string().length(64) }));
export type StartImport = z.infer<typeof StartImport>;

/** Pauses, resumes or discards an import. */
export const ChangeImport = command(z.strictObject({ id: z.uuid() }));
export type ChangeImport = z.infer<typeof ChangeImport>;

/** Undoes an import, step by step: looks what would go, begins, pauses, resumes. */
export const UndoImport = command(z.strictObject({ id: z.uuid(), step: z.enum(UNDO_STEPS) }));
export type UndoImport = z.infer<typeof UndoImport>;

const FOUND = "found";
const orFound = <Value extends string>(values: readonly [Value, ...Value[]]) =>
  z
    .enum([FOUND, ...values] as [typeof FOUND, ...Value[]])
    .transform((value) => (value === FOUND ? null : (value as Value)));

/** The same as a form has it: what is left to be found out is "found", or an empty line. */
export const importSettingsForm = ImportSettingsInput.extend({
  encoding: orFound(IMPORT_ENCODINGS),
  separator: orFound(["comma", "semicolon", "tab", "pipe"]),
  dates: orFound(READING_CHOICES.dates),
  numbers: orFound(READING_CHOICES.numbers),
  signs: orFound(READING_CHOICES.signs),
  paidIn: orFound(READING_CHOICES.paidIn),
  headerLine: z
    .string()
    .trim()
    .regex(/^\d*$/, WRONG_HEADER_LINE)
    .transform((line) => (line === "" ? null : Number(line)))
    .pipe(HeaderLine),
});
