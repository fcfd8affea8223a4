import { STOPPING_CATEGORIES } from "../remarks/rules.ts";
import { ADVANCE_COLUMNS, applicationId, customerId } from "./advance-columns.ts";
import { type Column, choice, column, required } from "./column.ts";
import { MONEY_COLUMNS } from "./money-columns.ts";
import { USER_COLUMNS } from "./user-columns.ts";

/** The sheets of a whole book and their columns, in the order they are read. */
export const BOOK_SHEETS = {
  users: USER_COLUMNS,
  ...ADVANCE_COLUMNS,
  payments: {
    paymentId: column(
      "id",
      "Payment ID",
      "its id in the other system",
      ["id", "transaction id", "payment number", "transaction number", "reference"],
      required,
    ),
    customerId: { ...customerId, or: ["applicationId"] },
    applicationId: applicationId("for which application"),
    paidOn: column(
      "date",
      "Paid On",
      "the day it was made",
      ["payment date", "transaction date", "date", "posted on", "date paid"],
      required,
    ),
    amount: column(
      "money",
      "Amount",
      "in dollars; below zero it raises what is owed",
      ["payment amount", "transaction amount", "total amount", "amount paid", "total paid", "paid"],
      { ...required, or: Object.keys(MONEY_COLUMNS) },
    ),
    direction: column(
      "choice",
      "Type",
      "DEBIT lowers what is owed, CREDIT raises it; DEBIT without it",
      ["payment type", "transaction type", "debit credit"],
      {
        ...choice("DEBIT", "CREDIT"),
        means: { DEBIT: ["payment", "ach", "card", "check", "cash", "wire"], CREDIT: ["refund"] },
        decisive: true,
      },
    ),
    mode: column("text", "Mode", "how it was paid", [
      "mode of payment",
      "payment method",
      "method",
      "tender",
    ]),
    outcome: column(
      "choice",
      "Outcome",
      "what became of it; it was paid where nothing is said",
      ["status", "payment status", "result"],
      {
        ...choice("paid", "failed", "returned"),
        means: {
          paid: [
            "cleared",
            "posted",
            "settled",
            "success",
            "successful",
            "succeeded",
            "complete",
            "completed",
            "processed",
            "received",
          ],
          failed: ["declined", "rejected", "failure", "error", "void", "voided", "cancelled", "canceled"],
          returned: ["return", "nsf", "bounced", "reversed", "chargeback", "charged back"],
        },
        decisive: true,
      },
    ),
    returnedOn: column("date", "Returned On", "the day it came back", ["return date", "returned"]),
    returnCode: column("text", "Return Code", "why it came back or failed, like R01", [
      "return reason",
      "reason code",
    ]),
    appliesTo: column(
      "choice",
      "Applies To",
      "oldest: it pays what is due first, as money does; newest: it shortens the schedule at its end; oldest without it",
      [],
      { ...choice("oldest", "newest"), decisive: true },
    ),
    description: column("longText", "Description", "what was said of it", ["memo", "comment", "notes"]),
  },
  accounts: {
    customerId,
    bank: column("text", "Bank", "the name of the bank", ["bank name", "institution"]),
    routing: column(
      "routing",
      "Routing Number",
      "nine digits",
      ["routing", "aba", "aba number", "rtn"],
      required,
    ),
    accountNumber: column(
      "digits",
      "Account Number",
      "the whole number, sealed",
      ["account", "account no", "bank account", "bank account number"],
      required,
    ),
    accountType: column("choice", "Account Type", "checking where nothing is said", ["type", "subtype"], {
      ...choice("checking", "savings"),
      means: {
        checking: ["dda", "chk", "c", "checking account", "business checking", "personal checking"],
        savings: ["sav", "s", "savings account", "business savings", "personal savings"],
      },
      decisive: true,
    }),
    isPrimary: column("yesNo", "Primary", "the one that is charged first", ["is primary", "default"]),
    enabled: column("yesNo", "Enabled", "whether it may be charged; yes where nothing is said", ["active"], {
      decisive: true,
    }),
  },
  cards: {
    customerId,
    token: column(
      "id",
      "Token",
      "the card processor's token, sealed; no card number, no security code",
      ["card token", "processor token"],
      required,
    ),
    last4: column("last4", "Last 4", "the last four digits", ["last four", "last 4 digits"], required),
    expiry: column(
      "expiry",
      "Expiry",
      "month and year, like 08/27",
      ["exp", "exp date", "expires", "expiration", "expiration date", "expiry date"],
      required,
    ),
    cardName: column("text", "Name on Card", "the name on the card", [
      "cardholder",
      "card holder",
      "cardholder name",
    ]),
    issuer: column("text", "Issuer", "the bank that issued it", []),
    status: column("choice", "Status", "ACTIVE where nothing is said", [], {
      ...choice("ACTIVE", "INACTIVE"),
      means: {
        ACTIVE: ["enabled", "valid"],
        INACTIVE: ["disabled", "expired", "blocked", "closed", "cancelled", "canceled"],
      },
      decisive: true,
    }),
    isPrimary: column("yesNo", "Primary", "the one that is charged first", ["is primary", "default"]),
  },
  notes: {
    noteId: column("id", "Note ID", "its id in the other system", ["id"], required),
    customerId,
    owner: column(
      "email",
      "Owner",
      "the e-mail address of the admin who wrote it; one who is not known here is named in the text",
      ["author", "created by", "written by"],
    ),
    writtenOn: column("moment", "Written On", "the day it was written", [
      "date",
      "created",
      "created on",
      "note date",
    ]),
    note: column("longText", "Note", "the text", ["text", "comment", "notes", "body"], required),
  },
  remarks: {
    customerId,
    remarkDate: column("date", "Remark Date", "the day of it", ["date"], required),
    category: column(
      "text",
      "Category",
      "bankruptcy, charge-off, returned payment …",
      ["type", "remark type"],
      required,
    ),
    note: column("longText", "Note", "what is said of it", ["text", "remark", "comment"], required),
    addedBy: column("text", "Added By", "who wrote it down", ["author", "created by"]),
    stopsDebits: column(
      "yesNo",
      "Stops Debits",
      `whether nothing is taken or paid out while it holds; where nothing is said, yes for ${STOPPING_CATEGORIES.join(", ")}`,
      ["stops payments", "do not debit"],
      { decisive: true },
    ),
    endedOn: column("moment", "Ended On", "since when it no longer holds", ["ended", "end date"], {
      decisive: true,
    }),
    endReason: column("text", "End Reason", "why it ended, where it has", []),
  },
  documents: {
    documentId: column("id", "Document ID", "its id in the other system", ["id", "file id"], required),
    customerId,
    applicationId: applicationId("of which application"),
    type: column(
      "text",
      "Type",
      "contract, consent, disclosure, bank_statement …",
      ["document type", "kind"],
      required,
    ),
    name: column("text", "Name", "what it is called", ["title", "document name"]),
    file: column(
      "text",
      "File",
      "its path within the folder of documents",
      ["file name", "filename", "path"],
      required,
    ),
    createdOn: column("moment", "Created On", "the day it was filed", ["date", "created"]),
  },
} as const satisfies Record<string, Record<string, Column>>;

export type SheetName = keyof typeof BOOK_SHEETS;
export const SHEET_NAMES = Object.keys(BOOK_SHEETS) as SheetName[];

/** The columns of a sheet by field. */
export const sheetColumns = (sheet: SheetName): Readonly<Record<string, Column>> => BOOK_SHEETS[sheet];
