import { randomUUID } from "node:crypto";
import type { Role } from "@countinghouse/validators/roles";
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { addApplication } from "../testing/customers.ts";
import { countAuditEvents, expectRefusal, lastAuditEvent } from "../testing/expectations.ts";
import { addFile, type FileFacts, type FolderStorage, openFiles } from "../testing/files.ts";
import type { TestApi } from "../testing/harness.ts";

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
const as = async (role: Role = "EMPLOYEE") => (await api.as(role)).files;

const MISSING = "Error - Failed to generate user files";
describe("the list", () => {
  it("has the files of funded applications, and all when asked, newest first", async () => {
    const { id: funded } = await addApplication(api, userId, { stage: "funded" });
    const { id: offered } = await addApplication(api, userId, { stage: "offered" });
    const contract = await add({ applicationId: funded });
    api.clock.advance({ minutes: 1 });
    const consent = await add({ applicationId: offered, type: "consent" });
    api.clock.advance({ minutes: 1 });
    const statement = await add({ type: "bank_statement" });
    const { list } = await as("VIEWER");
    const ids = async (filter: object) => (await list({ userId, ...filter })).userFiles.map(({ id }) => id);
    expect(await ids({})).toEqual([contract.id]);
    expect(await ids({ stage: "all" })).toEqual([statement.id, consent.id, contract.id]);
    expect(await ids({ stage: "all", type: "consent" })).toEqual([consent.id]);
    expect(await ids({ stage: "all", applicationId: funded })).toEqual([contract.id]);
    expect(await ids({ applicationId: offered })).toEqual([]);
  });

  it("says what can be filtered by, whatever is filtered, and tells no key", async () => {
    const { id: applicationId } = await addApplication(api, userId, { stage: "offered" });
    const { objectKey } = await add({ applicationId, type: "disclosure" });
    await add({ type: "bank_statement" });
    const listed = await (await as()).list({ userId });
    expect(listed).toEqual({
      userFiles: [],
      types: ["bank_statement", "disclosure"],
      applications: [{ id: applicationId, stage: "offered" }],
    });
    const all = await (await as()).list({ userId, stage: "all" });
    expect(JSON.stringify(all)).not.toContain(objectKey);
    expect(all.userFiles[0]).toEqual({
      id: expect.any(String),
      type: "bank_statement",
      name: "bank_statement.pdf",
      contentType: "application/pdf",
      sizeBytes: expect.any(Number),
      ipAddress: "203.0.113.7",
      info: "Signed in the portal",
      createdAt: api.clock.now(),
      applicationId: null,
    });
  });
});

describe("a link to a file", () => {
  const link = async (
    fileId: string,
    purpose: "download" | "preview" = "download",
    requestId = randomUUID(),
  ) => (await as()).link({ requestId, fileId, purpose });

  it("opens this one file for a minute, to be saved under a safe name", async () => {
    const { id, objectKey } = await add({ name: '../../a"b\r\n.pdf' });
    const { url, fileName, expiresAt } = await link(id);
    expect(fileName).toBe("a_b.pdf");
    expect(expiresAt).toEqual(api.clock.in({ seconds: 60 }));
    expect(storage.openLink(url)).toEqual({
      ok: true,
      key: objectKey,
      fileName: "a_b.pdf",
      contentType: "application/pdf",
      disposition: "attachment",
    });
    api.clock.advance({ seconds: 60 });
    expect(storage.openLink(url)).toEqual({ ok: false, reason: "expired" });
  });

  it("for a preview is of what can hold no script, and only of that", async () => {
    const pdf = await link((await add()).id, "preview");
    expect(storage.openLink(pdf.url)).toMatchObject({ disposition: "inline" });
    const page = await add({ contentType: "text/html" });
    await expectRefusal(link(page.id, "preview"), "RULE", /Download it instead/);
    expect(await link(page.id)).toMatchObject({ contentType: "application/octet-stream" });
  });

  it("is refused for a file that is not there, whose bytes are lost, and that storage does not give", async () => {
    await expectRefusal(link(randomUUID()), "NOT_FOUND", "There is no such file.");
    const { id } = await add({ name: "lost.pdf", content: null });
    expect(await expectRefusal(link(id), "NOT_FOUND", MISSING)).toEqual({ missing: ["lost.pdf"] });
    const { id: unlucky } = await api.database.unsafeTransaction((tx) =>
      tx.userFile.update({ where: { id }, data: { objectKey: "no/../key" }, select: { id: true } }),
    );
    const warn = vi.spyOn(api.services.log, "warn");
    expect(await expectRefusal(link(unlucky), "UNAVAILABLE", MISSING)).toEqual({
      why: "The file store refused it.",
    });
    expect(warn).toHaveBeenCalledWith(
      expect.objectContaining({ kind: "refused" }),
      "the object storage failed",
    );
    warn.mockRestore();
  });

  it("survives replay while it lasts, and is not to be had by the same request afterwards", async () => {
    const { id } = await add();
    const requestId = randomUUID();
    const before = await countAuditEvents(api, "files.link");
    expect(await link(id, "download", requestId)).toEqual(await link(id, "download", requestId));
    expect(await countAuditEvents(api, "files.link")).toBe(before + 1);
    await expectRefusal(link(id, "preview", requestId), "CONFLICT");
    await expectRefusal(link((await add()).id, "download", requestId), "CONFLICT");
    api.clock.advance({ seconds: 60 });
    await expectRefusal(link(id, "download", requestId), "RULE", "PDF Link Expired");
  });

  it("leaves an audit event, and no link in it or in any row", async () => {
    const { id } = await add();
    const { url } = await link(id);
    const { actor, subjectType, subjectId, after } = await lastAuditEvent(api, "files.link");
    expect({ actor, subjectType, subjectId, after }).toEqual({
      actor: `admin:${(await api.admin("EMPLOYEE")).id}`,
      subjectType: "user_file",
      subjectId: id,
      after: { userId, applicationId: null, type: "contract", purpose: "download" },
    });
    const signature = new URL(url).searchParams.get("signature") ?? "";
    const kept = await api.database.read.commandRequest.findMany();
    expect(signature).not.toBe("");
    expect(JSON.stringify(kept)).not.toContain(signature);
  });

  it("by two at once is two links and two audit events", async () => {
    const { id } = await add();
    const before = await countAuditEvents(api, "files.link");
    await Promise.all([link(id), link(id)]);
    expect(await countAuditEvents(api, "files.link")).toBe(before + 2);
  });
});

describe("recontracts", () => {
  it("come the latest first, with the file of those that are signed", async () => {
    const { id: applicationId } = await addApplication(api, userId, { stage: "funded" });
    const file = await add({ applicationId, name: "again.pdf" });
    const row = { userId, applicationId, reason: "Terms changed" };
    await api.database.unsafeTransaction((tx) =>
      tx.recontract.createMany({
        data: [
          { ...row, fileId: file.id, requestedAt: api.clock.now(), signedAt: api.clock.in({ hours: 1 }) },
          { ...row, requestedAt: api.clock.in({ hours: 2 }) },
        ],
      }),
    );
    const listed = await (await api.as("VIEWER")).recontracts.list({ userId });
    expect(listed).toMatchObject([
      { applicationId, reason: "Terms changed", signedAt: null, file: null },
      { signedAt: api.clock.in({ hours: 1 }), file: { id: file.id, name: "again.pdf", type: "contract" } },
    ]);
    expect(JSON.stringify(listed)).not.toContain(file.objectKey);
  });

  it("of a customer without any are none", async () => {
    expect(await (await api.as("VIEWER")).recontracts.list({ userId })).toEqual([]);
  });
});
