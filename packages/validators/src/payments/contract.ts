import { AFTER_PAYMENT } from "../contract/affects.ts";
import { command, domain, event, read } from "../contract/contract.ts";

export const payments = domain("payments", {
  options: read({ allow: "payments.read" }),
  list: read({ allow: "payments.read" }),
  status: read({ allow: "payments.read" }),
  run: command({
    // The mode of the payment asks for more: `payments.payOut` for money that goes out.
    allow: "payments.charge",
    action: "payments.run",
    affects: AFTER_PAYMENT,
    matters: ["COLLECT", "PAY_OUT", "SECOND_FUNDING"],
  }),
  check: command({ allow: "payments.charge", action: "payments.check", affects: AFTER_PAYMENT }),
  resolve: command({
    allow: "payments.resolve",
    action: "payments.resolve",
    formerly: "payments.settleManually",
    affects: AFTER_PAYMENT,
  }),
  listManual: read({ allow: "payments.read" }),
  processorTransactions: read({ allow: "payments.read" }),
  searchProcessor: read({ allow: "payments.read", fromCopy: true }),
  details: read({ allow: "payments.read" }),
  hold: read({ allow: "settings.read" }),
  setHold: command({
    allow: "settings.write",
    action: "payments.setHold",
    affects: AFTER_PAYMENT,
    matters: ["LIMITS"],
  }),
  held: read({ allow: "payments.read" }),
  cancelHeld: command({ allow: "payments.payOut", action: "payments.cancelHeld", affects: AFTER_PAYMENT }),
  recordManual: command({
    allow: "payments.recordManual",
    action: "payments.recordManual",
    formerly: "payments.record-manual",
    affects: AFTER_PAYMENT,
    matters: ["MANUAL_POSTING", "OVER_CEILING"],
  }),
  finishFunding: event({}),
  outcome: event({}),
  reported: event({}),
  setReportAside: event({}),
});
