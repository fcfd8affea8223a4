import { mkdtempSync, readdirSync, rmSync } from "node:fs";
import { connect as dial } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { deflatedZip, workbookParts } from "@countinghouse/api/testing/archives";
import { lastAuditEvent } from "@countinghouse/api/testing/expectations";
import { createTestApi, type TestApi } from "@countinghouse/api/testing/harness";
import { openSession } from "@countinghouse/api/testing/signing-in";
import { connectFileTransfer } from "@countinghouse/api/testing/uploads";
import { UPLOAD_PATH } from "@countinghouse/api/uploads/request";
import { EICAR, startClamd } from "@countinghouse/providers/testing/clamd-server";
import { createClamd } from "@countinghouse/providers/virus-scanner/clamd";
import type { Sandbox } from "@countinghouse/sandbox";
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from "vitest";
import { type Served, serve } from "./testing/serve.ts";

/** An own folder, because other servers on this machine receive files as well. */
const OWN_FOLDER = mkdtempSync(join(tmpdir(), "hostile-uploads-test-"));

let api: TestApi;
let sandbox: Sandbox;
let served: Served;
let token: string;

beforeAll(async () => {
  api = await createTestApi();
  sandbox = await connectFileTransfer(api);
  served = await serve(api.services);
  token = await openSession(api, "EMPLOYEE");
  vi.stubEnv("TMPDIR", OWN_FOLDER);
});
afterEach(() => sandbox.files.clear());
afterAll(async () => {
  vi.unstubAllEnvs();
  rmSync(OWN_FOLDER, { recursive: true });
  await served.close();
  await sandbox.close();
  await api.close();
});

const file = (name: string, content: string | Uint8Array<ArrayBuffer>) => new File([content], name);

async function reasons(...files: File[]) {
  const body = new FormData();
  for (const each of files) body.append("file", each);
  const headers = { authorization: `Bearer ${token}` };
  const response = await fetch(`${served.origin}${UPLOAD_PATH}`, { method: "POST", body, headers });
  const answer: { files: { state: string; reason: string }[] } = JSON.parse(await response.text());
  return answer.files.map(({ state, reason }) => [state, reason]);
}

const inArea = () => sandbox.files.list().map(({ sizeBytes }) => sizeBytes);
const left = () => readdirSync(tmpdir()).filter((name) => name.startsWith("countinghouse-upload-"));

