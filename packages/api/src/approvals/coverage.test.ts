import { readdirSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { expect, it } from "vitest";
import { GATED_ACTIONS, type GatedAction } from "../approval-gate/gated.ts";
import { appRouter } from "../router.ts";

type Standing = { gated: readonly GatedAction[] } | { exempt: string };

const of = (...gated: GatedAction[]): Standing => ({ gated });
const exempt = (why: string): Standing => ({ exempt: why });

const ACCOUNTS = exempt("Moves nothing; a payout to an account that is new waits (newAccount).");
const SCHEDULE = exempt(
  "Moves dates of what is owed anyway; each payment on them is collected by a gated door.",
);
const FOLLOWS = exempt(
  "Books what a processor has already moved: to wait would leave the books behind the money.",
);

/** Every procedure that moves money, writes to the ledger, allows money to move, or lifts a block. */
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
  "bankLinks.reAuth": exempt(
    "Takes over the account numbers that the bank tells, as a new version of the account.",
  ),
  "bulkJobs.pause": exempt("Stops."),
  "bulkJobs.reset": exempt("Stops."),
  "bulkJobs.resume": exempt("Goes on with what was let through when it was started."),
  "bulkJobs.startPayments": of("bulkJobs.start.BULK_ACH", "bulkJobs.start.BULK_DEBIT"),
  "cards.makePrimary": ACCOUNTS,
  "cards.setStatus": ACCOUNTS,
  "chargebacks.deleteUnprocessed": exempt("Takes a report off a list; nothing is booked."),
  "chargebacks.restoreUnprocessed": exempt("Puts a report back on its list; nothing is booked."),
  "chargebacks.retryUnprocessed": FOLLOWS,
  "chargebacks.setAnswerDate": exempt("Writes down the day of an answer; nothing is booked."),
  "debitControl.record": exempt("Records a new authorization to debit; what it lets be collected is owed."),
  "doNotFund.clear": of("doNotFund.clear"),
  "doNotFund.set": exempt("Stops."),
  "drift.repair": exempt(
    "Tells CRM and sheet again what was decided before, once; what it takes over of the verifier lets nothing be paid.",
  ),
  "imports.start": exempt(
    "Brings a book before the lender works with it: no money moves. Afterwards what is open comes in for Manual Review, which is gated.",
  ),
  "imports.undo": exempt(
    "Takes a book back that nobody has worked with since: no money moves, and what the ledger has is reversed to the cent.",
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
  "recovery.confirm": exempt("Says what was done about a payment that was sent before; it moves nothing."),
  "recovery.release": exempt("Lets a restored database send again; each payment was let through before."),
  "remarks.add": exempt("Stops."),
  "remarks.end": of("remarks.end"),
  "reverts.start": of("bulkJobs.start.REVERT"),
  "settings.set": of("settings.set"),
  "settings.setSwitch": exempt("Lets payment automation take what is owed; a run is gated by its total."),
  "users.beginApplication": exempt("Nothing is paid out of it before a decision; a manual one is gated."),
  "users.edit": exempt(
    "Changes terms: the payout is gated by what it comes to then; letting off more of one that was paid out is a SUPERADMIN's, up to the ceiling of manual payments, beyond which a Discount is recorded, which is gated.",
  ),
  "users.markManuallyApproved": of("users.manualApprove"),
  "users.restartApplication": exempt("Nothing is paid out of it before a decision; a manual one is gated."),
  "users.setExternalPayment": exempt("Says who collects; nothing is collected by it."),
  "users.setFlag": exempt("Lets payment automation take what is owed; a run is gated by its total."),
};

/**
 * The domains without money: none of their files writes money (`WRITES`). A new procedure of another domain needs an entry in MONEY or
 * OTHERS.
 */
const NO_MONEY = [
  "admins",
  "adverseAction",
  "applications",
  "assetReports",
  "auth",
  "bankStatistics",
  "businesses",
  "collections",
  "customerLists",
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
];

/** The procedures of other domains that have nothing to do with money, each with the reason. */
const OTHERS: Record<string, string> = {
  "approvals.deny": "Stops.",
  "approvals.withdraw": "Stops.",
  "bankLinks.fetchBalances": "Asks the bank what is there.",
  "bulkJobs.startBalance": "Asks banks what is there.",
  "doNotFund.retryStep": "Tells the CRM again what was decided before.",
  "imports.discard": "Deletes what was uploaded.",
  "imports.pause": "Stops.",
  "imports.plan": "Reads what was uploaded.",
  "imports.resume": "Goes on with what was started.",
  "ledgerWrites.delete": "Takes a row that failed off a list; the ledger stays as it is.",
  "ledgerWrites.restore": "Puts it back on the list.",
  "loans.payoffLetter": "Writes a letter to be read.",
  "loans.transactionSheet": "Writes a file to be read.",
  "loans.transactionsPdf": "Writes a file to be read.",
  "paymentExceptions.close": "Takes an exception off a list; nothing is booked.",
  "paymentExceptions.deleteReport": "Takes a report off a list; nothing is booked.",
  "paymentExceptions.restoreReport": "Puts it back on the list; nothing is booked.",
  "reconciledDays.ignore": "Says of a difference that it is known; neither ledger nor sheet change.",
  "reconciledDays.match": "Says of differences that they are one payment; neither ledger nor sheet change.",
  "reconciledDays.run": "Reads three systems, and keeps how they differ.",
  "reconciledDays.sign": "Keeps a document of what was compared; needs every difference to be seen to.",
  "reconciledDays.undo": "Has a difference wait again.",
  "users.create": "A customer without an application, who owes nothing.",
  "users.retryEditStep": "Tells the CRM again what was decided before.",
  "users.reveal": "Shows a number to whoever may see it, with its event.",
};

const MUTATIONS = Object.entries(
  appRouter._def.procedures as unknown as Record<string, { _def: { type: string } }>,
)
  .filter(([, { _def }]) => _def.type === "mutation")
  .map(([path]) => path);

it("every mutation is gated, exempt with a reason, or has nothing to do with money", () => {
  const unsaid = MUTATIONS.filter(
    (path) => !(path in MONEY) && !(path in OTHERS) && !NO_MONEY.includes(path.split(".")[0] ?? ""),
  );
  expect(unsaid).toEqual([]);
  expect(Object.keys(MONEY).filter((path) => !MUTATIONS.includes(path))).toEqual([]);
  expect(Object.keys(OTHERS).filter((path) => !MUTATIONS.includes(path) || path in MONEY)).toEqual([]);
});

it("every gated command belongs to a procedure", () => {
  const gated = Object.values(MONEY).flatMap((standing) => ("gated" in standing ? standing.gated : []));
  expect([...new Set(gated)].sort()).toEqual([...GATED_ACTIONS].sort());
});

it("every exemption has its reason as a sentence", () => {
  const reasons = Object.values(MONEY).flatMap((standing) => ("exempt" in standing ? standing.exempt : []));
  const said = [...reasons, ...Object.values(OTHERS)];
  expect(said.filter((reason) => !/^[A-Z].+\.$/.test(reason))).toEqual([]);
});

/** Matches code that writes a movement of money, a debt, a permission to move money, or the destination of money. */
const WRITES = new RegExp(
  [
    String.raw`\b(?:beginPayment|createManualIntent|postLedgerTransaction|postImported|allocate\w*|moveIntent|openBatch|replaceAccount)\(`,
    String.raw`\btx\s*\.(?:paymentIntent|paymentAttempt|ledger\w+|payment(?:Schedule|Allocation|Preference)|userBalance|bulk\w+|card|bankAccount|setting|payoutHold|approval\w*|derogatoryRemark|recordedCure|application|user)\s*\.(?:create|update|upsert|delete)`,
    String.raw`(?:INSERT INTO|UPDATE|DELETE FROM) "?(?:payment_(?!promise)\w+|ledger_\w+|user_balance|bulk_\w+|card|bank_account|setting|payout_hold|approval\w*|derogatory_remark|recorded_cure|application|users)\b`,
  ].join("|"),
);
/** The files of domains without money that may match `WRITES`, each with the reason. They write no facts that a payout uses. */
const MAY: Record<string, string> = {
  "applications/decline.ts": "Declines an application, and takes that back to the stage before.",
  "deals/delivery.ts": "Keeps which deal of the CRM an application is.",
  "decisions/delivery.ts": "Keeps what the vendor says of a decision that is there; its outcome stays.",
};
const API = fileURLToPath(new URL("..", import.meta.url));
const toFolder = (domain: string) => domain.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
const listFiles = (folder: string) =>
  readdirSync(`${API}${folder}`, { recursive: true, encoding: "utf8" })
    .filter((file) => file.endsWith(".ts") && !file.endsWith(".test.ts"))
    .map((file) => `${folder}/${file}`);

it("no domain without money writes money", () => {
  const writers = NO_MONEY.flatMap((domain) => listFiles(toFolder(domain))).filter((file) =>
    WRITES.test(readFileSync(`${API}${file}`, "utf8")),
  );
  expect(writers.sort()).toEqual(Object.keys(MAY).sort());
  // A file that does write money matches.
  expect(listFiles("loans").filter((file) => WRITES.test(readFileSync(`${API}${file}`, "utf8")))).toEqual([
    "loans/return.ts",
  ]);
});
