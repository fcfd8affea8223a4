import { randomUUID } from "node:crypto";
import type { Prisma } from "@countinghouse/db";
import type { Role } from "@countinghouse/validators/roles";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { verifyChains } from "../chain/chains.ts";
import { countAuditEvents, expectRefusal, lastAuditEvent } from "../testing/expectations.ts";
import { createTestApi, type TestApi } from "../testing/harness.ts";
import { addAdmin } from "../testing/signing-in.ts";
import { redeemReAccess } from "./redeem.ts";

let api: TestApi;
beforeAll(async () => {
  api = await createTestApi();
});
afterAll(() => api.close());

const REFUSED = "This link was used already or has expired.";
const REASON = "Cannot find the upload page";

const ask = async (userId: number, changed: object = {}, role: Role = "EMPLOYEE") =>
  (await api.as(role)).reAccess.create({ requestId: randomUUID(), userId, reason: REASON, ...changed });

/** A customer, and a link to enter as them. */
async function linked(facts?: Prisma.UserCreateInput) {
  const { id: userId } = await api.user(facts);
  const { linkId, url } = await ask(userId);
  return { userId, linkId, code: codeIn(url) };
}

const codeIn = (url: string): string => new URL(url).searchParams.get("code") ?? "";
const redeem = (code: string) => redeemReAccess(api.services, { code });
const changeUser = (id: number, data: Prisma.UserUpdateInput) =>
  api.database.unsafeTransaction((tx) => tx.user.update({ where: { id }, data }));

describe("asking for a link", () => {
  it("gives one into the customer portal that is good for a minute", async () => {
    const { id: userId } = await api.user();
    const { linkId, url, secondsLeft } = await ask(userId, { reason: `  ${REASON} ` });
    expect(url).toMatch(/^https:\/\/portal\.example\.test\/re-access\?code=[\w-]{43}$/);
    expect(secondsLeft).toBe(60);
    expect(await api.database.read.reAccessLink.findUnique({ where: { id: linkId } })).toMatchObject({
      userId,
      adminId: (await api.admin("EMPLOYEE")).id,
      reason: REASON,
      expiresAt: api.clock.in({ seconds: 60 }),
      redeemedAt: null,
    });
  });

  it("keeps the code nowhere: not with the link, the kept answer or the audit", async () => {
    const { linkId, code } = await linked();
    const { rows } = await api.database.pool.query<{ text: string }>(
      `SELECT row_to_json(t)::text AS text FROM re_access_link t WHERE id = $1
       UNION ALL SELECT row_to_json(c)::text FROM command_request c WHERE action LIKE 're-access%'
       UNION ALL SELECT row_to_json(e)::text FROM audit_event e WHERE action LIKE 're-access%'`,
      [linkId],
    );
    const kept = rows.map(({ text }) => text).join("\n");
    expect(kept).toContain(linkId);
    expect(kept).not.toContain(code);
    expect(kept).not.toContain(Buffer.from(code, "base64url").toString("hex"));
  });

  it("is refused without a reason, without a customer, and for one who may not sign in", async () => {
    const { id: userId } = await api.user();
    await expect(ask(userId, { reason: "  " })).rejects.toThrow("Please Input Reason!");
    await expectRefusal(ask(2_000_000_000), "NOT_FOUND");
    const { id: disabled } = await api.user({ disableLogin: true });
    await expectRefusal(ask(disabled), "RULE", "The login of this customer is disabled.");
    expect(
      await api.database.read.reAccessLink.count({ where: { userId: { in: [userId, disabled] } } }),
    ).toBe(0);
  });

  it("survives replay: the same link, which still works once, with the time it has left", async () => {
    const { id: userId } = await api.user();
    const requestId = randomUUID();
    const first = await ask(userId, { requestId });
    api.clock.advance({ seconds: 20 });
    expect(await ask(userId, { requestId })).toEqual({ ...first, secondsLeft: 40 });
    expect(await api.database.read.reAccessLink.count({ where: { userId } })).toBe(1);
    await redeem(codeIn(first.url));
    await expectRefusal(redeem(codeIn((await ask(userId, { requestId })).url)), "RULE", REFUSED);
    api.clock.advance({ minutes: 5 });
    expect(await ask(userId, { requestId })).toMatchObject({ secondsLeft: 0 });
    await expectRefusal(ask(userId, { requestId, reason: "Another" }), "CONFLICT");
  });

  it("with the request id of another admin gives a link of one's own", async () => {
    const { id: userId } = await api.user();
    const requestId = randomUUID();
    const theirs = await ask(userId, { requestId });
    expect((await ask(userId, { requestId }, "ADMIN")).linkId).not.toBe(theirs.linkId);
  });
});

