import { formatCents } from "../money.ts";
import { formatNewYork } from "../new-york.ts";
import { inWords } from "./rules.ts";

/** One value of an event before and after; null where there was none. */
export interface Difference {
  /** Where it stands in the event: `terms.approvedAmountCents`. */
  path: string;
  /** What its field is called. */
  label: string;
  before: string | null;
  after: string | null;
}

/** What fields are called where the words of their name are not it. */
const LABELS: Record<string, string> = {
  apr: "APR",
  crmId: "CRM id",
  dob: "Date of birth",
  ein: "EIN",
  externalAgency: "Agency",
  firstname: "First name",
  ip: "Address",
  isExternal: "With an agency",
  last4: "Last four digits",
  lastname: "Last name",
  naicsCode: "NAICS code",
  note: "Note",
  ssn: "SSN",
  userId: "User id",
  zipcode: "ZIP code",
  zohoId: "CRM id",
};

const fieldLabel = (path: string): string =>
  path
    .split(".")
    .map((name) => LABELS[name] ?? inWords(name.replace(/Cents$/, "")))
    .join(" › ");

type Json = null | boolean | number | string | Json[] | { [name: string]: Json };

/** Said instead of a secret: of two, only whether they are equal is known. */
const SECRET = "not shown";
const INSTANT = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(\.\d+)?Z$/;

function valueText(path: string, value: Json | undefined): string | null {
  if (value === undefined || value === null) return null;
  if (typeof value === "boolean") return value ? "Yes" : "No";
  if (typeof value === "number") return path.endsWith("Cents") ? formatCents(value) : String(value);
  if (typeof value === "string") {
    if (value.startsWith("sealed:")) return SECRET;
    return INSTANT.test(value) ? `${formatNewYork(new Date(value), "dateTime")} ET` : value;
  }
  if (!Array.isArray(value)) return Object.keys(value).length === 0 ? null : JSON.stringify(value);
  if (value.some((each) => typeof each === "object")) return JSON.stringify(value);
  return value.map((each) => valueText(path, each) ?? "").join(", ");
}

/** Objects are taken apart; what is in a list stays together. */
function jsonLeaves(value: Json | undefined, path = ""): Map<string, Json> {
  if (value === undefined || value === null) return new Map();
  if (typeof value !== "object" || Array.isArray(value)) return new Map([[path, value]]);
  return new Map(
    Object.entries(value).flatMap(([name, member]) => [
      ...jsonLeaves(member, path === "" ? name : `${path}.${name}`),
    ]),
  );
}

/**
 * What an event says, value by value: amounts in dollars, instants in New York, secrets not at all. Values that are the same
 * before and after are left out, those that are only before or only after are there.
 */
export function findDifferences(before: unknown, after: unknown): Difference[] {
  const [was, is] = [jsonLeaves(before as Json), jsonLeaves(after as Json)];
  return [...new Set([...was.keys(), ...is.keys()])]
    .filter((path) => JSON.stringify(was.get(path)) !== JSON.stringify(is.get(path)))
    .map((path) => ({
      path,
      label: fieldLabel(path === "" ? "value" : path),
      before: valueText(path, was.get(path)),
      after: valueText(path, is.get(path)),
    }));
}
