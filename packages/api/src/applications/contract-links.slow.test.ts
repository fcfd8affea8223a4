import { randomUUID } from "node:crypto";
import { buffer } from "node:stream/consumers";
import type { Role } from "@countinghouse/validators/roles";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { countAuditEvents, expectRefusal, lastAuditEvent } from "../testing/expectations.ts";
import { addFile, type FileFacts, type FolderStorage, openFiles } from "../testing/files.ts";
import type { TestApi } from "../testing/harness.ts";
import { addAdmin } from "../testing/signing-in.ts";
import { openContract } from "./open-contract.ts";

let api: TestApi;
let storage: FolderStorage;
let userId: number;
beforeAll(async () => {
  ({ api, storage } = await openFiles());
});
beforeEach(async () => {
  ({ id: userId } = await api.user());
});
afterAll(() => api.close());

const add = (facts?: FileFacts) => addFile(api, storage, userId, facts);
const as = async (role: Role = "EMPLOYEE") => (await api.as(role)).applications;
const create = async (fileId: string, requestId = randomUUID()) =>
  (await as()).createContractLink({ requestId, fileId });
const revoke = async (linkId: string) => (await as()).revokeContractLink({ requestId: randomUUID(), linkId });

/** What a visitor at this address gets by the path of a link. */
const open = async (path: string, request: { ip?: string; userAgent?: string } = {}) => {
  const ip = request.ip ?? "203.0.113.50";
  const ctx = api.ctx({ kind: "visitor", ip }, { userAgent: "Mail", ...request, ip });
  const opened = await openContract(ctx, path.split("/").at(-1) ?? "");
  return opened.ok ? (await buffer(opened.stream)).toString() : opened.message;
};

const EXPIRED = "PDF Link Expired";
const INVALID = "This link is not valid.";

describe("making a contract link", () => {
  it("gives a path of this site that opens the contract for a week and names neither key nor customer", async () => {
    const { id, objectKey } = await add();
    const { path, expiresAt, linkId } = await create(id);
    expect(path).toMatch(/^\/public\/contracts\/[\w.-]+$/);
    const [content = ""] = path.slice("/public/contracts/".length).split(".");
    expect(JSON.parse(Buffer.from(content, "base64url").toString())).toEqual([
      expiresAt.getTime() / 1000,
      linkId,
    ]);
    expect(path).not.toContain(objectKey);
    expect(expiresAt).toEqual(api.clock.in({ hours: 7 * 24 }));
    expect(await open(path)).toBe(`%PDF-1.7 of ${userId}`);
  });

  it("counts as a look at the customer whose contract it is", async () => {
    await create((await add()).id);
    const { id: adminId } = await api.admin("EMPLOYEE");
    expect(await api.database.read.customerReading.count({ where: { adminId, userId } })).toBe(1);
  });

  it("lasts as long as the settings say", async () => {
    api.services.contractLinkDays = 2;
    const { expiresAt } = await create((await add()).id);
    api.services.contractLinkDays = 7;
    expect(expiresAt).toEqual(api.clock.in({ hours: 48 }));
  });

  it("is refused for anything but a contract, and for one whose bytes are lost", async () => {
    const statement = await add({ type: "bank_statement" });
    await expectRefusal(create(statement.id), "RULE", "Only a contract has a link that can be copied.");
    const lost = await add({ content: null });
    await expectRefusal(create(lost.id), "NOT_FOUND", "Error - Failed to generate user files");
    await expectRefusal(create(randomUUID()), "NOT_FOUND", "There is no such file.");
    expect(
      await api.database.read.contractLink.count({ where: { fileId: { in: [statement.id, lost.id] } } }),
    ).toBe(0);
  });

  it("leaves one audit event, and what opens the contract in no table", async () => {
    const { id } = await add();
    const requestId = randomUUID();
    const before = await countAuditEvents(api, "applications.createContractLink");
    const { path, linkId } = await create(id, requestId);
    await create(id, requestId);
    expect(await countAuditEvents(api, "applications.createContractLink")).toBe(before + 1);
    const event = await lastAuditEvent(api, "applications.createContractLink");
    expect(event).toMatchObject({
      actor: `admin:${(await api.admin("EMPLOYEE")).id}`,
      subjectType: "user_file",
      subjectId: id,
      after: {
        userId,
        applicationId: null,
        linkId,
        expiresAt: api.clock.in({ hours: 7 * 24 }).toISOString(),
      },
    });
    const kept = [
      event.after,
      await api.database.read.contractLink.findMany(),
      await api.database.read.commandRequest.findMany(),
    ];
    const signature = path.split(".").at(-1) ?? "";
    expect(signature).toMatch(/^[\w-]{43}$/);
    expect(JSON.stringify(kept)).not.toContain(signature);
  });
});

