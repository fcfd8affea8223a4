import { randomUUID } from "node:crypto";
import { expect, it } from "vitest";
import { lastAuditEvent } from "../testing/expectations.ts";
import { createTestApi } from "../testing/harness.ts";
import { createAdmin } from "./create.ts";

it("an admin has the payment flag when made with it and not otherwise, which the audit and the console are told", async () => {
  const api = await createTestApi();
  const ctx = api.ctx({ kind: "job", name: "admin-create" });
  const make = async (email: string, facts: object) => {
    const common = { email, fullName: "Sam Lee", role: "EMPLOYEE", password: "fifteen letters" } as const;
    const { id } = await createAdmin(ctx, { ...common, ...facts });
    const { password: _, ...admin } = common;
    return api.callAs({ ...admin, id, kind: "admin", sessionId: randomUUID() }).admins.me();
  };
  expect(await make("one@lender.example", { paymentFlag: true })).toMatchObject({ paymentFlag: true });
  expect(await lastAuditEvent(api, "admins.create")).toMatchObject({ after: { paymentFlag: true } });
  expect(await make("two@lender.example", {})).toMatchObject({ paymentFlag: false });
  await api.close();
});
