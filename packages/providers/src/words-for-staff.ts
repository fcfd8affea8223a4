/** What staff call the other side of each adapter. */
const NAMES: Readonly<Record<string, string>> = {
  alloy: "The decision engine",
  folder: "The file store",
  "google-sheets": "The ledger sheet",
  middesk: "The business verification service",
  payliance: "The bank-transfer processor",
  plaid: "The bank-link service",
  s3: "The file store",
  sftp: "The file-transfer area",
  smtp: "The mail server",
  tabapay: "The card processor",
  "zoho-crm": "The CRM",
};

/**
 * The message of a ProviderError in words for staff: "zoho-crm: 400 INVALID_DATA: invalid data" becomes "The CRM refused it:
 * invalid data." Any other text stays as it is. The log keeps the adapter's own words.
 */
export function wordsForStaff(message: string): string {
  const [, provider = "", told = ""] = /^([a-z0-9-]+): (.*)$/.exec(message) ?? [];
  const name = NAMES[provider];
  if (name === undefined) return message;
  if (/^no answer within|^connection failed/.test(told)) return `${name} did not answer.`;
  const [, status, why] = /^(?:HTTP )?(\d{3})\b(?: [\w.-]+)?(?:: (.+))?$/.exec(told) ?? [];
  if (status === undefined) return `${name}: ${told}`;
  if (status.startsWith("2")) return `${name} gave an unclear answer.`;
  if (status.startsWith("5") || status === "429") return `${name} is not available just now.`;
  return why === undefined ? `${name} refused it.` : `${name} refused it: ${why.replace(/\.$/, "")}.`;
}
