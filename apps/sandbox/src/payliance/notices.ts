import { z } from "zod";

/** Nacha's codes of returns, and the letters with which a bank sends a remotely created check back. */
export const returnCode = z.string().regex(/^(R(0[1-9]|[1-7]\d|8[0-5])|[A-Y])$/);

/** Nacha's codes of notifications of change. */
export const changeCode = z.string().regex(/^C(0[1-9]|1[0-4])$/);

export const isChange = (code: string): boolean => changeCode.safeParse(code).success;

/** What a bank knows of the account a payment was for. */
interface Details {
  accountNumber: string;
  routing: string;
  accountType: string;
  firstName: string;
  lastName: string;
  uniqueTranId: string | null;
  kind: "debit" | "credit" | "refund";
}

/** Another bank's routing number, with a right checksum. */
const otherRouting = ({ routing }: Details): string => (routing === "021000021" ? "091000019" : "021000021");

/**
 * What is right in the place of what was sent, laid out as Nacha's rules have the field "Corrected Data" of the code: C03 has
 * three blanks between its parts, C06 fills the account up to seventeen places, and C07 leaves no gap.
 */
export function correctedData(code: string, details: Details): string {
  const account = corrected(details.accountNumber);
  const routing = otherRouting(details);
  const type = transactionCode(details);
  switch (code) {
    case "C01":
      return account;
    case "C02":
      return routing;
    case "C03":
      return `${routing}   ${account}`;
    case "C04":
      return `${details.lastName} ${details.firstName}`.slice(0, 22);
    case "C05":
      return type;
    case "C06":
      return `${account.padEnd(17)}   ${type}`;
    case "C07":
      return `${routing}${account.padEnd(17)}${type}`;
    case "C09":
      return (details.uniqueTranId ?? "").slice(0, 22);
    default:
      return "";
  }
}

/** The account number with another last digit. */
const corrected = (accountNumber: string): string =>
  `${accountNumber.slice(0, -1)}${(Number(accountNumber.slice(-1)) + 1) % 10}`;

/** Nacha's code of an entry on the other kind of account: 22 and 27 are checking, 32 and 37 savings. */
function transactionCode({ accountType, kind }: Details): string {
  const isSavings = !accountType.endsWith("Saving");
  return `${isSavings ? 3 : 2}${kind === "debit" ? 7 : 2}`;
}
