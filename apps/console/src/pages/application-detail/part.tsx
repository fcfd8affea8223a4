import type { ReactNode } from "react";
import { FieldFacts } from "@/components/facts/field-facts.tsx";
import type { Field } from "@/components/facts/fields.ts";

/** A titled part of a section. */
export const Part = ({ title, children }: { title: string; children: ReactNode }) => (
  <section aria-label={title}>
    <h3 className="mb-1 text-xs font-medium text-muted-foreground">{title}</h3>
    {children}
  </section>
);

/** Such a part that has nothing but facts. */
export const FieldPart = ({ title, fields }: { title: string; fields: Field[] }) => (
  <Part title={title}>
    <FieldFacts fields={fields} />
  </Part>
);
