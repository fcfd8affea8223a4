import { expect, it } from "vitest";
import { GATED_ACTIONS, type GatedAction } from "../approval-gate/gated.ts";
import { appRouter } from "../router.ts";

type Standing = { gated: readonly GatedAction[] } | { exempt: string };

const of = (...gated: GatedAction[]): Standing => ({ gated });
const exempt = (why: string): Standing => ({ exempt: why });

const ACCOUNTS = exempt("Moves nothing; a payout to an account that is new can wait (newAccount).");
const SCHEDULE = exempt(
  "Moves dates of what is owed anyway; each payment on them is collected by a gated door.",
);
const FOLLOWS = exempt(
  "Books what a processor has already moved: to wait would leave the books behind the money.",
);

/** Every procedure that moves money, writes to the ledger, lets money be moved, or lifts what stops it. */
const MONEY: Record<string, Standing> = {
  "approvals.approve": exempt("Is the second person; never who asked (approval_of_two)."),
  "approvals.approveMany": exempt("Is the second person, of each by itself."),
  "approvals.setRule": of("approvals.setRules"),
  "automation.decideTimedRun": exempt(
    "Holds, releases or cancels a run that would not begin if it had to wait.",
  ),
  "automation.run": of("automation.run"),
  "automation.setTimer": exempt("A run that begins by itself is refused where it would wait (timed-run.ts)."),
  "bankAccounts.addLostManually": ACCOUNTS,
  "bankAccounts.addManually": ACCOUNTS,
  "bankAccounts.makePrimary": ACCOUNTS,
  "bankAccounts.setEnabled": ACCOUNTS,
  "bulkJobs.cancelHeld": exempt("Stops."),
  "bulkJobs.pause": exempt("Stops."),
  "bulkJobs.reset": exempt("Stops."),
  "bulkJobs.resume": exempt("Goes on with what was let through when it was started."),
  "bulkJobs.startPayments": of("bulkJobs.start.BULK_ACH", "bulkJobs.start.BULK_DEBIT"),
  "cards.makePrimary": ACCOUNTS,
  "cards.setStatus": ACCOUNTS,
  "chargebacks.deleteUnprocessed": exempt("Takes a report off a list; nothing is booked."),
  "chargebacks.retryUnprocessed": FOLLOWS,
  "debitControl.record": exempt("Records a new authorisation to debit; what it lets be collected is owed."),
  "doNotFund.clear": of("doNotFund.clear"),
  "doNotFund.set": exempt("Stops."),
  "drift.repair": exempt("Tells outside again what was decided before."),
  "imports.start": exempt(
    "Brings a book before the lender works with it: no money moves; refused once it is there.",
  ),
  "ledgerWrites.retry": exempt("Writes a row of the sheet that was decided before."),
  "loans.return": of("loans.return"),
  "paymentExceptions.match": FOLLOWS,
  "paymentPreferences.set": SCHEDULE,
  "paymentSchedules.move": SCHEDULE,
  "paymentSchedules.process": of("paymentSchedules.process"),
  "paymentSchedules.update": SCHEDULE,
  "payments.cancelHeld": exempt("Stops."),
  "payments.check": FOLLOWS,
  "payments.recordManual": of("payments.recordManual"),
  "payments.resolve": exempt(
    "Says what a processor's own books show of a payment that was let through; with passcode and reason.",
  ),
  "payments.run": of("payments.run"),
  "payments.setHold": of("payments.setHold"),
  "reconciledDays.repair": exempt("Writes a row of the sheet that was decided before."),
  "recovery.book": FOLLOWS,
  "recovery.release": exempt("Lets a restored database send again; each payment was let through before."),
  "remarks.add": exempt("Stops."),
  "remarks.end": of("remarks.end"),
  "reverts.start": of("bulkJobs.start.REVERT"),
  "settings.set": of("settings.set"),
  "users.beginApplication": exempt("Nothing is paid out of it before a decision; a manual one is gated."),
  "users.edit": exempt(
    "Changes terms before they are paid out; the payout is gated by what it comes to then.",
  ),
  "users.markManuallyApproved": of("users.manualApprove"),
  "users.restartApplication": exempt("Nothing is paid out of it before a decision; a manual one is gated."),
  "users.setExternalPayment": exempt("Says who collects; nothing is collected by it."),
  "users.setFlag": exempt("Lets payment automation take what is owed; a run is gated by its total."),
};

/** Domains none of whose procedures has to do with money: a further one of another domain says above what it is. */
const NO_MONEY = new Set([
  "admins",
  "adverseAction",
  "applications",
  "assetReports",
  "auth",
  "bankLinks",
  "businesses",
  "collections",
  "deals",
  "decisions",
  "factors",
  "files",
  "funnel",
  "institutions",
  "lists",
  "notes",
  "packets",
  "passcodes",
  "promises",
  "reAccess",
  "reconciliation",
  "uploads",
  "work",
]);
/** The like in a domain that has. */
const NOT_OF_MONEY = new Set([
  "approvals.deny",
  "approvals.withdraw",
  "bulkJobs.startBalance",
  "doNotFund.retryStep",
  "imports.discard",
  "imports.pause",
  "imports.plan",
  "imports.resume",
  "ledgerWrites.delete",
  "loans.transactionSheet",
  "loans.transactionsPdf",
  "paymentExceptions.close",
  "paymentExceptions.deleteReport",
  "reconciledDays.ignore",
  "reconciledDays.match",
  "reconciledDays.run",
  "reconciledDays.sign",
  "reconciledDays.undo",
  "users.create",
  "users.retryEditStep",
  "users.reveal",
]);

const MUTATIONS = Object.entries(
  appRouter._def.procedures as unknown as Record<string, { _def: { type: string } }>,
)
  .filter(([, { _def }]) => _def.type === "mutation")
  .map(([path]) => path);

it("every procedure that has to do with money waits by the rules, or says why not", () => {
  const unsaid = MUTATIONS.filter(
    (path) => !(path in MONEY) && !NOT_OF_MONEY.has(path) && !NO_MONEY.has(path.split(".")[0] ?? ""),
  );
  expect(unsaid).toEqual([]);
  expect(Object.keys(MONEY).filter((path) => !MUTATIONS.includes(path))).toEqual([]);
  expect([...NOT_OF_MONEY].filter((path) => !MUTATIONS.includes(path))).toEqual([]);
});

it("every command that the rules may hold up is that of a procedure", () => {
  const gated = Object.values(MONEY).flatMap((standing) => ("gated" in standing ? standing.gated : []));
  expect([...new Set(gated)].sort()).toEqual([...GATED_ACTIONS].sort());
});

it("every exemption gives a reason", () => {
  const reasons = Object.values(MONEY).flatMap((standing) => ("exempt" in standing ? standing.exempt : []));
  expect(reasons.filter((reason) => !/^[A-Z].+\.$/.test(reason))).toEqual([]);
});
