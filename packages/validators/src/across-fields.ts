import type { z } from "zod";

/** Says on which field a rule is broken; null breaks none. */
type Refuse<Field extends string> = (field: Field, message: string | null) => void;

/**
 * Adds rules across the fields of a form. They are told together with what is wrong with single fields: zod leaves such
 * rules out while any field is wrong. A field that is wrong by itself is left out of what the rules are given.
 */
export const withRules = <Schema extends z.ZodObject>(
  schema: Schema,
  rules: (typed: Partial<z.output<Schema>>, refuse: Refuse<keyof z.output<Schema> & string>) => void,
): Schema =>
  schema.superRefine(
    (typed, context) => {
      const wrong = new Set(context.issues.map(({ path }) => path?.[0]));
      const sound = Object.entries(typed).filter(([field]) => !wrong.has(field));
      rules(Object.fromEntries(sound) as Partial<z.output<Schema>>, (field, message) => {
        if (message !== null) context.addIssue({ code: "custom", path: [field], message });
      });
    },
    { when: ({ value }) => typeof value === "object" && value !== null },
  );
