import { randomUUID } from "node:crypto";
import type { RouterInputs } from "@countinghouse/api";

/** The examples of what is asked and changed about a customer. */
export const USER_EXAMPLES = {
  "users.edit": {
    requestId: randomUUID(),
    userId: 2e9,
    version: 1,
    application: { id: 2e9, version: 1 },
    email: "x@example.com",
    phone: "2125550144",
    currentAddress: "x",
    city: "x",
    state: "NY",
    zipcode: "10013",
    companyName: "x",
    einTax: "",
    approvedAmountCents: 100,
    firstPaymentDate: "2027-01-04",
    manualAdjustmentReason: "Other",
    schedule: [{ paymentDate: "2027-01-04", amountCents: 100 }],
  } satisfies RouterInputs["users"]["edit"],
  "users.editForm": { userId: 2e9 } satisfies RouterInputs["users"]["editForm"],
  "users.retryEditStep": {
    requestId: randomUUID(),
    userId: 2e9,
    stepId: randomUUID(),
  } satisfies RouterInputs["users"]["retryEditStep"],
  "users.get": { id: 2e9 } satisfies RouterInputs["users"]["get"],
  "users.list": {
    query: "x",
    sort: "id",
    direction: "asc",
    cursor: { value: "1", id: 1, page: 2 },
    limit: 15,
  } satisfies RouterInputs["users"]["list"],
  "users.markManuallyApproved": {
    requestId: randomUUID(),
    userId: 2e9,
  } satisfies RouterInputs["users"]["markManuallyApproved"],
  "users.renewal": { userId: 2e9 } satisfies RouterInputs["users"]["renewal"],
  "users.restartApplication": {
    requestId: randomUUID(),
    userId: 2e9,
    applicationId: 2e9,
    version: 1,
  } satisfies RouterInputs["users"]["restartApplication"],
  "users.setExternalPayment": {
    requestId: randomUUID(),
    userId: 2e9,
    version: 1,
    external: { isExternal: false, externalAgency: "" },
  } satisfies RouterInputs["users"]["setExternalPayment"],
  "users.editProgress": { userId: 2e9 } satisfies RouterInputs["users"]["editProgress"],
  "users.revealSsn": { requestId: randomUUID(), userId: 2e9 } satisfies RouterInputs["users"]["revealSsn"],
  "users.setFlag": {
    requestId: randomUUID(),
    userId: 2e9,
    version: 1,
    flag: "runPaymentAutomation",
    on: true,
  } satisfies RouterInputs["users"]["setFlag"],
};
