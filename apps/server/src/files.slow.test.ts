import { randomUUID } from "node:crypto";
import { request } from "node:http";
import { DomainError } from "@countinghouse/api/errors";
import { addFile, type FileFacts, type FolderStorage, openFiles } from "@countinghouse/api/testing/files";
import type { TestApi } from "@countinghouse/api/testing/harness";
import { openSession } from "@countinghouse/api/testing/signing-in";
import { readZip } from "@countinghouse/api/testing/zip";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { type Served, serve } from "./testing/serve.ts";

let api: TestApi;
let served: Served;
let storage: FolderStorage;
let userId: number;
beforeAll(async () => {
  ({ api, storage } = await openFiles());
  served = await serve(api.services);
});
beforeEach(async () => {
  ({ id: userId } = await api.user());
});
afterAll(async () => {
  await served.close();
  await api.close();
});

const add = (facts?: FileFacts) => addFile(api, storage, userId, facts);
const get = (address: string, init?: RequestInit) => {
  const { pathname, search } = new URL(address, served.origin);
  return fetch(`${served.origin}${pathname}${search}`, init);
};
const PAGE = { headers: { accept: "text/html,application/xhtml+xml" } };

/** Opens a real session, because a zip file belongs to one session. */
async function employee() {
  const claims = await api.services.tokens.verify(await openSession(api, "EMPLOYEE"));
  return { ...(await api.admin("EMPLOYEE")), sessionId: claims?.sessionId ?? "" };
}
const calls = async () => api.callAs(await employee()).files;
const applications = async () => api.callAs(await employee()).applications;
const link = async (fileId: string, purpose: "download" | "preview" = "download") =>
  (await (await calls()).link({ requestId: randomUUID(), fileId, purpose })).url;
const zip = async (fileIds: string[]) =>
  (await (await calls()).zip({ requestId: randomUUID(), userId, fileIds })).url;
const share = async (fileId: string) =>
  (await (await applications()).createContractLink({ requestId: randomUUID(), fileId })).path;

/** The links of the three routes, each to the same contract. */
const LINKS = [
  ["a file", link],
  ["a zip file", (fileId: string) => zip([fileId])],
  ["a copied contract link", share],
] as const;

describe.each(LINKS)("%s", (_name, make) => {
  it("has its own name, and no browser runs or caches it", async () => {
    const { id } = await add();
    const { status, headers } = await get(await make(id));
    expect(status).toBe(200);
    expect(headers.get("cache-control")).toBe("no-store");
    expect(headers.get("x-content-type-options")).toBe("nosniff");
    expect(headers.get("referrer-policy")).toBe("no-referrer");
    expect(headers.get("x-robots-tag")).toBe("noindex, nofollow");
    expect(headers.get("content-disposition")).toMatch(/^(attachment|inline); filename="[\w.-]+"/);
    expect(headers.get("content-security-policy")).toMatch(
      /^sandbox; default-src 'none'|^frame-ancestors 'self'/,
    );
  });

  it("without its content is not found", async () => {
    const { id, objectKey } = await add();
    const address = await make(id);
    await storage.delete(objectKey);
    const response = await get(address);
    expect(response.status).toBe(404);
    expect(await response.json()).toEqual({
      message: expect.stringMatching(/^Error - Failed to generate user/),
      code: "NOT_FOUND",
    });
  });

  it("with a changed address is refused without details", async () => {
    const { id } = await add();
    const address = await make(id);
    const changed = address.replace(/.(?=&|$)/, (last) => (last === "A" ? "B" : "A"));
    for (const forged of [changed, `${address}A`]) {
      const response = await get(forged);
      expect([response.status, await response.json()]).toEqual([
        403,
        { message: "This link is not valid.", code: "FORBIDDEN" },
      ]);
      expect(response.headers.get("cache-control")).toBe("no-store");
    }
  });

  it("that has expired answers PDF Link Expired, to a person as a page, to the console as JSON", async () => {
    const address = await make((await add()).id);
    api.clock.advance({ hours: 7 * 24 });
    const response = await get(address);
    expect([response.status, await response.json()]).toEqual([
      410,
      { message: "PDF Link Expired", code: "EXPIRED" },
    ]);
    const page = await get(address, PAGE);
    expect(page.status).toBe(410);
    expect(page.headers.get("content-type")).toBe("text/html; charset=utf-8");
    expect(page.headers.get("content-security-policy")).toMatch(/^sandbox; default-src 'none'/);
    expect(await page.text()).toContain("<h1>PDF Link Expired</h1>");
    api.clock.advance({ hours: -7 * 24 });
  });

  it("answers a HEAD request without content", async () => {
    const { id } = await add();
    const response = await get(await make(id), { method: "HEAD" });
    expect([response.status, await response.text()]).toEqual([200, ""]);
  });

  it("can be downloaded twice at the same time", async () => {
    const address = await make((await add({ content: "%PDF".repeat(10_000) })).id);
    const read = async () => Buffer.from(await (await get(address)).arrayBuffer());
    const [one, other] = await Promise.all([read(), read()]);
    expect(one.equals(other)).toBe(true);
    expect(one.length).toBeGreaterThan(39_999);
  });
});

