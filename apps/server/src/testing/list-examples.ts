import { randomUUID } from "node:crypto";
import type { RouterInputs } from "@countinghouse/api";

const NO_VIEW = { id: randomUUID(), name: "Mine", isShared: false } as const;
const CONTENT = { version: 1, params: { sort: "id" }, columns: null } as const;

/** The examples of lists, searches and explained figures. */
export const LIST_EXAMPLES = {
  "lists.arrange": {
    requestId: randomUUID(),
    list: "no-such-list",
    columns: null,
  } satisfies RouterInputs["lists"]["arrange"],
  "lists.openWith": {
    requestId: randomUUID(),
    list: "no-such-list",
    viewId: randomUUID(),
  } satisfies RouterInputs["lists"]["openWith"],
  "lists.saveView": {
    requestId: randomUUID(),
    list: "no-such-list",
    name: NO_VIEW.name,
    isShared: NO_VIEW.isShared,
    content: CONTENT,
  } satisfies RouterInputs["lists"]["saveView"],
  "lists.changeView": {
    requestId: randomUUID(),
    ...NO_VIEW,
    version: 1,
    content: CONTENT,
  } satisfies RouterInputs["lists"]["changeView"],
  "lists.deleteView": {
    requestId: randomUUID(),
    id: NO_VIEW.id,
  } satisfies RouterInputs["lists"]["deleteView"],
  "lists.restoreView": {
    requestId: randomUUID(),
    id: NO_VIEW.id,
  } satisfies RouterInputs["lists"]["restoreView"],
  "customerLists.get": { id: NO_VIEW.id } satisfies RouterInputs["customerLists"]["get"],
  "customerLists.freeze": {
    requestId: randomUUID(),
    of: { list: "chosen", from: "Users", userIds: [2e9] },
    expected: 1,
  } satisfies RouterInputs["customerLists"]["freeze"],
  "bulkJobs.previewList": {
    kind: "BULK_ACH",
    version: 1,
    listId: NO_VIEW.id,
  } satisfies RouterInputs["bulkJobs"]["previewList"],
  "users.find": { text: "nobody" } satisfies RouterInputs["users"]["find"],
  "users.sums": { query: "x" } satisfies RouterInputs["users"]["sums"],
  "funnel.users": {
    startDate: "2026-01-01",
    endDate: "2026-01-31",
    eventId: 2e9,
    outcome: "dropOff",
    cursor: null,
    limit: 10,
  } satisfies RouterInputs["funnel"]["users"],
  "institutions.customers": {
    institutionId: "none",
    cursor: 1,
    limit: 10,
  } satisfies RouterInputs["institutions"]["customers"],
  "portfolio.rows": {
    of: { figure: "outstanding" },
    cursor: { value: "1", key: "1" },
    limit: 10,
  } satisfies RouterInputs["portfolio"]["rows"],
  "debitControl.counted": {
    source: "GF",
    count: "unauthorised",
    cursor: { day: "2026-01-01", paymentId: NO_VIEW.id },
    limit: 10,
  } satisfies RouterInputs["debitControl"]["counted"],
  "timeline.list": {
    userId: 2e9,
    kinds: ["note"],
    search: "x",
    cursor: { at: new Date("2026-01-01T00:00:00Z"), key: "1" },
    limit: 10,
  } satisfies RouterInputs["timeline"]["list"],
};
