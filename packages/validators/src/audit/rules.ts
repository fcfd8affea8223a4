/** Events of one page. */
export const AUDIT_PAGE_SIZE = 50;

/** As many events as are selected one by one for a file: their ids stand in its address. */
export const MOST_AUDIT_SELECTED = 500;

export const TOO_MANY_SELECTED = `Select at most ${MOST_AUDIT_SELECTED} events, or all that match.`;

/** Actions that read customers or renew a session. The audit shows them on request. */
export const READ_ACTIONS: readonly string[] = [
  "auth.refresh",
  "collections.list",
  "imports.readRows",
  "users.read",
  "users.readList",
  "users.reveal",
  "users.revealSsn",
  "users.searchSsn",
];

/** The events that the audit shows: changes alone, or reads and renewals of sessions as well. */
export const AUDIT_SHOWN = ["changes", "all"] as const;

/** The file name of exported events. */
export const AUDIT_FILE_NAME = "audit.csv";

/** Where events are asked for as a file, by POST; the filters follow as the query. */
export const AUDIT_EXPORT_PATH = "/api/exports/audit";

/** Who acted, where it was no admin: a job of ours, or somebody before signing in. */
export const AUDIT_OTHERS = { jobs: "Jobs", visitors: "Visitors" } as const;

/**
 * What has a history of its own, by the type that events name it by. Events of a payment and of a payment date are its
 * customer's, and name it among their values.
 */
export const HISTORY_TYPES = [
  "application",
  "bank_account",
  "bulk-batch",
  "card",
  "note",
  "payment",
  "payment_schedule",
] as const;
export type HistoryType = (typeof HISTORY_TYPES)[number];

/** What a subject is called on the screen. */
const SUBJECTS: Record<string, string> = {
  admin: "Admin",
  admin_session: "Session",
  sealed_column: "Sealed column",
  second_factor: "Second factor",
  application: "Application",
  asset_report: "Asset report",
  bank_account: "Bank account",
  bank_link: "Bank link",
  bot_check: "Bot check",
  "bulk-batch": "Batch",
  "bulk-job": "Bulk job",
  business: "Business",
  business_batch: "Registration of businesses",
  business_lien: "Lien",
  card: "Card",
  collection: "Collections export",
  derogatory_remark: "Remark",
  environment: "Environment",
  import: "Import",
  institution: "Bank",
  note: "Note",
  outbox_message: "Delivery",
  passcode: "Passcode",
  payment: "Payment",
  payment_schedule: "Payment date",
  "processor-report": "Processor report",
  "processor-reports": "Processor reports",
  processor_event: "Processor report",
  saved_view: "Saved view",
  setting: "Setting",
  others_lien: "Lien of another creditor",
  unmatched_lien: "Lien without a business",
  upload: "Upload",
  user: "User",
  user_file: "File",
  user_list: "List of users",
  work_item: "Work item",
};

/** The label of a subject of an event: "Bank account". */
export const subjectLabel = (type: string): string => SUBJECTS[type] ?? inWords(type);

/** camelCase, snake_case and kebab-case as words: `firstPaymentDate` is "First payment date". */
export function inWords(name: string): string {
  const words = name
    .replaceAll(/([a-z\d])([A-Z])/g, "$1 $2")
    .replaceAll(/[-_]/g, " ")
    .toLowerCase();
  return words.charAt(0).toUpperCase() + words.slice(1);
}
