import { randomUUID } from "node:crypto";
import type { RouterInputs } from "@countinghouse/api";

const NOBODY = { requestId: randomUUID(), id: randomUUID() };

/** The examples of staff, sign-in and passwords. */
export const STAFF_EXAMPLES = {
  "admins.change": {
    ...NOBODY,
    version: 1,
    role: "VIEWER",
    paymentFlag: false,
  } satisfies RouterInputs["admins"]["change"],
  "admins.changeOwnName": {
    requestId: randomUUID(),
    version: 2e9,
    fullName: "Ines Kaur",
  } satisfies RouterInputs["admins"]["changeOwnName"],
  "admins.changeOwnPassword": {
    requestId: randomUUID(),
    current: "not the password",
    password: "a whole new password",
  } satisfies RouterInputs["admins"]["changeOwnPassword"],
  "admins.endOwnSession": {
    requestId: randomUUID(),
    sessionId: randomUUID(),
  } satisfies RouterInputs["admins"]["endOwnSession"],
  "admins.raiseBudget": {
    ...NOBODY,
    customers: 10_000,
    reveals: 100,
    hours: 2,
    reason: "x",
  } satisfies RouterInputs["admins"]["raiseBudget"],
  "admins.endSessions": NOBODY satisfies RouterInputs["admins"]["endSessions"],
  "admins.invite": {
    requestId: randomUUID(),
    email: "superadmin@countinghouse.test",
    fullName: "Ines Kaur",
    role: "EMPLOYEE",
    paymentFlag: false,
  } satisfies RouterInputs["admins"]["invite"],
  "admins.beginFactor": {
    requestId: randomUUID(),
    kind: "APP",
    current: "not the password",
  } satisfies RouterInputs["admins"]["beginFactor"],
  "admins.confirmApp": {
    requestId: randomUUID(),
    factorId: randomUUID(),
    name: "Phone",
    code: "123456",
  } satisfies RouterInputs["admins"]["confirmApp"],
  "admins.confirmPasskey": {
    requestId: randomUUID(),
    factorId: randomUUID(),
    name: "Key",
    passkey: {
      id: "AA",
      rawId: "AA",
      type: "public-key",
      response: { clientDataJSON: "AA", attestationObject: "AA" },
    },
  } satisfies RouterInputs["admins"]["confirmPasskey"],
  "admins.renameFactor": {
    requestId: randomUUID(),
    factorId: randomUUID(),
    name: "Phone",
  } satisfies RouterInputs["admins"]["renameFactor"],
  "admins.removeFactor": {
    requestId: randomUUID(),
    factorId: randomUUID(),
    current: "not the password",
  } satisfies RouterInputs["admins"]["removeFactor"],
  "admins.renewRecoveryCodes": {
    requestId: randomUUID(),
    current: "not the password",
  } satisfies RouterInputs["admins"]["renewRecoveryCodes"],
  "admins.removeFactors": NOBODY satisfies RouterInputs["admins"]["removeFactors"],
  "auth.verifyFactor": {
    challengeId: randomUUID(),
    method: "APP",
    code: "123456",
  } satisfies RouterInputs["auth"]["verifyFactor"],
  "factors.setDemand": {
    requestId: randomUUID(),
    role: "VIEWER",
    isDemanded: false,
    version: 999,
  } satisfies RouterInputs["factors"]["setDemand"],
  "admins.sendPasswordLink": NOBODY satisfies RouterInputs["admins"]["sendPasswordLink"],
  "admins.setStatus": {
    ...NOBODY,
    version: 1,
    isDisabled: true,
  } satisfies RouterInputs["admins"]["setStatus"],
  "admins.unlock": NOBODY satisfies RouterInputs["admins"]["unlock"],
  "admins.forgotPassword": {
    email: "nobody@countinghouse.test",
    botCheck: "robot",
  } satisfies RouterInputs["admins"]["forgotPassword"],
  "admins.setPassword": {
    token: "A".repeat(43),
    password: "a whole new password",
  } satisfies RouterInputs["admins"]["setPassword"],
  "auth.resendCode": { challengeId: randomUUID() } satisfies RouterInputs["auth"]["resendCode"],
  "auth.signIn": {
    email: "nobody@countinghouse.test",
    password: "some password",
    botCheck: "robot",
  } satisfies RouterInputs["auth"]["signIn"],
  "auth.verifyCode": {
    challengeId: randomUUID(),
    code: "123456",
  } satisfies RouterInputs["auth"]["verifyCode"],
} as const;