describe("redeeming a link", () => {
  it("tells the portal who is shown, who looks and until when, and that nothing may be changed", async () => {
    const { userId, linkId, code } = await linked();
    const admin = await api.admin("EMPLOYEE");
    expect(await redeem(code)).toEqual({
      linkId,
      userId,
      customer: "Maria Delgado",
      actAs: { adminId: admin.id, name: "Test EMPLOYEE" },
      readOnly: true,
      expiresAt: api.clock.in({ minutes: 15 }),
      returnUrl: `https://console.example.test/re-access/logged?id=${linkId}`,
    });
  });

  it("works once, also when it is tried ten times at the same moment", async () => {
    const { code, linkId } = await linked();
    const before = await countAuditEvents(api, "reAccess.redeemed");
    const outcomes = await Promise.allSettled(Array.from({ length: 10 }, () => redeem(code)));
    expect(outcomes.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
    await expectRefusal(redeem(code), "RULE", REFUSED);
    expect(await countAuditEvents(api, "reAccess.redeemed")).toBe(before + 1);
    expect(await api.database.read.reAccessLink.findUnique({ where: { id: linkId } })).toMatchObject({
      redeemedAt: api.clock.now(),
    });
  });

  it("works up to its last second, and not once the minute is over", async () => {
    const [early, late] = [await linked(), await linked()];
    api.clock.advance({ seconds: 59 });
    expect(await redeem(early.code)).toMatchObject({ userId: early.userId });
    api.clock.advance({ seconds: 1 });
    await expectRefusal(redeem(late.code), "RULE", REFUSED);
  });

  it.each(["x", "A".repeat(43)])("with the code %j that is none is refused", async (code) => {
    await expectRefusal(redeem(code), "NOT_FOUND", REFUSED);
  });

  it("with the id of a link in place of its code is refused", async () => {
    await expectRefusal(redeem((await linked()).linkId), "NOT_FOUND");
  });

  it("is refused when the customer may not sign in any more, and uses nothing up", async () => {
    const { userId, code } = await linked();
    await changeUser(userId, { disableLogin: true });
    await expectRefusal(redeem(code), "RULE", "The login of this customer is disabled.");
    await changeUser(userId, { disableLogin: false });
    expect(await redeem(code)).toMatchObject({ userId });
  });

  it.each([{ status: "DISABLED" }, { role: "VIEWER" }] as const)(
    "is refused when its admin became %j meanwhile",
    async (data) => {
      const { id, email } = await addAdmin(api);
      const actor = {
        kind: "admin",
        id,
        email,
        sessionId: randomUUID(),
        fullName: "Ed",
        role: "EMPLOYEE",
      } as const;
      const { id: userId } = await api.user();
      const input = { requestId: randomUUID(), userId, reason: REASON };
      const { url } = await api.callAs(actor).reAccess.create(input);
      await api.database.unsafeTransaction((tx) => tx.admin.update({ where: { id }, data }));
      await expectRefusal(redeem(codeIn(url)), "RULE");
    },
  );

  it("leaves an audit event of the customer that names the admin", async () => {
    const { userId, linkId, code } = await linked();
    await redeem(code);
    expect(await lastAuditEvent(api, "reAccess.redeemed")).toMatchObject({
      actor: "job:customer-portal",
      subjectType: "user",
      subjectId: String(userId),
      before: { linkId, redeemedAt: null },
      after: { linkId, adminId: (await api.admin("EMPLOYEE")).id },
    });
    expect(await verifyChains(api.database.read, api.vault)).toEqual([]);
  });
});

describe("the confirmation", () => {
  const confirm = async (id: string, role: Role = "EMPLOYEE") => (await api.as(role)).reAccess.get({ id });

  it("says as whom, by whom and when a link was opened", async () => {
    const { userId, linkId, code } = await linked({
      firstname: "",
      lastname: "",
      businessName: "Corner Shop",
    });
    await redeem(code);
    expect(await confirm(linkId)).toEqual({
      userId,
      customer: "Corner Shop",
      adminName: "Test EMPLOYEE",
      redeemedAt: api.clock.now(),
    });
  });

  it("is given of opened links only, to the admin who asked for them", async () => {
    const { linkId, code } = await linked();
    await expectRefusal(confirm(linkId), "NOT_FOUND");
    await redeem(code);
    await expectRefusal(confirm(linkId, "SUPERADMIN"), "NOT_FOUND");
    await expectRefusal(confirm(linkId, "VIEWER"), "FORBIDDEN");
    await expectRefusal(confirm(randomUUID()), "NOT_FOUND");
  });
});
