import { randomUUID } from "node:crypto";
import type { RouterInputs } from "@countinghouse/api";

/** The examples of work, promises, drift, reconciled days and notices to applicants. */
export const DESK_EXAMPLES = {
  "bankStatistics.changeCategory": {
    requestId: randomUUID(),
    userId: 2e9,
    snapshotId: 2e9,
    transactionId: "none",
    category: "gigIncome",
    was: "miscIncome",
  } satisfies RouterInputs["bankStatistics"]["changeCategory"],
  "bankStatistics.matches": { userId: 2e9 } satisfies RouterInputs["bankStatistics"]["matches"],
  "promises.record": {
    requestId: randomUUID(),
    userId: 2e9,
    amountCents: 100,
    dueOn: "2030-01-01",
  } satisfies RouterInputs["promises"]["record"],
  "promises.list": { userId: 2e9 } satisfies RouterInputs["promises"]["list"],
  "promises.change": {
    requestId: randomUUID(),
    promiseId: randomUUID(),
    amountCents: 100,
    dueOn: "2030-01-01",
    version: 1,
  } satisfies RouterInputs["promises"]["change"],
  "promises.end": {
    requestId: randomUUID(),
    promiseId: randomUUID(),
    version: 1,
  } satisfies RouterInputs["promises"]["end"],
  "adverseAction.preview": { applicationId: 2e9 } satisfies RouterInputs["adverseAction"]["preview"],
  "work.sendAgain": { requestId: randomUUID(), key: "CRM:none" } satisfies RouterInputs["work"]["sendAgain"],
  "work.setTarget": {
    requestId: randomUUID(),
    kind: "LIEN",
    days: 5,
    version: 9,
  } satisfies RouterInputs["work"]["setTarget"],
  "drift.repair": { requestId: randomUUID(), id: randomUUID() } satisfies RouterInputs["drift"]["repair"],
  "reconciledDays.day": { day: "2020-01-02" } satisfies RouterInputs["reconciledDays"]["day"],
  "reconciledDays.certificate": { day: "2020-01-02" } satisfies RouterInputs["reconciledDays"]["certificate"],
  "reconciledDays.run": {
    requestId: randomUUID(),
    day: "2020-01-02",
  } satisfies RouterInputs["reconciledDays"]["run"],
  "reconciledDays.repair": {
    requestId: randomUUID(),
    breakId: randomUUID(),
  } satisfies RouterInputs["reconciledDays"]["repair"],
  "reconciledDays.match": {
    requestId: randomUUID(),
    breakIds: [randomUUID(), randomUUID()],
    reason: "The same payment.",
  } satisfies RouterInputs["reconciledDays"]["match"],
  "reconciledDays.ignore": {
    requestId: randomUUID(),
    breakId: randomUUID(),
    reason: "A cent of rounding.",
  } satisfies RouterInputs["reconciledDays"]["ignore"],
  "reconciledDays.undo": {
    requestId: randomUUID(),
    breakId: randomUUID(),
  } satisfies RouterInputs["reconciledDays"]["undo"],
  "reconciledDays.sign": {
    requestId: randomUUID(),
    day: "2020-01-02",
  } satisfies RouterInputs["reconciledDays"]["sign"],
  "adverseAction.send": {
    requestId: randomUUID(),
    applicationId: 2e9,
  } satisfies RouterInputs["adverseAction"]["send"],
};
