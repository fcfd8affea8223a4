import { MAX_AMOUNT_CENTS } from "@countinghouse/validators/money";
import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { z } from "zod";
import { appRouter } from "./router.ts";

interface Field {
  /** The procedure, and the way to the field in its input. */
  path: string;
  name: string;
  schema: z.core.$ZodType;
}

/** At run time the router keeps its procedures flat, by their whole path. */
const ROUTED = appRouter._def.procedures as unknown as Record<
  string,
  { _def: { inputs: readonly z.core.$ZodType[] } }
>;

const FIELDS = Object.entries(ROUTED).flatMap(([path, { _def }]) =>
  _def.inputs.flatMap((input) => fieldsIn(input, path, "")),
);
const CENTS = FIELDS.filter(({ name }) => /cents$/i.test(name));

/** Every field of an input, however deep; what stands in a list has the list's name. */
function fieldsIn(schema: z.core.$ZodType, path: string, name: string): Field[] {
  const { def } = (schema as z.core.$ZodTypes)._zod;
  const field = (at: string, named: string, held: z.core.$ZodType): Field[] => [
    { path: at, name: named, schema: held },
    ...fieldsIn(held, at, named),
  ];
  switch (def.type) {
    case "object":
      return Object.entries(def.shape).flatMap(([key, held]) => field(`${path}.${key}`, key, held));
    case "array":
      return field(`${path}[]`, name, def.element);
    case "record":
      return field(`${path}{}`, name, def.valueType);
    case "union":
      return def.options.flatMap((option) => fieldsIn(option, path, name));
    case "optional":
    case "nullable":
    case "default":
      return fieldsIn(def.innerType, path, name);
    case "pipe":
      return fieldsIn(def.in, path, name);
    case "string":
    case "number":
    case "boolean":
    case "enum":
    case "literal":
    case "date":
      return [];
    default:
      throw new Error(`${path} is a ${def.type}: say here which fields it has.`);
  }
}

const takes = ({ schema }: Field, value: unknown): boolean => z.safeParse(schema, value).success;

describe("money that a procedure takes", () => {
  it("stands as reviewed: a new or renamed amount is a change of this table", () => {
    expect(CENTS.map(({ path }) => path).toSorted()).toMatchInlineSnapshot(`
      [
        "approvals.setRule.rule.dayOverCents",
        "approvals.setRule.rule.overCents",
        "automation.run.typedTotalCents",
        "bulkJobs.startPayments.items[].amountCents",
        "bulkJobs.startPayments.items[].seen.balanceCents",
        "paymentSchedules.process.amountCents",
        "paymentSchedules.process.confirmed.seen.balanceCents",
        "paymentSchedules.update.amountCents",
        "payments.recordManual.amountCents",
        "payments.recordManual.confirmed.seen.balanceCents",
        "payments.run.amountCents",
        "payments.run.confirmed.seen.balanceCents",
        "promises.change.amountCents",
        "promises.record.amountCents",
        "settings.set.amountCents",
        "users.edit.approvedAmountCents",
        "users.edit.discountAmountCents",
        "users.edit.paybackAmountCents",
        "users.edit.paymentAmountCents",
        "users.edit.schedule[].amountCents",
      ]
    `);
  });

  it("is whole cents: no field of any procedure takes a fraction", () => {
    const fractions = [12.5, 0.01, 0.1 + 0.2];
    expect(
      FIELDS.filter((field) => fractions.some((value) => takes(field, value))).map(({ path }) => path),
    ).toEqual([]);
  });

  it("says so in its name: no field that is called after money holds a number or a text without being cents", () => {
    const money =
      /amount|price|fee|balance|cost|money|dollar|usd|pay(back|off)|principal|total|discount$|ceiling/i;
    const samples = [12, "12", "12.00"];
    expect(
      FIELDS.filter((field) => !CENTS.includes(field) && money.test(field.name))
        .filter((field) => samples.some((value) => takes(field, value)))
        .map(({ path }) => path),
    ).toEqual([]);
  });

  it.each(CENTS)("$path takes whole cents up to the largest amount, and no text and no fraction", (field) => {
    for (const value of ["12", "12.00", "", 12.5, Number.NaN, 1e20, Number.POSITIVE_INFINITY, 12n, true])
      expect(takes(field, value)).toBe(false);
    const cents = fc.integer({ min: 1, max: MAX_AMOUNT_CENTS });
    const fraction = fc.double().filter((value) => !Number.isSafeInteger(value));
    fc.assert(
      fc.property(cents, fraction, fc.string(), (whole, broken, text) => {
        expect(takes(field, whole)).toBe(true);
        for (const value of [String(whole), (whole / 100).toFixed(2), broken, text])
          expect(takes(field, value)).toBe(false);
      }),
    );
  });
});
