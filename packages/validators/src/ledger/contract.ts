import { domain, event, read } from "../contract/contract.ts";

export const ledger = domain("ledger", {
  list: read({ allow: "ledger.read", fromCopy: true }),
  exportStarted: event({ formerly: "ledger.export-started" }),
  exported: event({}),
  exportStopped: event({ formerly: "ledger.export-stopped" }),
});
