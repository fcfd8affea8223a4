import type { ImportedUser } from "@countinghouse/validators/users/imported-user";
import { DomainError } from "../../errors.ts";

export type ImportField = keyof ImportedUser;

/** The headers each field is known by, besides its own name. Case, spaces and punctuation make no difference. */
const SYNONYMS: Record<ImportField, readonly string[]> = {
  externalId: ["id", "customer id", "customer number", "user id", "account id", "record id"],
  firstname: ["first", "given name", "forename"],
  lastname: ["last", "surname", "family name"],
  email: ["e-mail address", "mail"],
  phone: ["phone number", "telephone", "mobile", "mobile phone", "cell", "cell phone"],
  ssn: ["social security", "social security number"],
  ein: ["tax id", "ein tax", "federal tax id", "employer identification number", "fein"],
  dob: ["date of birth", "birth date", "birthday"],
  currentAddress: ["address", "address 1", "address line 1", "street", "street address"],
  city: ["town"],
  state: ["state code", "province"],
  zipcode: ["zip", "postal code", "postcode"],
  companyName: ["legal name", "legal business name", "legal company name"],
  businessName: ["business", "company", "doing business as", "dba", "trade name"],
  businessType: ["entity type", "legal form", "company type"],
  businessCategory: ["category", "industry"],
  naicsCode: ["naics"],
  businessStartDate: ["start date", "date established", "established", "founded"],
  occupation: ["job", "job title", "profession"],
  platform: ["gig platform"],
};

const FIELDS = new Map(
  Object.keys(SYNONYMS)
    .filter(isImportField)
    .flatMap((field) => [field, ...SYNONYMS[field]].map((name) => [canonical(name), field] as const)),
);

/** What each column of a file is: a field of ours, or null where it is not understood. */
export interface ColumnMap {
  fields: (ImportField | null)[];
  /** Headers that are not understood, or say again what an earlier column says. */
  ignored: string[];
}

/** Finds the field of each header. Throws INVALID when there is none that is understood. */
export function mapColumns(headers: readonly string[]): ColumnMap {
  const taken = new Set<ImportField>();
  const fields = headers.map((header) => {
    const field = FIELDS.get(canonical(header));
    if (!field || taken.has(field)) return null;
    taken.add(field);
    return field;
  });
  if (taken.size === 0) {
    throw new DomainError(
      "INVALID",
      `No column of this file is understood. It has: ${headers.join(", ")}. Understood are: ${Object.keys(SYNONYMS).join(", ")}.`,
    );
  }
  return { fields, ignored: headers.filter((_, index) => fields[index] === null) };
}

/** The cells of a row under the names of our fields. */
export function namedCells(
  fields: ColumnMap["fields"],
  cells: readonly string[],
): Partial<Record<ImportField, string>> {
  return Object.fromEntries(fields.flatMap((field, index) => (field ? [[field, cells[index]]] : [])));
}

function canonical(header: string): string {
  return header.toLowerCase().replace(/[^a-z0-9]/g, "");
}

function isImportField(name: string): name is ImportField {
  return name in SYNONYMS;
}
