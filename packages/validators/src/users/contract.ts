import { command, domain, EXPORT_EVENTS, event, read } from "../contract/contract.ts";
import { GENERAL_MESSAGES } from "../general-messages.ts";
import { EXTERNAL_PAYMENTS_MESSAGES } from "../messages.ts";

export const users = domain("users", {
  list: read({ allow: "users.read", fromCopy: true }),
  find: read({ allow: "users.read" }),
  sums: read({ allow: "users.read" }),
  get: read({ allow: "users.read" }),
  // The answer has all that changed.
  reveal: command({ allow: "users.reveal", action: "users.reveal", affects: [] }),
  create: command({ allow: "users.create", action: "users.create", affects: ["users.list"] }),
  beginApplication: command({
    allow: "users.beginApplication",
    action: "users.beginApplication",
    affects: ["users.get", "applications", "payments.options"],
  }),
  editForm: read({ allow: "users.edit" }),
  edit: command({
    allow: "users.edit",
    action: "users.edit",
    affects: ["users", "paymentSchedules", "deals", "loans", "applications", "payments.options"],
  }),
  editProgress: read({ allow: "users.read" }),
  retryEditStep: command({
    allow: "users.edit",
    action: "users.retryEditStep",
    formerly: "users.retry-edit-step",
    affects: ["users.get"],
  }),
  renewal: read({ allow: "users.read" }),
  markManuallyApproved: command({
    allow: "users.manualApprove",
    action: "users.manualApprove",
    formerly: "users.manual-approve",
    affects: ["users.get"],
    success: GENERAL_MESSAGES.requestSent,
    matters: ["MANUAL_APPROVE"],
  }),
  setFlag: command({
    allow: "users.setFlags",
    action: "users.setFlag",
    formerly: "users.set-flag",
    affects: [],
  }),
  setExternalPayment: command({
    allow: "users.setExternalPayment",
    action: "users.setExternalPayment",
    formerly: "users.set-external-payment",
    affects: [],
    success: EXTERNAL_PAYMENTS_MESSAGES.updated,
  }),
  restartApplication: command({
    allow: "users.restartApplication",
    action: "users.restartApplication",
    formerly: "users.restart-application",
    affects: ["users.get"],
  }),
  read: event({}),
  readList: event({}),
  revealSsn: event({ formerly: "users.reveal-ssn" }),
  searchSsn: event({}),
  import: event({}),
  importBook: event({}),
  undoImport: event({}),
  exportBookStarted: event({}),
  exportBook: event({}),
  ...EXPORT_EVENTS,
});
