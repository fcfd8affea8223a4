import { CAPABILITY_NAMES, type Capability, can, ROLES, type Role } from "@countinghouse/validators/roles";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Actor } from "./actor.ts";
import { expectRefusal } from "./testing/expectations.ts";
import { createTestApi, type TestApi } from "./testing/harness.ts";
import { callProcedure, GUARDED, PROCEDURES } from "./testing/procedures.ts";
import { rowCounts } from "./testing/tables.ts";

let api: TestApi;
beforeAll(async () => {
  api = await createTestApi();
  for (const role of ROLES) await api.admin(role);
});
afterAll(() => api.close());

const call = (path: string, actor: Actor): Promise<unknown> => callProcedure(api, path, actor);

describe("access", () => {
  it("is declared by every procedure, and each declaration is one we know", () => {
    const known = new Set<unknown>([...CAPABILITY_NAMES, "public"]);
    expect(PROCEDURES.filter(({ access }) => !known.has(access))).toEqual([]);
  });

  it("stands as reviewed: a new or changed procedure is a change of this table", () => {
    const table = PROCEDURES.map(({ path, kind, access }) => `${path} · ${kind} · ${access}`);
    expect(table).toMatchInlineSnapshot(`
      [
        "admins.beginFactor · mutation · session.use",
        "admins.change · mutation · staff.manage",
        "admins.changeOwnName · mutation · session.use",
        "admins.changeOwnPassword · mutation · session.use",
        "admins.confirmApp · mutation · session.use",
        "admins.confirmPasskey · mutation · session.use",
        "admins.endOwnSession · mutation · session.use",
        "admins.endSessions · mutation · staff.manage",
        "admins.forgotPassword · mutation · public",
        "admins.invite · mutation · staff.manage",
        "admins.list · query · staff.manage",
        "admins.me · query · session.use",
        "admins.metabase · query · session.use",
        "admins.ownFactors · query · session.use",
        "admins.ownSessions · query · session.use",
        "admins.removeFactor · mutation · session.use",
        "admins.removeFactors · mutation · staff.manage",
        "admins.renameFactor · mutation · session.use",
        "admins.renewRecoveryCodes · mutation · session.use",
        "admins.sendPasswordLink · mutation · staff.manage",
        "admins.setPassword · mutation · public",
        "admins.setStatus · mutation · staff.manage",
        "admins.unlock · mutation · staff.manage",
        "applications.createContractLink · mutation · files.download",
        "applications.get · query · applications.read",
        "applications.list · query · applications.read",
        "applications.revokeContractLink · mutation · files.download",
        "assetReports.details · query · assetReports.read",
        "assetReports.get · query · assetReports.read",
        "assetReports.pdf · mutation · assetReports.read",
        "assetReports.request · mutation · assetReports.request",
        "audit.filters · query · audit.read",
        "audit.list · query · audit.read",
        "auth.refresh · mutation · public",
        "auth.resendCode · mutation · public",
        "auth.signIn · mutation · public",
        "auth.signOut · mutation · session.use",
        "auth.verifyCode · mutation · public",
        "auth.verifyFactor · mutation · public",
        "automation.batchStatus · query · automation.read",
        "automation.decideTimedRun · mutation · automation.run",
        "automation.preview · query · automation.read",
        "automation.run · mutation · automation.run",
        "automation.setTimer · mutation · automation.setTimer",
        "automation.timer · query · automation.read",
        "automation.transactions · query · automation.read",
        "bankAccounts.addLostManually · mutation · accounts.write",
        "bankAccounts.addManually · mutation · accounts.write",
        "bankAccounts.list · query · accounts.read",
        "bankAccounts.makePrimary · mutation · accounts.write",
        "bankAccounts.owner · query · accounts.read",
        "bankAccounts.setEnabled · mutation · accounts.write",
        "bankLinks.balances · query · bankLinks.read",
        "bankLinks.fetchBalances · mutation · bankLinks.ask",
        "bankLinks.list · query · bankLinks.read",
        "bankLinks.reAuth · mutation · bankLinks.ask",
        "bankStatistics.get · query · bankStatistics.read",
        "bankStatistics.snapshots · query · bankStatistics.read",
        "bankStatistics.transactions · query · bankStatistics.read",
        "bulkJobs.batch · query · bulkJobs.read",
        "bulkJobs.batchTimes · query · bulkJobs.read",
        "bulkJobs.live · subscription · bulkJobs.read",
        "bulkJobs.pause · mutation · bulkJobs.reset",
        "bulkJobs.preview · query · bulkJobs.read",
        "bulkJobs.previewFailed · query · bulkJobs.read",
        "bulkJobs.reset · mutation · bulkJobs.reset",
        "bulkJobs.resume · mutation · bulkJobs.reset",
        "bulkJobs.rows · query · bulkJobs.read",
        "bulkJobs.running · query · bulkJobs.read",
        "bulkJobs.startBalance · mutation · bulkJobs.runBalance",
        "bulkJobs.startPayments · mutation · bulkJobs.charge",
        "bulkJobs.tray · query · bulkJobs.read",
        "businesses.adoptLien · mutation · businesses.fileLien",
        "businesses.fileLienAgain · mutation · businesses.fileLien",
        "businesses.fileLiens · mutation · businesses.fileLien",
        "businesses.lienPdfs · mutation · files.download",
        "businesses.list · query · businesses.read",
        "businesses.ofUser · query · businesses.read",
        "businesses.register · mutation · businesses.register",
        "businesses.terminateLien · mutation · businesses.fileLien",
        "businesses.unmatchedLiens · query · businesses.read",
        "cards.list · query · accounts.read",
        "cards.makePrimary · mutation · accounts.write",
        "cards.setStatus · mutation · accounts.write",
        "chargebacks.deleteUnprocessed · mutation · chargebacks.process",
        "chargebacks.list · query · chargebacks.read",
        "chargebacks.retryUnprocessed · mutation · chargebacks.process",
        "chargebacks.unprocessed · query · chargebacks.read",
        "collections.bankData · query · collections.read",
        "collections.exportCsv · mutation · collections.export",
        "collections.list · query · collections.read",
        "collections.zip · mutation · collections.export",
        "deadlines.list · query · work.read",
        "deals.decline · mutation · deals.write",
        "deals.get · query · deals.read",
        "deals.move · mutation · deals.write",
        "deals.request · mutation · deals.write",
        "debitControl.corrections · query · accounts.read",
        "debitControl.forecast · query · chargebacks.read",
        "debitControl.ofUser · query · accounts.read",
        "debitControl.record · mutation · debitControl.record",
        "debitControl.returnRates · query · chargebacks.read",
        "decisions.factsLookup · query · decisions.read",
        "decisions.list · query · decisions.read",
        "decisions.retryFacts · mutation · decisions.retryFacts",
        "decisions.underwriting · query · decisions.read",
        "decisions.vantageScore · query · decisions.read",
        "doNotFund.clear · mutation · doNotFund.write",
        "doNotFund.progress · query · doNotFund.read",
        "doNotFund.retryStep · mutation · doNotFund.write",
        "doNotFund.set · mutation · doNotFund.write",
        "factors.demands · query · settings.read",
        "factors.setDemand · mutation · settings.write",
        "files.link · mutation · files.download",
        "files.list · query · files.read",
        "files.zip · mutation · files.download",
        "funnel.partners · query · funnel.read",
        "funnel.report · query · funnel.read",
        "imports.discard · mutation · imports.manage",
        "imports.get · query · imports.manage",
        "imports.list · query · imports.manage",
        "imports.pause · mutation · imports.manage",
        "imports.plan · mutation · imports.manage",
        "imports.resume · mutation · imports.manage",
        "imports.start · mutation · imports.manage",
        "institutions.list · query · institutions.read",
        "institutions.refresh · mutation · institutions.refresh",
        "ledger.list · query · ledger.read",
        "ledgerWrites.delete · mutation · ledgerWrites.write",
        "ledgerWrites.list · query · ledgerWrites.read",
        "ledgerWrites.progress · query · ledgerWrites.read",
        "ledgerWrites.retry · mutation · ledgerWrites.write",
        "lists.arrange · mutation · lists.arrange",
        "lists.changeView · mutation · lists.arrange",
        "lists.deleteView · mutation · lists.arrange",
        "lists.kept · query · lists.arrange",
        "lists.openWith · mutation · lists.arrange",
        "lists.restoreView · mutation · lists.arrange",
        "lists.saveView · mutation · lists.arrange",
        "loans.explainBalance · query · payments.read",
        "loans.get · query · payments.read",
        "loans.getReturn · query · payments.read",
        "loans.ledger · query · payments.read",
        "loans.listTransactions · query · payments.read",
        "loans.paymentSummary · query · payments.read",
        "loans.return · mutation · loans.return",
        "loans.transactionSheet · mutation · payments.read",
        "loans.transactionsPdf · mutation · payments.read",
        "notes.create · mutation · notes.write",
        "notes.delete · mutation · notes.write",
        "notes.list · query · notes.read",
        "notes.restore · mutation · notes.write",
        "notes.update · mutation · notes.write",
        "packets.create · mutation · packets.create",
        "passcodes.list · query · passcodes.write",
        "passcodes.set · mutation · passcodes.write",
        "paymentExceptions.close · mutation · paymentExceptions.resolve",
        "paymentExceptions.deleteReport · mutation · paymentExceptions.resolve",
        "paymentExceptions.list · query · paymentExceptions.read",
        "paymentExceptions.match · mutation · paymentExceptions.resolve",
        "paymentPreferences.get · query · payments.read",
        "paymentPreferences.set · mutation · paymentPreferences.write",
        "payments.check · mutation · payments.charge",
        "payments.details · query · payments.read",
        "payments.list · query · payments.read",
        "payments.listManual · query · payments.read",
        "payments.options · query · payments.read",
        "payments.processorTransactions · query · payments.read",
        "payments.recordManual · mutation · payments.recordManual",
        "payments.resolve · mutation · payments.resolve",
        "payments.run · mutation · payments.charge",
        "payments.searchProcessor · query · payments.read",
        "payments.status · query · payments.read",
        "paymentSchedules.list · query · payments.read",
        "paymentSchedules.move · mutation · paymentSchedules.write",
        "paymentSchedules.process · mutation · payments.charge",
        "paymentSchedules.search · query · payments.read",
        "paymentSchedules.sums · query · payments.read",
        "paymentSchedules.update · mutation · paymentSchedules.write",
        "reAccess.create · mutation · users.reAccess",
        "reAccess.get · query · users.reAccess",
        "reconciliation.allPayments · query · reconciliation.read",
        "reconciliation.report · query · reconciliation.read",
        "recontracts.list · query · files.read",
        "recovery.book · mutation · recovery.release",
        "recovery.release · mutation · recovery.release",
        "recovery.status · query · recovery.read",
        "remarks.add · mutation · remarks.add",
        "remarks.end · mutation · remarks.end",
        "remarks.list · query · remarks.read",
        "settings.list · query · settings.read",
        "settings.set · mutation · settings.write",
        "similarRecords.fundedBalances · query · similarRecords.read",
        "similarRecords.list · query · similarRecords.read",
        "system.get · query · system.read",
        "uploads.list · query · uploads.read",
        "users.beginApplication · mutation · users.beginApplication",
        "users.create · mutation · users.create",
        "users.edit · mutation · users.edit",
        "users.editForm · query · users.edit",
        "users.editProgress · query · users.read",
        "users.find · query · users.read",
        "users.get · query · users.read",
        "users.list · query · users.read",
        "users.markManuallyApproved · mutation · users.manualApprove",
        "users.renewal · query · users.read",
        "users.restartApplication · mutation · users.restartApplication",
        "users.retryEditStep · mutation · users.edit",
        "users.revealSsn · mutation · users.revealSsn",
        "users.setExternalPayment · mutation · users.setExternalPayment",
        "users.setFlag · mutation · users.setFlags",
        "users.sums · query · users.read",
        "work.assign · mutation · work.handle",
        "work.count · query · work.read",
        "work.finish · mutation · work.handle",
        "work.hold · mutation · work.handle",
        "work.list · query · work.read",
        "work.release · mutation · work.handle",
        "work.snooze · mutation · work.handle",
      ]
    `);
  });

  it.each(GUARDED)("to $path is refused to whoever has not signed in", async ({ path }) => {
    await expectRefusal(
      call(path, { kind: "visitor", ip: "127.0.0.1" }),
      "UNAUTHORIZED",
      "Unauthorized User",
    );
  });

  const refusedRoles = GUARDED.flatMap(({ path, access }) =>
    ROLES.filter((role) => !can(role, access as Capability)).map((role) => ({ path, role })),
  );
  it.each(refusedRoles)("to $path is refused to the role $role", async ({ path, role }) => {
    await expectRefusal(call(path, await api.admin(role)), "FORBIDDEN", /^Only .+ can do this\.$/);
  });

  const admittedRoles = GUARDED.flatMap(({ path, access }) =>
    ROLES.filter((role) => can(role, access as Capability)).map((role) => ({ path, role })),
  );
  it.each(admittedRoles)("to $path is not refused to the role $role", async ({ path, role }) => {
    const error = await call(path, await api.admin(role)).then(
      () => null,
      (reason: unknown) => reason,
    );
    expect((error as { code?: string } | null)?.code ?? "BAD_REQUEST").toBe("BAD_REQUEST");
  });

  it("that is refused writes nothing", async () => {
    const before = await rowCounts(api);
    await Promise.allSettled([
      ...GUARDED.map(({ path }) => call(path, { kind: "visitor", ip: "127.0.0.1" })),
      ...refusedRoles.map(async ({ path, role }: { path: string; role: Role }) =>
        call(path, await api.admin(role)),
      ),
    ]);
    expect(await rowCounts(api)).toEqual(before);
  });
});