describe("revoking a contract link", () => {
  it("makes it open nothing from then on, and leaves other links as they are", async () => {
    const { id } = await add();
    const [one, other] = [await create(id), await create(id)];
    const { revokedAt } = await revoke(one.linkId);
    expect(revokedAt).toEqual(api.clock.now());
    expect(await open(one.path)).toBe(EXPIRED);
    expect(await open(other.path)).toBe(`%PDF-1.7 of ${userId}`);
  });

  it("is refused for one that opens nothing already, and for none", async () => {
    const { linkId } = await create((await add()).id);
    await revoke(linkId);
    await expectRefusal(revoke(linkId), "RULE", "This link was revoked already.");
    const late = await create((await add()).id);
    api.clock.advance({ hours: 7 * 24 });
    await expectRefusal(revoke(late.linkId), "RULE", "This link has expired already.");
    await expectRefusal(revoke(randomUUID()), "NOT_FOUND", "There is no such contract link.");
  });

  it("by two at once happens once", async () => {
    const { linkId } = await create((await add()).id);
    const before = await countAuditEvents(api, "applications.revokeContractLink");
    const outcomes = await Promise.allSettled([revoke(linkId), revoke(linkId)]);
    expect(outcomes.map(({ status }) => status).sort()).toEqual(["fulfilled", "rejected"]);
    expect(await countAuditEvents(api, "applications.revokeContractLink")).toBe(before + 1);
  });
});

describe("opening a contract link", () => {
  it("is kept with the link and in the audit: when, from where, with what", async () => {
    const { id } = await add();
    const { path, linkId } = await create(id);
    await open(path, { ip: "203.0.113.51", userAgent: "x".repeat(400) });
    const kept = await api.database.read.contractLinkOpening.findMany({ where: { linkId } });
    expect(kept).toMatchObject([
      { openedAt: api.clock.now(), ip: "203.0.113.51", userAgent: "x".repeat(300) },
    ]);
    expect(await lastAuditEvent(api, "applications.openContract")).toMatchObject({
      actor: "visitor",
      subjectId: id,
      after: { userId, linkId, ip: "203.0.113.51", userAgent: "x".repeat(300) },
    });
  });

  it("goes on when whoever made it is demoted or taken out: it is the customer's, and gives nothing that staff may", async () => {
    const { id: fileId } = await add();
    const { id, email } = await addAdmin(api);
    const actor = { ...(await api.admin("EMPLOYEE")), id, email };
    const { path, linkId } = await api
      .callAs(actor)
      .applications.createContractLink({ requestId: randomUUID(), fileId });
    const staff = (await api.as("SUPERADMIN")).admins;
    const change = { id, version: 1, role: "VIEWER", paymentFlag: false, requestId: randomUUID() } as const;
    await staff.change(change);
    expect(await open(path)).toBe(`%PDF-1.7 of ${userId}`);
    await staff.setStatus({ id, version: 2, isDisabled: true, requestId: randomUUID() });
    expect(await open(path)).toBe(`%PDF-1.7 of ${userId}`);
    // Whoever is still there ends it.
    await revoke(linkId);
    expect(await open(path)).toBe(EXPIRED);
  });

  it("is over once it expires, and is kept no more", async () => {
    const { path, linkId } = await create((await add()).id);
    api.clock.advance({ hours: 7 * 24 });
    expect(await open(path)).toBe(EXPIRED);
    expect(await api.database.read.contractLinkOpening.count({ where: { linkId } })).toBe(0);
  });

  it("is over at the time in the table, should that have been brought forward", async () => {
    const { path, linkId } = await create((await add()).id);
    await api.database.unsafeTransaction((tx) =>
      tx.contractLink.update({ where: { id: linkId }, data: { expiresAt: api.clock.now() } }),
    );
    expect(await open(path)).toBe(EXPIRED);
  });

  it("opens nothing when a character of it was changed, or when the link is gone from the table", async () => {
    const { path, linkId } = await create((await add()).id);
    const forged = `${path.slice(0, -1)}${path.endsWith("A") ? "Q" : "A"}`;
    for (const other of [forged, `${path}x`, "/public/contracts/", "/public/contracts/1"])
      expect(await open(other)).toBe(INVALID);
    await api.database.unsafeTransaction((tx) => tx.contractLink.delete({ where: { id: linkId } }));
    expect(await open(path)).toBe(INVALID);
  });

  it("is opened whoever tries sixty others from the same address, which that one is then told to wait for", async () => {
    const { path } = await create((await add()).id);
    const ip = "203.0.113.99";
    for (let tries = 0; tries < 60; tries++) expect(await open("/x", { ip })).toBe(INVALID);
    await expectRefusal(open("/x", { ip }), "LIMITED", /^Too many attempts\./);
    expect(await open(path, { ip })).toBe(`%PDF-1.7 of ${userId}`);
  });

  it("is opened sixty times in ten minutes from one address, and any time from another; so is another contract from there", async () => {
    const [{ path, linkId }, other] = [await create((await add()).id), await create((await add()).id)];
    const ip = "203.0.113.98";
    await open(path, { ip });
    await api.services.limits.consume("openingsByLink", `${linkId} ${ip}`, 59);
    await expectRefusal(open(path, { ip }), "LIMITED", /^Too many attempts\./);
    expect(await open(path)).toBe(`%PDF-1.7 of ${userId}`);
    expect(await open(other.path, { ip })).toBe(`%PDF-1.7 of ${userId}`);
  });

  it("may be tried as often from all the addresses together that one client of IPv6 has", async () => {
    for (let tries = 0; tries < 60; tries++)
      expect(await open("/x", { ip: `2001:db8:1:2::${tries.toString(16)}` })).toBe(INVALID);
    await expectRefusal(open("/x", { ip: "2001:db8:1:2:ffff::1" }), "LIMITED");
    expect(await open("/x", { ip: "2001:db8:1:3::1" })).toBe(INVALID);
  });
});
