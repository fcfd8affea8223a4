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
  "session.use": EVERYONE,
  "audit.readOwn": EVERYONE,
  "lists.arrange": EVERYONE,
  "lists.share": ["SUPERADMIN", "ADMIN", "EMPLOYEE"],
  "customerLists.freeze": ["SUPERADMIN", "ADMIN", "EMPLOYEE"],
  "users.read": EVERYONE,
  "users.export": ["SUPERADMIN", "ADMIN", "EMPLOYEE"],
  "users.findByInstrument": ["SUPERADMIN", "ADMIN", "EMPLOYEE"],
  "users.revealSsn": ["SUPERADMIN"],
  "users.reveal": ["SUPERADMIN", "ADMIN", "EMPLOYEE"],
  "users.manualApprove": ["SUPERADMIN", "ADMIN"],
  "users.edit": ["SUPERADMIN", "ADMIN", "EMPLOYEE"],
  "users.create": ["SUPERADMIN", "ADMIN", "EMPLOYEE"],
  "users.beginApplication": ["SUPERADMIN", "ADMIN", "EMPLOYEE"],
  "users.setFlags": ["SUPERADMIN", "ADMIN", "EMPLOYEE"],
  "users.setExternalPayment": ["SUPERADMIN", "ADMIN", "EMPLOYEE"],
  "users.restartApplication": ["SUPERADMIN", "ADMIN", "EMPLOYEE"],
  "users.reAccess": ["SUPERADMIN", "ADMIN", "EMPLOYEE"],
  "applications.read": EVERYONE,
  "adverseAction.send": ["SUPERADMIN", "ADMIN", "EMPLOYEE"],
  "notes.read": EVERYONE,
  "notes.write": ["SUPERADMIN", "ADMIN", "EMPLOYEE"],
  "payments.read": EVERYONE,
  "ledger.read": EVERYONE,
  "paymentPreferences.write": ["SUPERADMIN", "EMPLOYEE"],
  "paymentSchedules.write": ["SUPERADMIN", "ADMIN", "EMPLOYEE"],
  "payments.recordManual": ["SUPERADMIN", "EMPLOYEE"],
  "payments.charge": ["SUPERADMIN", "ADMIN", "EMPLOYEE"],
  "payments.payOut": ["SUPERADMIN", "ADMIN", "EMPLOYEE"],
  "payments.takeMoreThanOwed": ["SUPERADMIN"],
  "payments.resolve": ["SUPERADMIN"],
  "settings.read": EVERYONE,
  "settings.write": ["SUPERADMIN"],
  "passcodes.write": ["SUPERADMIN"],
  "loans.payoffLetter": ["SUPERADMIN", "ADMIN", "EMPLOYEE"],
  "loans.return": ["SUPERADMIN", "ADMIN", "EMPLOYEE"],
  "doNotFund.read": EVERYONE,
  "doNotFund.write": ["SUPERADMIN", "ADMIN", "EMPLOYEE"],
  "deals.read": EVERYONE,
  "deals.write": ["SUPERADMIN", "ADMIN", "EMPLOYEE"],
  "promises.read": EVERYONE,
  "promises.record": ["SUPERADMIN", "ADMIN", "EMPLOYEE"],
  "remarks.read": EVERYONE,
  "remarks.add": ["SUPERADMIN", "ADMIN", "EMPLOYEE"],
  "remarks.end": ["SUPERADMIN", "ADMIN"],
  "decisions.read": EVERYONE,
  "decisions.retryFacts": ["SUPERADMIN", "ADMIN", "EMPLOYEE"],
  "similarRecords.read": EVERYONE,
  "bankLinks.read": EVERYONE,
  "bankLinks.ask": ["SUPERADMIN", "ADMIN", "EMPLOYEE"],
  "accounts.read": EVERYONE,
  "accounts.write": ["SUPERADMIN", "ADMIN", "EMPLOYEE"],
  "debitControl.record": ["SUPERADMIN", "ADMIN"],
  "assetReports.read": EVERYONE,
  "bankStatistics.read": EVERYONE,
  "bankStatistics.changeCategory": ["SUPERADMIN", "ADMIN", "EMPLOYEE"],
  "assetReports.request": ["SUPERADMIN", "ADMIN", "EMPLOYEE"],
  "bulkJobs.read": EVERYONE,
  "bulkJobs.runBalance": ["SUPERADMIN", "ADMIN", "EMPLOYEE"],
  "bulkJobs.charge": ["SUPERADMIN", "ADMIN", "EMPLOYEE"],
  /** To pause one of any kind; the rest takes what starting its kind takes (`CAPABILITY_TO_START`). */
  "bulkJobs.reset": ["SUPERADMIN", "ADMIN", "EMPLOYEE"],
  "bulkJobs.giveBack": ["SUPERADMIN", "ADMIN"],
  "automation.read": EVERYONE,
  "automation.run": ["SUPERADMIN", "ADMIN"],
  "automation.setTimer": ["SUPERADMIN"],
  "ledgerWrites.read": EVERYONE,
  "ledgerWrites.write": ["SUPERADMIN", "ADMIN", "EMPLOYEE"],
  "uploads.read": EVERYONE,
  "uploads.write": ["SUPERADMIN", "ADMIN", "EMPLOYEE"],
  "imports.manage": ["SUPERADMIN"],
  "businesses.read": EVERYONE,
  "businesses.register": ["SUPERADMIN", "ADMIN", "EMPLOYEE"],
  "businesses.fileLien": ["SUPERADMIN", "ADMIN", "EMPLOYEE"],
  "collections.read": EVERYONE,
  "collections.export": ["SUPERADMIN", "ADMIN", "EMPLOYEE"],
  "institutions.read": EVERYONE,
  "institutions.refresh": ["SUPERADMIN", "ADMIN", "EMPLOYEE"],
  "chargebacks.read": EVERYONE,
  "chargebacks.process": ["SUPERADMIN", "ADMIN"],
  "paymentExceptions.read": EVERYONE,
  "paymentExceptions.resolve": ["SUPERADMIN", "ADMIN"],
  "work.read": EVERYONE,
  "work.handle": ["SUPERADMIN", "ADMIN", "EMPLOYEE"],
  "portfolio.read": EVERYONE,
  "approvals.read": EVERYONE,
  "approvals.withdraw": ["SUPERADMIN", "ADMIN", "EMPLOYEE"],
  "approvals.decide": ["SUPERADMIN", "ADMIN"],
  "approvals.writeRules": ["SUPERADMIN"],
  "funnel.read": EVERYONE,
  "reconciliation.read": EVERYONE,
  "reconciliation.resolve": ["SUPERADMIN", "ADMIN", "EMPLOYEE"],
  "reconciliation.sign": ["SUPERADMIN", "ADMIN"],
  "recovery.read": ["SUPERADMIN", "ADMIN"],
  "recovery.release": ["SUPERADMIN"],
  "system.read": ["SUPERADMIN"],
  "staff.manage": ["SUPERADMIN"],
  "audit.read": ["SUPERADMIN", "ADMIN", "AUDITOR"],
  "packets.create": ["SUPERADMIN", "ADMIN"],
  "files.read": EVERYONE,
  "files.download": ["SUPERADMIN", "ADMIN", "EMPLOYEE"],
} as const satisfies Record<string, readonly Role[]>;

export type Capability = keyof typeof CAPABILITIES;
export const CAPABILITY_NAMES = Object.keys(CAPABILITIES) as Capability[];

/** Whether `role` holds `capability`. */
export const can = (role: Role, capability: Capability): boolean =>
  (CAPABILITIES[capability] as readonly Role[]).includes(role);

const EITHER = new Intl.ListFormat("en-GB", { type: "disjunction" });

/** The sentence shown beside a control that `role` may not use, or null when it may. */
export const whyNotCapable = (role: Role, capability: Capability): string | null =>
  can(role, capability) ? null : `Only ${EITHER.format(CAPABILITIES[capability])} can do this.`;
