import { randomUUID } from "node:crypto";
import type { Readable } from "node:stream";
import type { FileTransfer } from "@countinghouse/providers/file-transfer/port";
import { ProviderError } from "@countinghouse/providers/provider-error";
import type { Sandbox } from "@countinghouse/sandbox";
import type { Role } from "@countinghouse/validators/roles";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { expectRefusal } from "../testing/expectations.ts";
import { createTestApi, type TestApi } from "../testing/harness.ts";
import { connectFileTransfer, receivedFile } from "../testing/uploads.ts";
import { uploadFiles } from "./request.ts";
import { type ReceivedFile, uploadFile } from "./upload.ts";

const LEASE_SECONDS = 300;

let api: TestApi;
let sandbox: Sandbox;
let area: FileTransfer;
beforeAll(async () => {
  api = await createTestApi();
  sandbox = await connectFileTransfer(api);
  area = api.services.ports.fileTransfer;
});
afterEach(() => {
  api.services.ports.fileTransfer = area;
  sandbox.files.clear();
  api.clock.advance({ seconds: 1 });
});
afterAll(async () => {
  await sandbox.close();
  await api.close();
});

const upload = async (file: ReceivedFile, role: Role = "EMPLOYEE") =>
  uploadFile(api.ctx(await api.admin(role)), file);
const list = async () => (await api.as("VIEWER")).uploads.list({ cursor: null });
const newest = async () => (await list()).uploads[0];
const events = (id = "") =>
  api.database.read.auditEvent.findMany({
    where: { subjectType: "upload", subjectId: id },
    orderBy: { id: "asc" },
  });

/** The area fails in this way: before anything is there, or after all is. */
function failing(kind: ProviderError["kind"], when: "before" | "after" = "before") {
  const put = async (path: string, content: Uint8Array | Readable) => {
    if (when === "after") await area.put(path, content);
    throw new ProviderError({ kind, provider: "sftp", message: "sftp: it broke" });
  };
  api.services.ports.fileTransfer = { ...area, put };
}

describe("uploading", () => {
  it("puts the file into the area under a name of ours, and says who sent what and when", async () => {
    const file = receivedFile({ content: "a,b\n1,2\n" });
    expect(await upload(file)).toEqual({
      fileName: "report.csv",
      state: "UPLOADED",
      message: "report.csv file uploaded successfully.",
      reason: "",
    });
    const listed = await newest();
    expect(listed).toEqual({
      id: expect.any(String),
      fileName: "report.csv",
      sizeBytes: 8,
      state: "UPLOADED",
      reason: "",
      createdAt: api.clock.now(),
      remoteName: `2026-11-20-${listed?.id}.csv`,
      uploadedBy: "employee@countinghouse.test",
    });
    expect(sandbox.files.list()).toEqual([{ path: `/uploads/${listed?.remoteName}`, sizeBytes: 8 }]);
    expect(Buffer.from(await area.get(`/uploads/${listed?.remoteName}`)).toString()).toBe("a,b\n1,2\n");
  });

  it("twice of the same name and content keeps both, each under its own name", async () => {
    await upload(receivedFile());
    await upload(receivedFile());
    expect(sandbox.files.list()).toHaveLength(2);
  });

  it("refuses by rule, says why, writes that down and sends nothing", async () => {
    const file = receivedFile({ fileName: "tool.exe", sniffed: "exe" });
    const reason = "Only PDF, CSV, XLSX, PNG, JPG and TXT files can be uploaded.";
    expect(await upload(file)).toEqual({
      fileName: "tool.exe",
      state: "REFUSED",
      message: "tool.exe file upload failed.",
      reason,
    });
    expect(await newest()).toMatchObject({
      fileName: "tool.exe",
      state: "REFUSED",
      reason,
      remoteName: null,
    });
    expect(sandbox.files.list()).toEqual([]);
  });

  it("refuses a VIEWER", async () => {
    const before = await api.database.read.upload.count();
    await expectRefusal(
      upload(receivedFile(), "VIEWER"),
      "FORBIDDEN",
      "Only SUPERADMIN, ADMIN or EMPLOYEE can do this.",
    );
    expect([await api.database.read.upload.count(), sandbox.files.list()]).toEqual([before, []]);
  });

  it("answers a repeated request with the first outcome and uploads once, and refuses it with another file", async () => {
    const file = receivedFile();
    expect(await upload(file)).toEqual(await upload(file));
    expect(sandbox.files.list()).toHaveLength(1);
    await expectRefusal(upload(receivedFile({ requestId: file.requestId, content: "other\n" })), "CONFLICT");
  });

  it("pressed twice at once sends one file, and tells the second that it is on its way", async () => {
    const file = receivedFile();
    const outcomes = await Promise.allSettled([upload(file), upload(file)]);
    const told = outcomes.map((outcome) =>
      outcome.status === "fulfilled" ? outcome.value.state : String(outcome.reason.message),
    );
    expect(told).toContain("UPLOADED");
    expect(["UPLOADED", "This file is being uploaded already."]).toEqual(expect.arrayContaining(told));
    expect(sandbox.files.list()).toHaveLength(1);
  });

  it("leaves an audit event when it begins and one when it ends", async () => {
    const file = receivedFile();
    await upload(file);
    const listed = await newest();
    const { id: adminId } = await api.admin("EMPLOYEE");
    expect(await events(listed?.id)).toMatchObject([
      {
        actor: `admin:${adminId}`,
        action: "uploads.begin",
        after: {
          state: "SENDING",
          fileName: "report.csv",
          sizeBytes: file.sizeBytes,
          sha256: file.sha256,
          remotePath: `/uploads/${listed?.remoteName}`,
        },
      },
      { action: "uploads.finish", after: { state: "UPLOADED", reason: "", attempt: 1 } },
    ]);
  });
});

