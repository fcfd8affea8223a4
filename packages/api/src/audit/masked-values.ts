import { type PersonalField, seesWhole, shownTo } from "@countinghouse/validators/masking";
import type { Role } from "@countinghouse/validators/roles";

type Masked = Extract<PersonalField, "dob" | "routing">;

/** By which names personal data stands in events that is not kept as a digest. */
const NAMES: Record<string, Masked> = { dob: "dob", routing: "routing", wireRouting: "routing" };

/** The values of an event as this role may see them. */
export function maskValues(role: Role, value: unknown): unknown {
  if (Array.isArray(value)) return value.map((each) => maskValues(role, each));
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, member]) => {
      const field = NAMES[name];
      return [
        name,
        field !== undefined && typeof member === "string"
          ? shownTo(role, field, member)
          : maskValues(role, member),
      ];
    }),
  );
}

/** The same in SQL, of JSON as text: `sql` is an expression of type jsonb. Nothing of a masked value is left. */
export function maskedSql(role: Role, sql: string): string {
  const hidden = Object.keys(NAMES).filter((name) => !seesWhole(role, NAMES[name] as Masked));
  if (hidden.length === 0) return `(${sql})::text`;
  return `regexp_replace((${sql})::text, '"(${hidden.join("|")})": "[^"]*"', '"\\1": "***"', 'g')`;
}
