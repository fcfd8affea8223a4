/** What the card networks' codes say, in a few words (ISO 8583 as TabaPay hands it on). */
const MEANINGS: Record<string, string> = {
  "01": "Refer to card issuer",
  "03": "Card not allowed at this merchant",
  "04": "Card cancelled",
  "05": "Do not honor",
  "06": "Error at the card issuer",
  "07": "Account closed for fraud",
  "12": "Invalid transaction",
  "13": "Invalid amount",
  "14": "Invalid card number",
  "15": "No such card issuer",
  "19": "Temporarily not possible",
  "39": "No credit account",
  "41": "Lost card",
  "43": "Stolen card",
  "46": "Card or account closed",
  "51": "Insufficient funds",
  "52": "No checking account",
  "53": "No savings account",
  "54": "Expired card",
  "57": "Transaction not permitted to cardholder",
  "58": "Transaction not permitted to terminal",
  "59": "Suspected fraud",
  "61": "Exceeds amount limit",
  "62": "Restricted card",
  "63": "Security violation",
  "64": "Compliance-related decline",
  "65": "Exceeds frequency limit",
  "75": "Too many PIN tries",
  "78": "Card not activated or blocked",
  "82": "Declined by the issuer's policy",
  "83": "Fraud or security decline",
  "89": "Security code verification failed",
  "91": "Issuer not available",
  "92": "Unable to route the transaction",
  "93": "Violation of law",
  "94": "Duplicate transaction",
  "96": "System malfunction",
  "100": "Do not honor",
  "101": "Expired card",
  "116": "Insufficient funds",
  N7: "Security code mismatch",
  NR: "No debit route",
  R0: "Payment stopped by the cardholder",
  R1: "All payments stopped by the cardholder",
  R3: "All payments stopped by the cardholder",
  ZB: "Rejected by the processor's monitoring",
  ZZ: "Transaction error",
};

/** Accel writes its codes with three digits; 08 and 11 approve as well (TabaPay, Network Response Codes). */
const APPROVED = new Set(["00", "000", "08", "11"]);

/** The network approved a part. */
export const PARTLY_APPROVED = "10";

/** Whether a network's code means yes. */
export const isApproved = (code: string | undefined): boolean => code !== undefined && APPROVED.has(code);

/** What a network's code of a decline means. */
export function describeDecline(code: string): { code: string; message: string } {
  return { code, message: MEANINGS[code] ?? `Declined by the network (${code})` };
}
