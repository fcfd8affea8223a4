import type { IncomingMessage, ServerResponse } from "node:http";
import { AUDIT_EXPORT_PATH, AUDIT_FILE_NAME, exportAudit } from "@countinghouse/api/audit/export";
import {
  AUTOMATION_EXPORT_PATH,
  AUTOMATION_FILE_NAME,
  exportAutomation,
} from "@countinghouse/api/automation/export";
import { BULK_EXPORT_PATH, exportBatch } from "@countinghouse/api/bulk-jobs/export";
import {
  CHARGEBACKS_EXPORT_PATH,
  CHARGEBACKS_FILE_NAME,
  exportChargebacks,
} from "@countinghouse/api/chargebacks/export";
import { Described } from "@countinghouse/api/csv-export";
import { exportCustomerList } from "@countinghouse/api/customer-lists/export";
import { DomainError } from "@countinghouse/api/errors";
import { IMPORT_REPORT_PATH, readImportRows } from "@countinghouse/api/imports/read-rows";
import { exportLedger, LEDGER_EXPORT_PATH, LEDGER_FILE_NAME } from "@countinghouse/api/ledger/export";
import type { Services } from "@countinghouse/api/services";
import {
  exportUsers,
  parseUserFilters,
  USERS_EXPORT_PATH,
  USERS_FILE_NAME,
} from "@countinghouse/api/users/export";
import type { CallOptions } from "./calls.ts";
import { createExportAnswer, EXPORT_FORMS, type ExportForm, type WriteExport } from "./export-answer.ts";

interface Export {
  /** The name of its requests in the log and in counters. */
  route: string;
  /** Returns true when the address names this export. */
  isAskedBy(url: string): boolean;
  /** Returns the writer of the file that the address names. */
  findFile(url: string): WriteExport;
}

/** Returns the address without the form, and the form. Any unknown form means CSV. */
function splitForm(url: string): { url: string; form: ExportForm } {
  const [path = "", search = ""] = url.split("?");
  const params = new URLSearchParams(search);
  const form = EXPORT_FORMS.find((each) => each === params.get("form")) ?? "csv";
  params.delete("form");
  const rest = params.toString();
  return { url: rest === "" ? path : `${path}?${rest}`, form };
}

const parseFilters = (url: string) => Object.fromEntries(new URLSearchParams(url.split("?")[1]));

/** The address of the customers of a stored list, without its id at the end. */
const KEPT_LIST = `${USERS_EXPORT_PATH}?list=`;

/** Returns all exports with their addresses. */
export const exportsFrom = (services: Services): readonly Export[] => [
  {
    route: IMPORT_REPORT_PATH,
    isAskedBy: (url) => url.startsWith(IMPORT_REPORT_PATH),
    findFile: (url) => (ctx, sink, begin) => {
      if (sink instanceof Described) throw new DomainError("INVALID", "This file is not described ahead.");
      return readImportRows(ctx, services, url.slice(IMPORT_REPORT_PATH.length), sink, begin);
    },
  },
  {
    route: LEDGER_EXPORT_PATH,
    isAskedBy: (url) => url === LEDGER_EXPORT_PATH,
    findFile: () => (ctx, sink, begin) => exportLedger(ctx, sink, () => begin(LEDGER_FILE_NAME)),
  },
  {
    route: BULK_EXPORT_PATH,
    isAskedBy: (url) => url.startsWith(BULK_EXPORT_PATH),
    findFile: (url) => (ctx, sink, begin) =>
      exportBatch(ctx, url.slice(BULK_EXPORT_PATH.length), sink, begin),
  },
  {
    route: CHARGEBACKS_EXPORT_PATH,
    isAskedBy: (url) => url.split("?")[0] === CHARGEBACKS_EXPORT_PATH,
    findFile: (url) => (ctx, sink, begin) =>
      exportChargebacks(ctx, parseFilters(url), sink, () => begin(CHARGEBACKS_FILE_NAME)),
  },
  {
    route: AUDIT_EXPORT_PATH,
    isAskedBy: (url) => url.split("?")[0] === AUDIT_EXPORT_PATH,
    findFile: (url) => (ctx, sink, begin) =>
      exportAudit(ctx, parseFilters(url), sink, () => begin(AUDIT_FILE_NAME)),
  },
  {
    route: AUTOMATION_EXPORT_PATH,
    isAskedBy: (url) => url.split("?")[0] === AUTOMATION_EXPORT_PATH,
    findFile: (url) => (ctx, sink, begin) =>
      exportAutomation(ctx, parseFilters(url), sink, () => begin(AUTOMATION_FILE_NAME)),
  },
  {
    route: USERS_EXPORT_PATH,
    isAskedBy: (url) => url.startsWith(KEPT_LIST),
    findFile: (url) => (ctx, sink, begin) =>
      exportCustomerList(ctx, url.slice(KEPT_LIST.length), sink, () => begin(USERS_FILE_NAME)),
  },
  {
    route: USERS_EXPORT_PATH,
    isAskedBy: (url) => url.split("?")[0] === USERS_EXPORT_PATH,
    findFile: (url) => (ctx, sink, begin) =>
      exportUsers(ctx, parseUserFilters(url), sink, () => begin(USERS_FILE_NAME)),
  },
];

/** Returns a listener that answers a request for an export, and returns false for any other request. */
export function createExportListener(services: Services, options: CallOptions) {
  const answer = createExportAnswer(services, options);
  const exports = exportsFrom(services);
  return (address: string, request: IncomingMessage, response: ServerResponse): boolean => {
    const { url, form } = splitForm(address);
    const asked = exports.find((each) => each.isAskedBy(url));
    if (asked) void answer(request, response, { route: asked.route, write: asked.findFile(url), form });
    return asked !== undefined;
  };
}