describe("when the area fails", () => {
  it.each([
    ["refused", "The file-transfer area refused it."],
    ["unavailable", "The file-transfer area can not be reached."],
  ] as const)(
    "%s, the file has failed with the reason, and the same request says so again",
    async (kind, reason) => {
      failing(kind);
      const file = receivedFile();
      const outcome = { state: "FAILED", message: "report.csv file upload failed.", reason };
      expect(await upload(file)).toMatchObject(outcome);
      api.services.ports.fileTransfer = area;
      expect(await upload(file)).toMatchObject(outcome);
      expect(sandbox.files.list()).toEqual([]);
      expect(await upload({ ...file, requestId: randomUUID() })).toMatchObject({ state: "UPLOADED" });
    },
  );

  it("because its disk is full, that is said, nothing lies there, and the file is sent again as another upload", async () => {
    sandbox.files.capacityBytes = 100;
    const file = receivedFile({ content: "a,b\n".repeat(1000) });
    const reason = "The file-transfer area did not keep the whole file: its disk may be full.";
    expect(await upload(file)).toMatchObject({ state: "FAILED", reason });
    expect(sandbox.files.list()).toEqual([]);
    sandbox.files.capacityBytes = null;
    expect(await upload({ ...file, requestId: randomUUID() })).toMatchObject({ state: "UPLOADED" });
  });

  it.each([
    ["HOST_KEY", "another key"],
    ["LOGIN", "does not accept our login"],
    ["NO_SUCH_FILE", "is not there"],
    ["PERMISSION_DENIED", "may not write"],
    ["NO_LOOK", "may not look into the folder for uploads. Nothing was sent."],
    ["NO_RENAME", "was taken away again"],
    ["PART_LEFT", "it lies there as /uploads/2026-11-20-"],
  ])("with %s the reason says which kind of refusal it is", async (vendorCode, words) => {
    const error = new ProviderError({ kind: "refused", provider: "sftp", message: "sftp: no", vendorCode });
    api.services.ports.fileTransfer = { ...area, put: () => Promise.reject(error) };
    expect(await upload(receivedFile())).toMatchObject({
      state: "FAILED",
      reason: expect.stringContaining(words),
    });
  });

  it("and a part of it lies there under its name, it has not been uploaded", async () => {
    failing("unknown");
    const file = receivedFile({ content: "name,amount\nAna,12.50\n" });
    expect(await upload(file)).toMatchObject({ state: "UNKNOWN" });
    sandbox.files.write(`/uploads/${(await newest())?.remoteName}`, Buffer.from("name"));
    api.services.ports.fileTransfer = area;
    expect(await upload(file)).toMatchObject({ state: "UNKNOWN" });
  });

  it("at the very end, what is there is uploaded: it is looked for", async () => {
    failing("unknown", "after");
    expect(await upload(receivedFile())).toMatchObject({ state: "UPLOADED" });
  });

  it("without it being known whether the file is there, the same request finds out and leaves it there once", async () => {
    failing("unknown");
    const file = receivedFile();
    expect(await upload(file)).toMatchObject({ state: "UNKNOWN", reason: expect.stringContaining("Retry") });
    expect(await newest()).toMatchObject({ state: "UNKNOWN" });
    failing("unavailable");
    expect(await upload(file)).toMatchObject({
      state: "UNKNOWN",
      reason: "The file-transfer area can not be reached. It may have arrived before. Retry checks it.",
    });
    api.services.ports.fileTransfer = area;
    expect(await upload(file)).toMatchObject({ state: "UPLOADED" });
    expect(sandbox.files.list()).toHaveLength(1);
    expect(await newest()).toMatchObject({ state: "UPLOADED", reason: "" });
  });

  it("with our process, the file is shown as unknown once its time is over, and goes on with the same request", async () => {
    const file = receivedFile();
    api.services.ports.fileTransfer = { ...area, put: () => Promise.reject(new Error("the process ends")) };
    await expect(upload(file)).rejects.toThrow("the process ends");
    await expectRefusal(upload(file), "CONFLICT", "This file is being uploaded already.");
    const ctx = api.ctx(await api.admin("EMPLOYEE"));
    expect(await uploadFiles(ctx, file.requestId, [file])).toMatchObject([
      { state: "UNKNOWN", reason: "This file is being uploaded already." },
    ]);
    expect(await newest()).toMatchObject({ state: "SENDING" });
    api.clock.advance({ seconds: LEASE_SECONDS + 1 });
    expect(await newest()).toMatchObject({
      state: "UNKNOWN",
      reason: "The upload was interrupted. The file may have arrived.",
    });
    api.services.ports.fileTransfer = area;
    expect(await upload(file)).toMatchObject({ state: "UPLOADED" });
  });
});

it("the list is read a page at a time, the latest first, each upload once", async () => {
  for (let file = 0; file < 3; file++) await upload(receivedFile({ fileName: "tool.exe" }));
  const viewer = (await api.as("VIEWER")).uploads;
  const all = (await viewer.list({ limit: 200, cursor: null })).uploads.map(({ id }) => id);
  const seen: string[] = [];
  let page = await viewer.list({ limit: 4, cursor: null });
  for (; page.nextCursor !== null; page = await viewer.list({ limit: 4, cursor: page.nextCursor }))
    seen.push(...page.uploads.map(({ id }) => id));
  seen.push(...page.uploads.map(({ id }) => id));
  expect(seen).toEqual(all);
  expect(new Set(seen).size).toBe(await api.database.read.upload.count());
});
