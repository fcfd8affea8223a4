import { makeUuid } from "../random.ts";
import { BUSINESS_STATUSES, type BusinessStatus, LIEN_STATUSES, type LienStatus } from "./course.ts";

/**
 * "5eed" + what the id is of, the business's status, its lien's status and 0 + the user's number in the last group,
 * e.g. "5eed0330-0000-4000-8000-000000048213".
 */
const SPELLED = /^5eed([012])([0-5])([0-3])0-0000-4000-8000-(\d{12})$/;
const OF = { business: "0", lien: "1", document: "2" } as const;

/** What an id spells out. */
export interface Spelled {
  businessId: string;
  status: BusinessStatus;
  lien: { id: string; status: LienStatus } | null;
  userNumber: number;
}

/** Reads an id that spells out what it stands for; null for all others. */
export function spelledOut(id: string): Spelled | null {
  const [, , status, lien, number] = SPELLED.exec(id) ?? [];
  if (status === undefined || number === undefined) return null;
  const lienStatus = LIEN_STATUSES[Number(lien) - 1];
  return {
    businessId: spelledAs(id, OF.business),
    status: BUSINESS_STATUSES[Number(status)] ?? "open",
    lien: lienStatus ? { id: spelledAs(id, OF.lien), status: lienStatus } : null,
    userNumber: Number(number),
  };
}

/** The id of a lien's document. */
export function spellDocumentId(lienId: string): string {
  return SPELLED.test(lienId) ? spelledAs(lienId, OF.document) : makeUuid(`document ${lienId}`);
}

function spelledAs(id: string, of: string): string {
  return `5eed${of}${id.slice(5)}`;
}
