import { z } from "zod";
import { RowVersion } from "../paging.ts";
import { looksSensitive } from "../sensitive-text.ts";
import { requiredText, storableText } from "../text.ts";
import { NARROWEST_COLUMN, WIDEST_COLUMN } from "./widths.ts";

/** The name of a list in the console: what its table is labelled, in kebab-case. */
const ListName = z
  .string()
  .regex(/^[a-z0-9]+(-[a-z0-9]+)*$/)
  .max(80);

const ColumnName = z
  .string()
  .regex(/^[\w.-]+$/)
  .max(60);
const ColumnNames = z.array(ColumnName).max(80);

/**
 * How the columns of a list stand, where that differs from how they come. Columns that it does not know, since they were
 * added later, stand where they come.
 */
export const ColumnLayout = z.strictObject({
  version: z.literal(1),
  /** From left to right. */
  order: ColumnNames,
  hidden: ColumnNames,
  /** In sight while the table scrolls sideways, beside the first. */
  pinned: ColumnNames,
  widths: z.record(ColumnName, z.number().int().min(NARROWEST_COLUMN).max(WIDEST_COLUMN)),
});
export type ColumnLayout = z.infer<typeof ColumnLayout>;

/** What an address may say of a list: no text that names a person. */
const ParamValue = storableText()
  .max(400)
  .refine((text) => !looksSensitive(text), "A search for a person cannot be saved in a view.");

/** What a view shows: filters and sort as they stand in the address, and columns; null where they stand as they come. */
export const ViewContent = z.strictObject({
  version: z.literal(1),
  params: z
    .record(z.string().regex(/^\w+$/).max(40), ParamValue)
    .refine((params) => Object.keys(params).length <= 40),
  columns: ColumnLayout.nullable(),
});
export type ViewContent = z.infer<typeof ViewContent>;

const VIEW_NAME_MAX_LENGTH = 60;
const ViewName = requiredText("Name", VIEW_NAME_MAX_LENGTH);
const ViewId = z.uuid();

/** The columns of a list for the actor alone; null for as they come. */
export const ArrangeList = z.strictObject({ list: ListName, columns: ColumnLayout.nullable() });
export type ArrangeList = z.infer<typeof ArrangeList>;

/** The view that a list opens with for the actor; null for none. */
export const OpenListWith = z.strictObject({ list: ListName, viewId: ViewId.nullable() });
export type OpenListWith = z.infer<typeof OpenListWith>;

export const SaveView = z.strictObject({
  list: ListName,
  name: ViewName,
  isShared: z.boolean(),
  content: ViewContent,
});
export type SaveView = z.infer<typeof SaveView>;

/** `version` is the one that was read: a view changed since then is not overwritten. */
export const ChangeView = z.strictObject({
  id: ViewId,
  version: RowVersion,
  name: ViewName,
  isShared: z.boolean(),
  content: ViewContent,
});
export type ChangeView = z.infer<typeof ChangeView>;

export const DeleteView = z.strictObject({ id: ViewId });
export type DeleteView = z.infer<typeof DeleteView>;
