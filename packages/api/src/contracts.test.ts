import { ENTRIES } from "@countinghouse/validators/contract/contracts";
import { expect, it } from "vitest";
import { PROCEDURES } from "./testing/procedures.ts";

const domainOf = (path: string): string => path.split(".")[0] ?? "";
const DOMAINS = new Set(PROCEDURES.map(({ path }) => domainOf(path)));
const CONTRACTED = new Set(ENTRIES.map(({ path }) => domainOf(path)));

/** Domains whose rights, audit actions and refetches are still in tables. A domain leaves this list with its contract, and none is added. */
const WITHOUT_CONTRACT: readonly string[] = [
  "admins",
  "adverseAction",
  "applications",
  "assetReports",
  "audit",
  "auth",
  "automation",
  "bankAccounts",
  "bankLinks",
  "bankStatistics",
  "bulkJobs",
  "businesses",
  "cards",
  "chargebacks",
  "collections",
  "customerLists",
  "deadlines",
  "deals",
  "debitControl",
  "decisions",
  "doNotFund",
  "drift",
  "factors",
  "files",
  "funnel",
  "imports",
  "institutions",
  "ledgerWrites",
  "lists",
  "loans",
  "packets",
  "passcodes",
  "paymentExceptions",
  "paymentPreferences",
  "paymentSchedules",
  "portfolio",
  "promises",
  "reAccess",
  "reconciledDays",
  "reconciliation",
  "recontracts",
  "recovery",
  "remarks",
  "reverts",
  "settings",
  "similarRecords",
  "system",
  "timeline",
  "uploads",
  "work",
];

it("a contract has one entry for each procedure of its domain, with the kind and the capability of the procedure", () => {
  const declared = ENTRIES.map(({ path, kind, allow }) => ({
    path,
    kind: kind === "read" ? "query" : "mutation",
    access: allow,
  }));
  const routed = PROCEDURES.filter(({ path }) => CONTRACTED.has(domainOf(path)));
  expect(declared.toSorted((one, other) => one.path.localeCompare(other.path))).toEqual(routed);
});

it("a command refetches domains or procedures of the router", () => {
  const known = new Set([...DOMAINS, ...PROCEDURES.map(({ path }) => path)]);
  const affected = ENTRIES.flatMap((entry) => (entry.kind === "command" ? entry.affects : []));
  expect(affected.filter((name) => !known.has(name))).toEqual([]);
});

it("each domain has a contract, except for those of the list", () => {
  expect([...DOMAINS].filter((domain) => !CONTRACTED.has(domain)).toSorted()).toEqual(WITHOUT_CONTRACT);
});
