import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, expect, it } from "vitest";
import { runCommand } from "../long/run-command.ts";

/** A registry that knows no package and of one weakness, made long ago. */
const registry = createServer((request, response) => {
  request.resume();
  response.setHeader("content-type", "application/json");
  if (request.method !== "POST") {
    response.statusCode = 404;
    return response.end("{}");
  }
  const advisory = {
    id: 1,
    module_name: "left",
    severity: "high",
    title: "It leaks.",
    created: "2020-01-01T00:00:00.000Z",
    findings: [],
    vulnerable_versions: "*",
    url: "https://advisories.example/1",
  };
  const vulnerabilities = { info: 0, low: 0, moderate: 0, high: 1, critical: 0 };
  return response.end(
    JSON.stringify({ actions: [], advisories: { 1: advisory }, muted: [], metadata: { vulnerabilities } }),
  );
});
let address: string;
beforeAll(async () => {
  registry.listen(0, "127.0.0.1");
  await once(registry, "listening");
  address = `http://127.0.0.1:${(registry.address() as AddressInfo).port}`;
});
afterAll(() => {
  registry.close();
  registry.closeAllConnections();
});

const check = (at: string) =>
  runCommand("npm run tool -- deps", { NPM_CONFIG_REGISTRY: at, NPM_CONFIG_FETCH_RETRIES: "0" });

it("names what is beyond its days, says what the registry did not tell, and ends with an error", async () => {
  const { all, exitCode } = await check(address);
  expect(all).toMatch(/^BEYOND {3}left: high, known for \d+ days, mended within 14: It leaks\.$/m);
  expect(all).toContain("The registry did not answer: nothing is known of newer releases.");
  expect(all).toContain("1 told of, 1 beyond the days of SECURITY.md");
  expect(exitCode).toBe(1);
});

it("says that nothing is known where no registry answers", async () => {
  const { all, exitCode } = await check("http://127.0.0.1:9");
  expect(all).toContain("The registry did not answer: nothing is known of weaknesses, newer releases.");
  expect(exitCode).toBe(2);
});