describe("a link to a file", () => {
  it.each([
    ["../../etc/passwd", `attachment; filename="passwd.pdf"; filename*=UTF-8''passwd.pdf`],
    ['a"b\r\n.pdf', `attachment; filename="a_b.pdf"; filename*=UTF-8''a_b.pdf`],
    ["\u202Efdp.exe", `attachment; filename="fdp.exe.pdf"; filename*=UTF-8''fdp.exe.pdf`],
    ["🧾.pdf", `attachment; filename="__.pdf"; filename*=UTF-8''%F0%9F%A7%BE.pdf`],
  ])("with the name %j stays within its header", async (name, disposition) => {
    const response = await get(await link((await add({ name })).id));
    expect(response.headers.get("content-disposition")).toBe(disposition);
    expect(await response.text()).toBe(`%PDF-1.7 of ${userId}`);
  });

  it("that was uploaded as a page is sent as bytes to save", async () => {
    const { id } = await add({ contentType: "text/html", content: "<script>alert(1)</script>" });
    const { headers } = await get(await link(id));
    expect(headers.get("content-type")).toBe("application/octet-stream");
    expect(headers.get("content-disposition")).toMatch(/^attachment;/);
  });

  it("for a preview can be framed by this site only", async () => {
    const pdf = await get(await link((await add()).id, "preview"));
    expect(pdf.headers.get("content-disposition")).toMatch(/^inline;/);
    expect(pdf.headers.get("content-security-policy")).toContain("frame-ancestors 'self'");
    const image = await get(await link((await add({ contentType: "image/png" })).id, "preview"));
    expect(image.headers.get("content-security-policy")).toMatch(/^sandbox;.*frame-ancestors 'self'/);
  });

  it.each([
    "/files/",
    "/files/tests/x.pdf",
    "/files/../../etc/passwd",
    "/files/..%2f..%2fetc%2fpasswd",
    "/files/%2e%2e/%2e%2e/etc/passwd",
    "/files/tests%5c..%5cx",
    "/files/%00",
    "/files/%E0%A4%A",
    "/files/x?expires=99999999999&name=x&type=text/html&disposition=inline&signature=x",
    "/api/files/zip/x",
    "/api/files/zip/..%2f..%2fetc",
    "/public/contracts/1",
    "/public/contracts/%E0%A4%A",
  ])("without a valid signature opens nothing: %s", async (path) => {
    const [status, body] = await rawGet(path);
    expect([400, 403, 404]).toContain(
      status === 200 && body.includes("<title>Countinghouse</title>") ? 404 : status,
    );
    expect(body).not.toContain("root:");
  });

  it("is unavailable while storage does not answer", async () => {
    const address = await link((await add()).id);
    breakStorage();
    const response = await get(address);
    api.services.ports.objectStorage = storage;
    expect([response.status, await response.json()]).toEqual([
      503,
      { message: "Error - Failed to generate user files", code: "SERVICE_UNAVAILABLE" },
    ]);
  });

  it("of another storage opens nothing here", async () => {
    const address = await link((await add()).id);
    const { openLink: _ours, ...elsewhere } = storage;
    api.services.ports.objectStorage = elsewhere;
    const { status } = await get(address);
    api.services.ports.objectStorage = storage;
    expect(status).toBe(403);
  });
});

