import { expect, it } from "vitest";
import { businessKey } from "./business-key.ts";

it("spells the keys as stored, since another spelling would allow a second payment", () => {
  expect({
    scheduled: businessKey.scheduled(7, "2026-11-20", 1),
    unscheduled: businessKey.unscheduled(10_001, "2026-11-20", 2),
    funding: businessKey.funding(501, 1),
    requested: businessKey.requested("SALE", "admin", "request"),
    manual: businessKey.manual("admin", "request"),
    loanReturn: businessKey.loanReturn(501),
    reported: businessKey.reported("tabapay", "T-1"),
    imported: businessKey.imported("old", "T-1"),
    openingBalance: businessKey.openingBalance("old", "17", 1),
    replacedOpening: businessKey.openingBalance("old", "17", 2),
    recovered: businessKey.recovered("fund:501:1", "K-1"),
  }).toEqual({
    scheduled: "schedule:7:2026-11-20:1",
    unscheduled: "bulk:10001:2026-11-20:2",
    funding: "fund:501:1",
    requested: "sale:admin:request",
    manual: "manual:admin:request",
    loanReturn: "loan-return:501",
    reported: "reported:tabapay:T-1",
    imported: "import:old:T-1",
    openingBalance: "opening:old:17",
    replacedOpening: "opening:#2:old:17",
    recovered: "fund:501:1:recovered:K-1",
  });
});
