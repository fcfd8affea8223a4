import { dayAt, isoDay } from "../days.ts";
import { createRandom } from "../random.ts";
import type { Lien } from "./businesses.ts";
import { AGE_MS } from "./course.ts";

const YEARS_IN_FORCE = 5;

/** The lender as the account has it set up. */
export const SECURED_PARTY = {
  name: "Countinghouse Demo Lender",
  address: { address_line1: "100 Broadway", city: "New York", state: "NY", postal_code: "10005" },
};

export interface Filing {
  fileNumber: string;
  filename: string;
  at: Date;
  /** YYYY-MM-DD */
  filedOn: string;
  /** YYYY-MM-DD */
  lapsesOn: string;
}

/** What the state made of a lien, once it is filed; always the same. */
export function makeFiling({ id, createdAt }: Lien): Filing {
  const at = new Date(createdAt.getTime() + AGE_MS.lienFiled);
  const lapse = new Date(at);
  lapse.setUTCFullYear(lapse.getUTCFullYear() + YEARS_IN_FORCE);
  const fileNumber = `${at.getUTCFullYear()}-${createRandom(`lien ${id}`).int(1_000_000, 9_999_999)}`;
  return {
    fileNumber,
    filename: `UCC-1 ${fileNumber}.pdf`,
    at,
    filedOn: isoDay(dayAt(at)),
    lapsesOn: isoDay(dayAt(lapse)),
  };
}
