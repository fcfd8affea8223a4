import type { Prisma } from "./generated/prisma/client.ts";

/** `firstPaymentDate` as its column is called: `first_payment_date`. */
type ColumnName<Field extends string> = Field extends `${infer Letter}${infer Rest}`
  ? `${Letter extends Lowercase<Letter> ? Letter : `_${Lowercase<Letter>}`}${ColumnName<Rest>}`
  : "";

/** A value as the driver reads it: what may be longer than a number is a text. */
type Selected<Value> = Value extends bigint | Prisma.Decimal ? string : Value;

/** A value as PostgreSQL's to_json gives it: cents are numbers, instants and days are texts. */
type InJson<Value> = Value extends bigint | Prisma.Decimal ? number : Value extends Date ? string : Value;

/**
 * The row of a table as `SELECT *` gives it, from the generated type of its model: a column that is renamed or goes is missed
 * by the compiler where it is read. An enum whose values are mapped is to be typed beside it.
 */
export type SelectedRow<Model> = {
  [Field in keyof Model & string as ColumnName<Field>]: Selected<Model[Field]>;
};

/** The same as to_json gives it. */
export type JsonRow<Model> = {
  [Field in keyof Model & string as ColumnName<Field>]: InJson<Model[Field]>;
};
