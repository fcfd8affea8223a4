import { z } from "zod";

/** A field that is shown where it can be read: null where it is left out, null, or in a form that is not known. */
export const nullUnlessRead = <Schema extends z.ZodType>(schema: Schema) =>
  z
    .unknown()
    .optional()
    .transform((value): z.output<Schema> | null => {
      const read = schema.safeParse(value);
      return read.success ? read.data : null;
    });

/** The entries of a list that can be read, without the others. */
export const entriesRead = <Schema extends z.ZodType>(entry: Schema) =>
  z.array(z.unknown()).transform((list): z.output<Schema>[] =>
    list.flatMap((value) => {
      const read = entry.safeParse(value);
      return read.success ? [read.data] : [];
    }),
  );

/** The same of a list that may be left out: then there are none. */
export const entriesIfAny = <Schema extends z.ZodType>(entry: Schema) =>
  nullUnlessRead(entriesRead(entry)).transform((entries): z.output<Schema>[] => entries ?? []);
