import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { countAuditEvents, expectRefusal, lastAuditEvent } from "../testing/expectations.ts";
import { createTestApi, type TestApi } from "../testing/harness.ts";
import { checkPasscode } from "./service.ts";

let api: TestApi;
beforeAll(async () => {
  api = await createTestApi();
  for (const role of ["SUPERADMIN", "ADMIN", "EMPLOYEE", "VIEWER"] as const) await api.admin(role);
});
afterAll(() => api.close());

const set = async (passcode: string, role: "SUPERADMIN" | "ADMIN" = "SUPERADMIN", requestId = randomUUID()) =>
  (await api.as(role)).passcodes.set({ requestId, kind: "ACH", passcode });
const check = async (passcode: string) =>
  checkPasscode(api.ctx(await api.admin("EMPLOYEE")), "ACH", passcode);

describe("a passcode", () => {
  it("that is not set yet lets nobody through, and says who can set it", async () => {
    await expectRefusal(check("123456"), "RULE", /No passcode is set yet/);
  });

  it("once set lets through who knows it, of its rail only", async () => {
    await set("123456");
    await check("123456");
    await expectRefusal(check("1234567"), "RULE", "You have entered wrong code");
    const employee = api.ctx(await api.admin("EMPLOYEE"));
    await expectRefusal(checkPasscode(employee, "CARD", "123456"), "RULE", /No passcode is set yet/);
  });

  it("replaced by another is no longer good", async () => {
    await set("123456");
    await set("987654321");
    await expectRefusal(check("123456"), "RULE");
    await check("987654321");
  });

  it.each(["", "12345", "12a456", "1234567890123", "１２３４５６"])(
    "%j is refused as a passcode",
    async (passcode) => {
      await expect(set(passcode)).rejects.toThrow(/passcode|pass code/);
    },
  );

  it("is listed for a SUPERADMIN with who set it", async () => {
    expect(await (await api.as("SUPERADMIN")).passcodes.list()).toEqual([
      { kind: "CARD", updatedAt: null, updatedBy: null },
      { kind: "ACH", updatedAt: api.clock.now(), updatedBy: "Test SUPERADMIN" },
    ]);
  });

  it("set again by the same request is set once, with one event that does not tell it", async () => {
    const requestId = randomUUID();
    const events = await countAuditEvents(api, "passcodes.set");
    const first = await set("555555", "SUPERADMIN", requestId);
    expect(await set("555555", "SUPERADMIN", requestId)).toEqual(first);
    expect(await countAuditEvents(api, "passcodes.set")).toBe(events + 1);
    await expectRefusal(set("666666", "SUPERADMIN", requestId), "CONFLICT", "made with other values");
    await check("555555");
    const event = await lastAuditEvent(api, "passcodes.set");
    expect(event).toMatchObject({ subjectType: "passcode", subjectId: "ACH" });
    const requests = await api.database.read.commandRequest.findMany({ where: { requestId } });
    const held = JSON.stringify([event.before, event.after, requests.map(({ result }) => result)]);
    expect(held).not.toContain("555555");
  });
});
