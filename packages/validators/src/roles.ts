/**
 * Staff roles (specification 1 section 6; VIEWER is the "other admin role" with no rights of its own, AUDITOR one that
 * reads the audit beside).
 */
export const ROLES = ["SUPERADMIN", "ADMIN", "EMPLOYEE", "VIEWER", "AUDITOR"] as const;
export type Role = (typeof ROLES)[number];

const EVERYONE = ROLES;

/**
 * The one permission table: capability to the roles that hold it. A procedure declares the capability it
 * needs and is refused by it; a screen reads the same row to disable a control with its reason.
 */
const CAPABILITIES = {
  "session.use": { roles: EVERYONE, who: "a signed-in admin" },
  "audit.readOwn": { roles: EVERYONE, who: "a signed-in admin" },
  "lists.arrange": { roles: EVERYONE, who: "a signed-in admin" },
  "lists.share": { roles: ["SUPERADMIN", "ADMIN", "EMPLOYEE"], who: "SUPERADMIN, ADMIN or EMPLOYEE" },
  "customerLists.freeze": {
    roles: ["SUPERADMIN", "ADMIN", "EMPLOYEE"],
    who: "SUPERADMIN, ADMIN or EMPLOYEE",
  },
  "users.read": { roles: EVERYONE, who: "a signed-in admin" },
  "users.export": { roles: ["SUPERADMIN", "ADMIN", "EMPLOYEE"], who: "SUPERADMIN, ADMIN or EMPLOYEE" },
  "users.findByInstrument": {
    roles: ["SUPERADMIN", "ADMIN", "EMPLOYEE"],
    who: "SUPERADMIN, ADMIN or EMPLOYEE",
  },
  "users.revealSsn": { roles: ["SUPERADMIN"], who: "SUPERADMIN" },
  "users.reveal": { roles: ["SUPERADMIN", "ADMIN", "EMPLOYEE"], who: "SUPERADMIN, ADMIN or EMPLOYEE" },
  "users.manualApprove": { roles: ["SUPERADMIN", "ADMIN"], who: "SUPERADMIN or ADMIN" },
  "users.edit": { roles: ["SUPERADMIN", "ADMIN", "EMPLOYEE"], who: "SUPERADMIN, ADMIN or EMPLOYEE" },
  "users.create": { roles: ["SUPERADMIN", "ADMIN", "EMPLOYEE"], who: "SUPERADMIN, ADMIN or EMPLOYEE" },
  "users.beginApplication": {
    roles: ["SUPERADMIN", "ADMIN", "EMPLOYEE"],
    who: "SUPERADMIN, ADMIN or EMPLOYEE",
  },
  "users.setFlags": { roles: ["SUPERADMIN", "ADMIN", "EMPLOYEE"], who: "SUPERADMIN, ADMIN or EMPLOYEE" },
  "users.setExternalPayment": {
    roles: ["SUPERADMIN", "ADMIN", "EMPLOYEE"],
    who: "SUPERADMIN, ADMIN or EMPLOYEE",
  },
  "users.restartApplication": {
    roles: ["SUPERADMIN", "ADMIN", "EMPLOYEE"],
    who: "SUPERADMIN, ADMIN or EMPLOYEE",
  },
  "users.reAccess": { roles: ["SUPERADMIN", "ADMIN", "EMPLOYEE"], who: "SUPERADMIN, ADMIN or EMPLOYEE" },
  "applications.read": { roles: EVERYONE, who: "a signed-in admin" },
  "adverseAction.send": {
    roles: ["SUPERADMIN", "ADMIN", "EMPLOYEE"],
    who: "SUPERADMIN, ADMIN or EMPLOYEE",
  },
  "notes.read": { roles: EVERYONE, who: "a signed-in admin" },
  "notes.write": { roles: ["SUPERADMIN", "ADMIN", "EMPLOYEE"], who: "SUPERADMIN, ADMIN or EMPLOYEE" },
  "payments.read": { roles: EVERYONE, who: "a signed-in admin" },
  "ledger.read": { roles: EVERYONE, who: "a signed-in admin" },
  "paymentPreferences.write": { roles: ["SUPERADMIN", "EMPLOYEE"], who: "SUPERADMIN or EMPLOYEE" },
  "paymentSchedules.write": {
    roles: ["SUPERADMIN", "ADMIN", "EMPLOYEE"],
    who: "SUPERADMIN, ADMIN or EMPLOYEE",
  },
  "payments.recordManual": { roles: ["SUPERADMIN", "EMPLOYEE"], who: "SUPERADMIN or EMPLOYEE" },
  "payments.charge": { roles: ["SUPERADMIN", "ADMIN", "EMPLOYEE"], who: "SUPERADMIN, ADMIN or EMPLOYEE" },
  "payments.payOut": { roles: ["SUPERADMIN", "ADMIN", "EMPLOYEE"], who: "SUPERADMIN, ADMIN or EMPLOYEE" },
  "payments.takeMoreThanOwed": { roles: ["SUPERADMIN"], who: "SUPERADMIN" },
  "payments.resolve": { roles: ["SUPERADMIN"], who: "SUPERADMIN" },
  "settings.read": { roles: EVERYONE, who: "a signed-in admin" },
  "settings.write": { roles: ["SUPERADMIN"], who: "SUPERADMIN" },
  "passcodes.write": { roles: ["SUPERADMIN"], who: "SUPERADMIN" },
  "loans.return": { roles: ["SUPERADMIN", "ADMIN", "EMPLOYEE"], who: "SUPERADMIN, ADMIN or EMPLOYEE" },
  "doNotFund.read": { roles: EVERYONE, who: "a signed-in admin" },
  "doNotFund.write": { roles: ["SUPERADMIN", "ADMIN", "EMPLOYEE"], who: "SUPERADMIN, ADMIN or EMPLOYEE" },
  "deals.read": { roles: EVERYONE, who: "a signed-in admin" },
  "deals.write": { roles: ["SUPERADMIN", "ADMIN", "EMPLOYEE"], who: "SUPERADMIN, ADMIN or EMPLOYEE" },
  "promises.record": { roles: ["SUPERADMIN", "ADMIN", "EMPLOYEE"], who: "SUPERADMIN, ADMIN or EMPLOYEE" },
  "remarks.read": { roles: EVERYONE, who: "a signed-in admin" },
  "remarks.add": { roles: ["SUPERADMIN", "ADMIN", "EMPLOYEE"], who: "SUPERADMIN, ADMIN or EMPLOYEE" },
  "remarks.end": { roles: ["SUPERADMIN", "ADMIN"], who: "SUPERADMIN or ADMIN" },
  "decisions.read": { roles: EVERYONE, who: "a signed-in admin" },
  "decisions.retryFacts": {
    roles: ["SUPERADMIN", "ADMIN", "EMPLOYEE"],
    who: "SUPERADMIN, ADMIN or EMPLOYEE",
  },
  "similarRecords.read": { roles: EVERYONE, who: "a signed-in admin" },
  "bankLinks.read": { roles: EVERYONE, who: "a signed-in admin" },
  "bankLinks.ask": { roles: ["SUPERADMIN", "ADMIN", "EMPLOYEE"], who: "SUPERADMIN, ADMIN or EMPLOYEE" },
  "accounts.read": { roles: EVERYONE, who: "a signed-in admin" },
  "accounts.write": { roles: ["SUPERADMIN", "ADMIN", "EMPLOYEE"], who: "SUPERADMIN, ADMIN or EMPLOYEE" },
  "debitControl.record": { roles: ["SUPERADMIN", "ADMIN"], who: "SUPERADMIN or ADMIN" },
  "assetReports.read": { roles: EVERYONE, who: "a signed-in admin" },
  "bankStatistics.read": { roles: EVERYONE, who: "a signed-in admin" },
  "bankStatistics.changeCategory": {
    roles: ["SUPERADMIN", "ADMIN", "EMPLOYEE"],
    who: "SUPERADMIN, ADMIN or EMPLOYEE",
  },
  "assetReports.request": {
    roles: ["SUPERADMIN", "ADMIN", "EMPLOYEE"],
    who: "SUPERADMIN, ADMIN or EMPLOYEE",
  },
  "bulkJobs.read": { roles: EVERYONE, who: "a signed-in admin" },
  "bulkJobs.runBalance": {
    roles: ["SUPERADMIN", "ADMIN", "EMPLOYEE"],
    who: "SUPERADMIN, ADMIN or EMPLOYEE",
  },
  "bulkJobs.charge": { roles: ["SUPERADMIN", "ADMIN", "EMPLOYEE"], who: "SUPERADMIN, ADMIN or EMPLOYEE" },
  /** To pause one of any kind; the rest takes what starting its kind takes (`CAPABILITY_TO_START`). */
  "bulkJobs.reset": { roles: ["SUPERADMIN", "ADMIN", "EMPLOYEE"], who: "SUPERADMIN, ADMIN or EMPLOYEE" },
  "bulkJobs.giveBack": { roles: ["SUPERADMIN", "ADMIN"], who: "SUPERADMIN or ADMIN" },
  "automation.read": { roles: EVERYONE, who: "a signed-in admin" },
  "automation.run": { roles: ["SUPERADMIN", "ADMIN"], who: "SUPERADMIN or ADMIN" },
  "automation.setTimer": { roles: ["SUPERADMIN"], who: "SUPERADMIN" },
  "ledgerWrites.read": { roles: EVERYONE, who: "a signed-in admin" },
  "ledgerWrites.write": { roles: ["SUPERADMIN", "ADMIN", "EMPLOYEE"], who: "SUPERADMIN, ADMIN or EMPLOYEE" },
  "uploads.read": { roles: EVERYONE, who: "a signed-in admin" },
  "uploads.write": { roles: ["SUPERADMIN", "ADMIN", "EMPLOYEE"], who: "SUPERADMIN, ADMIN or EMPLOYEE" },
  "imports.manage": { roles: ["SUPERADMIN"], who: "SUPERADMIN" },
  "businesses.read": { roles: EVERYONE, who: "a signed-in admin" },
  "businesses.register": { roles: ["SUPERADMIN", "ADMIN", "EMPLOYEE"], who: "SUPERADMIN, ADMIN or EMPLOYEE" },
  "businesses.fileLien": { roles: ["SUPERADMIN", "ADMIN", "EMPLOYEE"], who: "SUPERADMIN, ADMIN or EMPLOYEE" },
  "collections.read": { roles: EVERYONE, who: "a signed-in admin" },
  "collections.export": { roles: ["SUPERADMIN", "ADMIN", "EMPLOYEE"], who: "SUPERADMIN, ADMIN or EMPLOYEE" },
  "institutions.read": { roles: EVERYONE, who: "a signed-in admin" },
  "institutions.refresh": {
    roles: ["SUPERADMIN", "ADMIN", "EMPLOYEE"],
    who: "SUPERADMIN, ADMIN or EMPLOYEE",
  },
  "chargebacks.read": { roles: EVERYONE, who: "a signed-in admin" },
  "chargebacks.process": { roles: ["SUPERADMIN", "ADMIN"], who: "SUPERADMIN or ADMIN" },
  "paymentExceptions.read": { roles: EVERYONE, who: "a signed-in admin" },
  "paymentExceptions.resolve": { roles: ["SUPERADMIN", "ADMIN"], who: "SUPERADMIN or ADMIN" },
  "work.read": { roles: EVERYONE, who: "a signed-in admin" },
  "work.handle": { roles: ["SUPERADMIN", "ADMIN", "EMPLOYEE"], who: "SUPERADMIN, ADMIN or EMPLOYEE" },
  "portfolio.read": { roles: EVERYONE, who: "a signed-in admin" },
  "approvals.read": { roles: EVERYONE, who: "a signed-in admin" },
  "approvals.withdraw": { roles: ["SUPERADMIN", "ADMIN", "EMPLOYEE"], who: "SUPERADMIN, ADMIN or EMPLOYEE" },
  "approvals.decide": { roles: ["SUPERADMIN", "ADMIN"], who: "SUPERADMIN or ADMIN" },
  "approvals.writeRules": { roles: ["SUPERADMIN"], who: "SUPERADMIN" },
  "funnel.read": { roles: EVERYONE, who: "a signed-in admin" },
  "reconciliation.read": { roles: EVERYONE, who: "a signed-in admin" },
  "reconciliation.resolve": {
    roles: ["SUPERADMIN", "ADMIN", "EMPLOYEE"],
    who: "SUPERADMIN, ADMIN or EMPLOYEE",
  },
  "reconciliation.sign": { roles: ["SUPERADMIN", "ADMIN"], who: "SUPERADMIN or ADMIN" },
  "recovery.read": { roles: ["SUPERADMIN", "ADMIN"], who: "SUPERADMIN or ADMIN" },
  "recovery.release": { roles: ["SUPERADMIN"], who: "SUPERADMIN" },
  "system.read": { roles: ["SUPERADMIN"], who: "SUPERADMIN" },
  "staff.manage": { roles: ["SUPERADMIN"], who: "SUPERADMIN" },
  "audit.read": { roles: ["SUPERADMIN", "ADMIN", "AUDITOR"], who: "SUPERADMIN, ADMIN or AUDITOR" },
  "packets.create": { roles: ["SUPERADMIN", "ADMIN"], who: "SUPERADMIN or ADMIN" },
  "files.read": { roles: EVERYONE, who: "a signed-in admin" },
  "files.download": { roles: ["SUPERADMIN", "ADMIN", "EMPLOYEE"], who: "SUPERADMIN, ADMIN or EMPLOYEE" },
} as const satisfies Record<string, { roles: readonly Role[]; who: string }>;

export type Capability = keyof typeof CAPABILITIES;
export const CAPABILITY_NAMES = Object.keys(CAPABILITIES) as Capability[];

/** Whether `role` holds `capability`. */
export const can = (role: Role, capability: Capability): boolean =>
  (CAPABILITIES[capability].roles as readonly Role[]).includes(role);

/** The sentence shown beside a control that `role` may not use, or null when it may. */
export const whyNotCapable = (role: Role, capability: Capability): string | null =>
  can(role, capability) ? null : `Only ${CAPABILITIES[capability].who} can do this.`;
