import { randomUUID } from "node:crypto";
import type { RouterInputs } from "@countinghouse/api";

/** Examples of calls about businesses and their liens. */
export const BUSINESS_EXAMPLES = {
  "businesses.list": {
    page: 1,
    pageSize: 50,
    filter: "No",
    search: "x",
    businessStatus: null,
    userId: 2e9,
    unmatched: false,
  } satisfies RouterInputs["businesses"]["list"],
  "businesses.ofUser": { userId: 2e9 } satisfies RouterInputs["businesses"]["ofUser"],
  "businesses.register": {
    requestId: randomUUID(),
    userIds: "2000000000",
    retry: false,
  } satisfies RouterInputs["businesses"]["register"],
  "businesses.fileLiens": {
    requestId: randomUUID(),
    userIds: [2e9],
  } satisfies RouterInputs["businesses"]["fileLiens"],
  "businesses.fileLienAgain": {
    requestId: randomUUID(),
    userId: 2e9,
    sentAt: new Date("2026-11-20T15:00:00Z"),
    reason: "The filing office has none.",
  } satisfies RouterInputs["businesses"]["fileLienAgain"],
  "businesses.unmatchedLiens": { userId: 2e9 } satisfies RouterInputs["businesses"]["unmatchedLiens"],
  "businesses.adoptLien": {
    requestId: randomUUID(),
    vendorId: "of-nobody",
  } satisfies RouterInputs["businesses"]["adoptLien"],
  "businesses.terminateLien": {
    requestId: randomUUID(),
    vendorId: "of-nobody",
  } satisfies RouterInputs["businesses"]["terminateLien"],
  "businesses.ownLien": { userId: 2e9 } satisfies RouterInputs["businesses"]["ownLien"],
  "businesses.terminateOwnLien": {
    requestId: randomUUID(),
    lienId: randomUUID(),
  } satisfies RouterInputs["businesses"]["terminateOwnLien"],
  "businesses.continueLien": {
    requestId: randomUUID(),
    lienId: randomUUID(),
    filedOn: "2026-11-20",
  } satisfies RouterInputs["businesses"]["continueLien"],
  "businesses.lienPdfs": {
    requestId: randomUUID(),
    userIds: [2e9],
  } satisfies RouterInputs["businesses"]["lienPdfs"],
};
