import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { type Sandbox, startSandbox } from "../../../../apps/sandbox/src/index.ts";
import { ProviderError } from "../provider-error.ts";
import { createMiddeskBusinessVerification, type MiddeskConfig } from "./middesk.ts";

const FILED_DOCUMENT = "5eed2330-0000-4000-8000-000000048213";

let sandbox: Sandbox;
beforeAll(async () => {
  sandbox = await startSandbox({ port: 0, smtpPort: 0 });
});
beforeEach(() => fetch(`${sandbox.origin}/__sandbox/reset`, { method: "POST" }));
afterAll(() => sandbox.close());

test("a document is fetched by its link, to which the key is not sent", async () => {
  const bytes = await verification().document(FILED_DOCUMENT);
  expect(new TextDecoder("latin1").decode(bytes.subarray(0, 5))).toBe("%PDF-");
});

test("a document whose link is gone is fetched by a new one", async () => {
  gone(1);
  expect((await verification().document(FILED_DOCUMENT)).length).toBeGreaterThan(1000);
  expect(sandbox.calls.list().filter(({ path }) => path.endsWith("/download_url"))).toHaveLength(2);
});

test("a document whose links are gone as soon as they are given out is refused", async () => {
  gone(2);
  expect(await failure(verification().document(FILED_DOCUMENT))).toMatchObject({
    kind: "refused",
    vendorCode: "LINK_EXPIRED",
    message: "middesk: the link to the document has expired",
  });
});

test.each(["html", "invalidJson", "latency", "timeoutBeforeEffect", "resetAfterEffect", "status"] as const)(
  "a document that ends in %s is unavailable, and may be asked for again",
  async (kind) => {
    sandbox.faults.add({ provider: "middesk", kind, path: "/files/", status: 503, delayMs: 1500 });
    const port = verification({ deadlineMs: 1_500 });
    expect(await failure(port.document(FILED_DOCUMENT))).toMatchObject({ kind: "unavailable" });
    expect((await port.document(FILED_DOCUMENT)).length).toBeGreaterThan(1000);
  },
);

test("a document that is not there is refused", async () => {
  expect(await failure(verification().document("7"))).toMatchObject({ kind: "refused", status: 404 });
});

test.each([
  "http://169.254.169.254/latest/meta-data",
  "http://localhost:1/files/1",
  "https://files.example.com/1",
  "https://evil-files.example.org/1",
  "https://files.example.org:8443/1",
  "file:///etc/passwd",
  "no link at all",
])("a link to %s is not followed", async (data) => {
  const asked: unknown[] = [];
  const vendor = createServer((request, response) => {
    asked.push(request.url);
    response.end(JSON.stringify({ data }));
  });
  await new Promise<void>((resolve) => {
    vendor.listen(0, "127.0.0.1", resolve);
  });
  const { port } = vendor.address() as AddressInfo;
  const error = await failure(verification({ baseUrl: `http://127.0.0.1:${port}` }).document("1"));
  vendor.close();
  expect(error.message).toMatch(
    /^middesk: (a link leads to a host that is not allowed|the answer could not be read)$/,
  );
  expect(asked).toEqual(["/documents/1/download_url"]);
});

const gone = (times: number) =>
  sandbox.faults.add({ provider: "middesk", kind: "status", status: 403, path: "/files/", times });

function verification(changes: Partial<MiddeskConfig> = {}) {
  return createMiddeskBusinessVerification({
    ...sandbox.middesk,
    deadlineMs: 60_000,
    ...changes,
  });
}

async function failure(call: Promise<unknown>): Promise<ProviderError> {
  const error: unknown = await call.then(
    () => undefined,
    (reason: unknown) => reason,
  );
  if (error instanceof ProviderError) return error;
  throw new Error("The call did not fail with a ProviderError.", { cause: error });
}
