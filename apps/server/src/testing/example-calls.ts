import { randomUUID } from "node:crypto";
import type { RouterInputs } from "@countinghouse/api";
import { ACCOUNT_EXAMPLES } from "./account-examples.ts";
import { APPROVAL_EXAMPLES } from "./approval-examples.ts";
import { BULK_EXAMPLES } from "./bulk-examples.ts";
import { BUSINESS_EXAMPLES } from "./business-examples.ts";
import { DESK_EXAMPLES } from "./desk-examples.ts";
import { FILE_EXAMPLES } from "./file-examples.ts";
import { LIST_EXAMPLES } from "./list-examples.ts";
import { LOAN_EXAMPLES } from "./loan-examples.ts";
import { PAYMENT_EXAMPLES } from "./payment-examples.ts";
import { REPORT_EXAMPLES } from "./report-examples.ts";
import { STAFF_EXAMPLES } from "./staff-examples.ts";
import { USER_EXAMPLES } from "./user-examples.ts";

const WORK_ITEM = { requestId: randomUUID(), kind: "FAILED_MESSAGE", key: "EMAIL:0" } as const;

/** A valid input for each procedure with an input. It concerns no existing record, so it writes nothing. */
export const EXAMPLES = {
  ...STAFF_EXAMPLES,
  ...DESK_EXAMPLES,
  ...APPROVAL_EXAMPLES,
  ...LIST_EXAMPLES,
  "audit.list": { userId: 2e9 } satisfies RouterInputs["audit"]["list"],
  "automation.transactions": {} satisfies RouterInputs["automation"]["transactions"],
  "automation.batchStatus": { requestedAt: 0 } satisfies RouterInputs["automation"]["batchStatus"],
  "automation.setTimer": {
    requestId: randomUUID(),
    isOn: true,
    runAt: "09:00",
    version: 999,
  } satisfies RouterInputs["automation"]["setTimer"],
  "automation.decideTimedRun": {
    requestId: randomUUID(),
    day: "2020-01-02",
    decision: "hold",
  } satisfies RouterInputs["automation"]["decideTimedRun"],
  "automation.run": { requestId: randomUUID(), reviewed: "x" } satisfies RouterInputs["automation"]["run"],
  "chargebacks.list": {} satisfies RouterInputs["chargebacks"]["list"],
  "chargebacks.retryUnprocessed": {
    requestId: randomUUID(),
    readAt: new Date("2026-01-01T00:00:00Z"),
  } satisfies RouterInputs["chargebacks"]["retryUnprocessed"],
  "chargebacks.deleteUnprocessed": {
    requestId: randomUUID(),
    achReturnIds: [randomUUID()],
    cardChargebackIds: [],
  } satisfies RouterInputs["chargebacks"]["deleteUnprocessed"],
  "paymentExceptions.match": {
    requestId: randomUUID(),
    reportId: randomUUID(),
    paymentId: randomUUID(),
  } satisfies RouterInputs["paymentExceptions"]["match"],
  "chargebacks.restoreUnprocessed": {
    requestId: randomUUID(),
    ids: [randomUUID()],
  } satisfies RouterInputs["chargebacks"]["restoreUnprocessed"],
  "chargebacks.setAnswerDate": {
    requestId: randomUUID(),
    chargebackId: randomUUID(),
    answerBy: "2026-12-04",
    was: null,
  } satisfies RouterInputs["chargebacks"]["setAnswerDate"],
  "paymentExceptions.restoreReport": {
    requestId: randomUUID(),
    reportId: randomUUID(),
  } satisfies RouterInputs["paymentExceptions"]["restoreReport"],
  "ledgerWrites.restore": {
    requestId: randomUUID(),
    items: [{ id: randomUUID() }],
  } satisfies RouterInputs["ledgerWrites"]["restore"],
  "paymentExceptions.deleteReport": {
    requestId: randomUUID(),
    reportId: randomUUID(),
    note: "It is another lender's.",
  } satisfies RouterInputs["paymentExceptions"]["deleteReport"],
  "paymentExceptions.close": {
    requestId: randomUUID(),
    exceptionId: randomUUID(),
    note: "The customer was called.",
  } satisfies RouterInputs["paymentExceptions"]["close"],
  "debitControl.forecast": { userIds: [2e9] } satisfies RouterInputs["debitControl"]["forecast"],
  "work.list": {} satisfies RouterInputs["work"]["list"],
  "work.hold": WORK_ITEM satisfies RouterInputs["work"]["hold"],
  "work.release": WORK_ITEM satisfies RouterInputs["work"]["release"],
  "work.assign": { ...WORK_ITEM, adminId: null } satisfies RouterInputs["work"]["assign"],
  "work.reopen": WORK_ITEM satisfies RouterInputs["work"]["reopen"],
  "work.snooze": { ...WORK_ITEM, until: "2030-01-01" } satisfies RouterInputs["work"]["snooze"],
  "work.finish": { ...WORK_ITEM, reason: "Called." } satisfies RouterInputs["work"]["finish"],
  "deals.decline": {
    requestId: randomUUID(),
    userId: 2e9,
    dealId: "5725767110000000012",
    reason: "Stacking",
  } satisfies RouterInputs["deals"]["decline"],
  "deals.get": { userId: 2e9 } satisfies RouterInputs["deals"]["get"],
  "deals.move": {
    requestId: randomUUID(),
    userId: 2e9,
    dealId: "5725767110000000012",
    stage: "Funding Review",
  } satisfies RouterInputs["deals"]["move"],
  "deals.request": { requestId: randomUUID(), userId: 2e9 } satisfies RouterInputs["deals"]["request"],
  "doNotFund.clear": {
    requestId: randomUUID(),
    userId: 2e9,
    doNotFund: false,
  } satisfies RouterInputs["doNotFund"]["clear"],
  "doNotFund.progress": { userId: 2e9 } satisfies RouterInputs["doNotFund"]["progress"],
  "doNotFund.retryStep": {
    requestId: randomUUID(),
    userId: 2e9,
    stepId: randomUUID(),
  } satisfies RouterInputs["doNotFund"]["retryStep"],
  "doNotFund.set": {
    requestId: randomUUID(),
    userId: 2e9,
    doNotFund: true,
    reason: "Other",
    otherReason: "x",
  } satisfies RouterInputs["doNotFund"]["set"],
  "assetReports.details": { id: 2e9, itemId: "x" } satisfies RouterInputs["assetReports"]["details"],
  "assetReports.get": { userId: 2e9 } satisfies RouterInputs["assetReports"]["get"],
  "assetReports.pdf": {
    requestId: randomUUID(),
    id: 2e9,
    days: 60,
  } satisfies RouterInputs["assetReports"]["pdf"],
  "assetReports.request": {
    requestId: randomUUID(),
    userId: 2e9,
  } satisfies RouterInputs["assetReports"]["request"],
  ...ACCOUNT_EXAMPLES,
  ...BUSINESS_EXAMPLES,
  ...BULK_EXAMPLES,
  ...PAYMENT_EXAMPLES,
  ...LOAN_EXAMPLES,
  ...USER_EXAMPLES,
  "bankLinks.balances": { userId: 2e9 } satisfies RouterInputs["bankLinks"]["balances"],
  "bankLinks.fetchBalances": {
    requestId: randomUUID(),
    userId: 2e9,
  } satisfies RouterInputs["bankLinks"]["fetchBalances"],
  "bankLinks.list": { userId: 2e9 } satisfies RouterInputs["bankLinks"]["list"],
  "bankLinks.reAuth": { requestId: randomUUID(), userId: 2e9 } satisfies RouterInputs["bankLinks"]["reAuth"],
  "bankStatistics.get": { userId: 2e9 } satisfies RouterInputs["bankStatistics"]["get"],
  "bankStatistics.snapshots": { userId: 2e9 } satisfies RouterInputs["bankStatistics"]["snapshots"],
  "bankStatistics.transactions": {
    userId: 2e9,
    flow: "businessRevenue",
    period: 30,
  } satisfies RouterInputs["bankStatistics"]["transactions"],
  "collections.list": { userIds: "2000000000" } satisfies RouterInputs["collections"]["list"],
  "collections.bankData": { userIds: "2000000000" } satisfies RouterInputs["collections"]["bankData"],
  "collections.exportCsv": {
    requestId: randomUUID(),
    userIds: [2e9],
  } satisfies RouterInputs["collections"]["exportCsv"],
  "collections.zip": {
    requestId: randomUUID(),
    type: "contracts",
    userIds: [2e9],
  } satisfies RouterInputs["collections"]["zip"],
  "notes.create": {
    requestId: randomUUID(),
    userId: 2e9,
    note: "x",
  } satisfies RouterInputs["notes"]["create"],
  "notes.delete": { requestId: randomUUID(), id: randomUUID() } satisfies RouterInputs["notes"]["delete"],
  "notes.list": { userId: 2e9 } satisfies RouterInputs["notes"]["list"],
  "notes.restore": { requestId: randomUUID(), id: randomUUID() } satisfies RouterInputs["notes"]["restore"],
  "notes.update": {
    requestId: randomUUID(),
    id: randomUUID(),
    note: "x",
    version: 1,
  } satisfies RouterInputs["notes"]["update"],
  "payments.listManual": { userId: 2e9 } satisfies RouterInputs["payments"]["listManual"],
  "payments.processorTransactions": {
    userId: 2e9,
    cursor: null,
    limit: 10,
  } satisfies RouterInputs["payments"]["processorTransactions"],
  "debitControl.ofUser": { userId: 2e9 } satisfies RouterInputs["debitControl"]["ofUser"],
  "debitControl.record": {
    requestId: randomUUID(),
    userId: 2e9,
    instrument: { kind: "account", id: 2e9 },
    cure: "authorisation",
    obtainedOn: "2026-11-20",
    how: "x",
    fileId: null,
  } satisfies RouterInputs["debitControl"]["record"],
  "decisions.factsLookup": { userId: 2e9 } satisfies RouterInputs["decisions"]["factsLookup"],
  "decisions.retryFacts": {
    requestId: randomUUID(),
    userId: 2e9,
  } satisfies RouterInputs["decisions"]["retryFacts"],
  "decisions.list": { userId: 2e9 } satisfies RouterInputs["decisions"]["list"],
  "decisions.underwriting": { userId: 2e9 } satisfies RouterInputs["decisions"]["underwriting"],
  "decisions.vantageScore": { userId: 2e9 } satisfies RouterInputs["decisions"]["vantageScore"],
  ...REPORT_EXAMPLES,
  "recovery.book": { requestId: randomUUID() } satisfies RouterInputs["recovery"]["book"],
  "recovery.confirm": {
    requestId: randomUUID(),
    key: "x",
    word: "CONFIRM",
    note: "x",
  } satisfies RouterInputs["recovery"]["confirm"],
  "recovery.release": {
    requestId: randomUUID(),
    word: "RELEASE",
    reason: "x",
  } satisfies RouterInputs["recovery"]["release"],
  "ledgerWrites.delete": {
    requestId: randomUUID(),
    items: [{ id: randomUUID() }],
  } satisfies RouterInputs["ledgerWrites"]["delete"],
  "ledgerWrites.progress": {
    items: [{ id: randomUUID() }],
  } satisfies RouterInputs["ledgerWrites"]["progress"],
  "ledgerWrites.retry": {
    requestId: randomUUID(),
    items: [{ id: randomUUID() }],
  } satisfies RouterInputs["ledgerWrites"]["retry"],
  ...FILE_EXAMPLES,
  "applications.createContractLink": {
    requestId: randomUUID(),
    fileId: randomUUID(),
  } satisfies RouterInputs["applications"]["createContractLink"],
  "applications.get": { id: 2e9 } satisfies RouterInputs["applications"]["get"],
  "applications.list": { userId: 2e9 } satisfies RouterInputs["applications"]["list"],
  "applications.revokeContractLink": {
    requestId: randomUUID(),
    linkId: randomUUID(),
  } satisfies RouterInputs["applications"]["revokeContractLink"],
  "paymentPreferences.get": { userId: 2e9 } satisfies RouterInputs["paymentPreferences"]["get"],
  "paymentPreferences.set": {
    requestId: randomUUID(),
    userId: 2e9,
    version: 0,
    preference: {
      useBank: false,
      bankNumber: null,
      useBankUntil: null,
      useCard: false,
      cardNumber: null,
      useCardUntil: null,
    },
  } satisfies RouterInputs["paymentPreferences"]["set"],
  // Too short, so that no passcode is set.
  "passcodes.set": {
    requestId: randomUUID(),
    kind: "CARD",
    passcode: "471",
  } satisfies RouterInputs["passcodes"]["set"],
  "payments.check": {
    requestId: randomUUID(),
    paymentId: randomUUID(),
  } satisfies RouterInputs["payments"]["check"],
  "payments.list": { userId: 2e9, outcome: "success" } satisfies RouterInputs["payments"]["list"],
  "payments.options": { userId: 2e9 } satisfies RouterInputs["payments"]["options"],
  "payments.status": { paymentId: randomUUID() } satisfies RouterInputs["payments"]["status"],
  "payments.details": { paymentId: randomUUID() } satisfies RouterInputs["payments"]["details"],
  "payments.searchProcessor": {
    userId: 2e9,
    reference: "x",
    from: "2027-01-04",
    to: "2027-01-05",
    state: "UNKNOWN",
    cursor: null,
    limit: 10,
  } satisfies RouterInputs["payments"]["searchProcessor"],
  "paymentSchedules.search": { userId: 2e9 } satisfies RouterInputs["paymentSchedules"]["search"],
  "paymentSchedules.update": {
    requestId: randomUUID(),
    id: 2e9,
    version: 1,
    paymentDate: "2027-01-04",
    amountCents: 100,
  } satisfies RouterInputs["paymentSchedules"]["update"],
  "paymentSchedules.list": { userId: 2e9 } satisfies RouterInputs["paymentSchedules"]["list"],
  "paymentSchedules.move": {
    requestId: randomUUID(),
    id: 2e9,
    version: 1,
    paymentDate: "2027-01-04",
  } satisfies RouterInputs["paymentSchedules"]["move"],
  "reAccess.create": {
    requestId: randomUUID(),
    userId: 2e9,
    reason: "x",
  } satisfies RouterInputs["reAccess"]["create"],
  "reAccess.get": { id: randomUUID() } satisfies RouterInputs["reAccess"]["get"],
  "recontracts.list": { userId: 2e9 } satisfies RouterInputs["recontracts"]["list"],
  "remarks.list": { userId: 2e9 } satisfies RouterInputs["remarks"]["list"],
  "similarRecords.fundedBalances": { userId: 2e9 } satisfies RouterInputs["similarRecords"]["fundedBalances"],
  "similarRecords.list": { userId: 2e9, kind: "ssns" } satisfies RouterInputs["similarRecords"]["list"],
};