it("a zip file states its length, and contains all its files", async () => {
  const [one, other] = [await add({ name: "one.pdf" }), await add({ name: "../other.pdf" })];
  const response = await get(await zip([one.id, other.id]));
  const bytes = Buffer.from(await response.arrayBuffer());
  expect(response.headers.get("content-type")).toBe("application/zip");
  expect(response.headers.get("content-length")).toBe(String(bytes.length));
  expect(
    readZip(bytes)
      .map(({ name }) => name)
      .toSorted(),
  ).toEqual(["one.pdf", "other.pdf"]);
});

it("a copied contract link shows the PDF to anyone, and the audit records each opening", async () => {
  const { id } = await add();
  const address = await share(id);
  const response = await get(address, PAGE);
  expect(response.headers.get("content-type")).toBe("application/pdf");
  expect(response.headers.get("content-disposition")).toMatch(/^inline;/);
  expect(await response.text()).toBe(`%PDF-1.7 of ${userId}`);
  const events = await api.database.read.auditEvent.findMany({
    where: { action: "applications.openContract", subjectId: id },
  });
  expect(events).toMatchObject([{ actor: "visitor", after: { userId, ip: "127.0.0.1" } }]);
});

it("a revoked contract link answers PDF Link Expired without the file", async () => {
  const { id } = await add();
  const { createContractLink, revokeContractLink } = await applications();
  const { path, linkId } = await createContractLink({ requestId: randomUUID(), fileId: id });
  await revokeContractLink({ requestId: randomUUID(), linkId });
  const page = await get(path, PAGE);
  expect(page.status).toBe(410);
  const text = await page.text();
  expect(text).toContain("<h1>PDF Link Expired</h1>");
  expect(text).toContain("Ask the sender for a new link.");
});

it("a visitor who tries too many contract links gets the time to wait", async () => {
  const { services } = api;
  const consume = () =>
    Promise.reject(new DomainError("LIMITED", "Too many attempts. Try again in 90 seconds."));
  const busy = await serve({ ...services, limits: { ...services.limits, consume } });
  const response = await fetch(`${busy.origin}${await share((await add()).id)}`);
  expect([response.status, await response.json()]).toEqual([
    429,
    { message: "Too many attempts. Try again in 90 seconds.", code: "TOO_MANY_REQUESTS" },
  ]);
  await busy.close();
});

it("pages may load from another storage only when there is one", async () => {
  const policy = async (origin: string) =>
    (await fetch(`${origin}/admin/users`)).headers.get("content-security-policy") ?? "";
  const elsewhere = await serve(api.services, { fileOrigin: "https://s3.example.com" });
  expect(await policy(elsewhere.origin)).toMatch(/connect-src 'self' https:\/\/s3\.example\.com;/);
  expect(await policy(elsewhere.origin)).toMatch(/frame-src 'self' blob: https:\/\/s3\.example\.com;/);
  expect(await policy(served.origin)).not.toContain("s3.example.com");
  await elsewhere.close();
});

function breakStorage(): void {
  api.services.ports.objectStorage = { ...storage, get: () => storage.get("no/../key") };
}

/** Requests the path unchanged, because fetch would normalize it. */
function rawGet(path: string): Promise<[status: number | undefined, body: string]> {
  return new Promise((resolve, reject) => {
    const sent = request(served.origin, { path }, (response) => {
      const chunks: Buffer[] = [];
      response.on("data", (chunk: Buffer) => chunks.push(chunk));
      response.on("end", () => resolve([response.statusCode, String(Buffer.concat(chunks))]));
    });
    sent.on("error", reject);
    sent.end();
  });
}