describe("the content of a file", () => {
  const xlsx = (changed: Record<string, string | Buffer>) =>
    Uint8Array.from(deflatedZip(workbookParts(changed)));

  it("is refused when it unpacks to an excessive size, runs code or reads other files", async () => {
    expect(
      await reasons(
        file("well.xlsx", xlsx({})),
        file("bomb.xlsx", xlsx({ "xl/worksheets/sheet1.xml": Buffer.alloc(150_000_000, " ") })),
        file("macros.xlsx", xlsx({ "xl/vbaProject.bin": "x" })),
        file(
          "entities.xlsx",
          xlsx({ "xl/sharedStrings.xml": '<!DOCTYPE x [<!ENTITY y SYSTEM "file:///x">]>' }),
        ),
        file("formula.csv", "name,amount\nAna,=1+1\n"),
        file("amounts.csv", "name,amount\nAna,-12.50\nBo,+1 555 010 2030\n"),
        file("page.csv", "<html><script>alert(1)</script>"),
      ),
    ).toEqual([
      ["UPLOADED", ""],
      ["REFUSED", "It unpacks to much more than its size."],
      ["REFUSED", "It contains macros: save it without and try again."],
      ["REFUSED", "It defines entities of its own, by which it could read other files."],
      ["REFUSED", "A spreadsheet would run line 2 as a formula. Put an apostrophe in front of it."],
      ["UPLOADED", ""],
      ["REFUSED", "Its content is not CSV, although its name says so."],
    ]);
    expect(inArea()).toHaveLength(2);
  });

  it.each([
    ["relations that have no end", "<relationship "],
    ["one relation with names that have no value", "<relationship a "],
    ["prefixes that name nothing", "<aaaaaaaa"],
    ["relations in one another's values", '<relationship a="'],
  ])("takes CPU time in proportion to its size: %s", async (_what, repeated) => {
    const upload = (bytes: number) => {
      const listing = repeated.repeat(Math.ceil(bytes / repeated.length)).slice(0, bytes);
      return file("listing.xlsx", xlsx({ "xl/_rels/a.xml.rels": listing }));
    };
    const cpuFor = async (bytes: number) => {
      const sent = upload(bytes);
      const began = process.cpuUsage();
      expect(await reasons(sent)).toEqual([["UPLOADED", ""]]);
      return process.cpuUsage(began).user;
    };
    await cpuFor(40_000);
    const small = await cpuFor(400_000);
    // If each tag was searched to the end, ten times the size would take a hundred times as long.
    expect(await cpuFor(4_000_000)).toBeLessThan(40 * small);
  });

  it("is refused when the virus scanner finds something or does not answer", async () => {
    const clamd = await startClamd();
    const at = { host: "127.0.0.1", port: clamd.port };
    api.services.virusScanner = createClamd({ at, deadlineMs: 60_000 });
    const scanned = await serve(api.services);
    const send = async (content: string) => {
      const body = new FormData();
      body.append("file", new File([content], "a.txt"));
      const headers = { authorization: `Bearer ${token}` };
      const response = await fetch(`${scanned.origin}${UPLOAD_PATH}`, { method: "POST", body, headers });
      return JSON.parse(await response.text()).files[0];
    };
    try {
      expect(await send("nothing")).toMatchObject({ state: "UPLOADED" });
      expect(clamd.scanned.map(String)).toEqual(["nothing"]);
      expect(await send(EICAR)).toMatchObject({
        state: "REFUSED",
        reason: "The virus scanner found Eicar-Test-Signature in it.",
      });
      expect(await lastAuditEvent(api, "uploads.begin")).toMatchObject({
        after: { state: "REFUSED", isScanned: true },
      });
      clamd.mood = "hang up";
      const before = inArea().length;
      expect(await send("anything")).toMatchObject({
        state: "FAILED",
        reason:
          "The virus scanner does not answer, and files are accepted only after a scan. Try again later.",
      });
      expect(inArea()).toHaveLength(before);
    } finally {
      api.services.virusScanner = null;
      await scanned.close();
      await clamd.close();
    }
  });
});

it("limits the bytes that arrive at once, and gives one admin at most half of them", async () => {
  const small = await serve(api.services, { quarantineBytes: 10_000 });
  const { hostname, port } = new URL(small.origin);
  const half = (bytes: number) => {
    const socket = dial(Number(port), hostname);
    socket.write(
      [
        `POST ${UPLOAD_PATH} HTTP/1.1`,
        "Host: x",
        `Authorization: Bearer ${token}`,
        "Content-Type: multipart/form-data; boundary=x",
        `Content-Length: ${bytes}`,
        "",
        '--x\r\nContent-Disposition: form-data; name="file"; filename="a.csv"\r\n\r\nhalf',
      ].join("\r\n"),
    );
    return socket;
  };
  const send = async (bytes: number, bearer: string) => {
    const body = new FormData();
    body.append("file", new File(["x".repeat(bytes)], "a.txt"));
    const headers = { authorization: `Bearer ${bearer}` };
    const response = await fetch(`${small.origin}${UPLOAD_PATH}`, { method: "POST", body, headers });
    await response.text();
    return response.status;
  };
  const other = await openSession(api, "ADMIN");
  const socket = half(4_000);
  await expect.poll(left).toHaveLength(1);
  expect(await send(3_000, token)).toBe(429);
  expect(await send(3_000, other)).toBe(200);
  expect(await send(7_000, other)).toBe(429);
  socket.destroy();
  await expect.poll(left).toEqual([]);
  expect(await send(3_000, token)).toBe(200);
  await small.close();
});
