import { randomUUID } from "node:crypto";
import type { Capability } from "@countinghouse/api/testing/roles";

/** The access to a route: the capability it needs, or the status that every caller gets. */
export type Rule = { capability: Capability } | { always: number };

/** Each route that is no procedure: method, path, access, and the end of its address. */
export const ROUTES: [method: string, at: string, rule: Rule, asked: string][] = [
  ["POST", "/api/exports/loans-ledger", { capability: "ledger.read" }, ""],
  ["POST", "/api/exports/users", { capability: "users.export" }, ""],
  ["POST", "/api/exports/audit", { capability: "audit.read" }, ""],
  ["POST", "/api/exports/chargebacks", { capability: "chargebacks.read" }, ""],
  ["POST", "/api/exports/payment-automation", { capability: "automation.read" }, ""],
  ["POST", "/api/exports/bulk-jobs/", { capability: "bulkJobs.read" }, randomUUID()],
  ["POST", "/api/exports/import-files/", { capability: "imports.manage" }, randomUUID()],
  ["POST", "/admin/file-upload", { capability: "uploads.write" }, ""],
  ["POST", "/api/import-files", { capability: "imports.manage" }, ""],
  ["GET", "/trpc", { capability: "bulkJobs.read" }, `/bulkJobs.live?input=${encodeURIComponent("{}")}`],
  // These routes check a signed ticket or a cookie instead of the session.
  ["GET", "/files", { always: 403 }, "/contracts/x.pdf"],
  ["GET", "/api/files/zip", { always: 403 }, "/forged"],
  ["GET", "/api/files/lien-pdfs", { always: 403 }, "/forged"],
  ["GET", "/api/files/collections", { always: 403 }, "/forged"],
  ["GET", "/api/files/packets", { always: 403 }, "/forged"],
  ["GET", "/public/contracts", { always: 403 }, "/forged"],
  ["GET", "/api/bot/challenge", { always: 200 }, ""],
  ["GET", "/healthz", { always: 200 }, ""],
  ["GET", "/readyz", { always: 200 }, ""],
  ["GET", "/metabase/", { always: 403 }, ""],
  ["POST", "/api/policy-reports", { always: 204 }, ""],
  ["POST", "/api/webhooks/plaid", { always: 400 }, ""],
  ["POST", "/api/webhooks/middesk", { always: 400 }, ""],
  ["POST", "/re-access/redeem", { always: 401 }, ""],
];
