import { randomUUID } from "node:crypto";
import { Readable } from "node:stream";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { expectRefusal, lastAuditEvent } from "../testing/expectations.ts";
import { createTestApi, type TestApi } from "../testing/harness.ts";
import { plannedImport, uploadImport } from "../testing/import-jobs.ts";
import { addImportFile, receiveImportFile } from "./add-file.ts";
import { workOnImports } from "./work.ts";

let api: TestApi;
beforeAll(async () => {
  api = await createTestApi();
});
afterAll(() => api.close());

describe("adding a file", () => {
  const csv = (text = "Name\nAna\n") =>
    receiveImportFile(api.services, "x.csv", Readable.from([Buffer.from(text)]));

  it("is answered with the first file when the request is repeated, and refused with another", async () => {
    const ctx = api.ctx(await api.admin("SUPERADMIN"));
    const press = { requestId: randomUUID(), importId: randomUUID() };
    const first = await addImportFile(ctx, press, await csv());
    expect(await addImportFile(ctx, press, await csv())).toEqual(first);
    await expectRefusal(addImportFile(ctx, press, await csv("Name\nBo\n")), "CONFLICT");
    expect((await (await api.as("SUPERADMIN")).imports.get({ id: press.importId })).files).toHaveLength(1);
  });

  it("refuses what is no table, an import that has begun, and everybody but a SUPERADMIN, and leaves an audit event", async () => {
    await expectRefusal(
      receiveImportFile(api.services, "book.xls", Readable.from([Buffer.from("x")])),
      "INVALID",
      "This is a workbook of the old kind (.xls). Save it as .xlsx.",
    );
    const parts = await api.database.read.importFilePart.count();
    await expectRefusal(
      receiveImportFile(api.services, "x.csv", Readable.from([])),
      "INVALID",
      "The file is empty.",
    );
    expect(await api.database.read.importFilePart.count()).toBe(parts);
    const { id, digest } = await plannedImport(api, { "customers.csv": "Name\nAna Diaz\n" });
    await (await api.as("SUPERADMIN")).imports.start({ requestId: randomUUID(), id, digest });
    const press = { requestId: randomUUID(), importId: id };
    const file = await csv();
    await expectRefusal(
      addImportFile(api.ctx(await api.admin("SUPERADMIN")), press, file),
      "RULE",
      "This import is running. Pause it first.",
    );
    await expectRefusal(addImportFile(api.ctx(await api.admin("ADMIN")), press, file), "FORBIDDEN");
    await workOnImports(api.services);
    const added = await uploadImport(api, { "y.csv": "Name\nAna\n" });
    expect(await lastAuditEvent(api, "imports.addFile")).toMatchObject({
      subjectType: "import",
      subjectId: added,
      after: { name: "y.csv", sizeBytes: 9 },
    });
  });
});
