import { beforeAll, expect, it } from "vitest";
import { type Component, readComponents } from "./components.ts";
import { cycloneDx } from "./cyclonedx.ts";
import { isAllowed } from "./licences.ts";

let components: Component[];
beforeAll(async () => {
  components = await readComponents({ production: false });
}, 120_000);

it("every package has a licence that is on the list", () => {
  expect(components.length).toBeGreaterThan(300);
  expect(components.filter(({ licence }) => !isAllowed(licence))).toEqual([]);
});

it("every package is pinned by the hash of its archive", () => {
  expect(components.filter(({ sha512 }) => !/^[0-9a-f]{128}$/.test(sha512 ?? ""))).toEqual([]);
});

it.each([
  ["MIT", true],
  ["(MIT OR CC0-1.0)", true],
  ["(GPL-3.0 OR MIT)", true],
  ["MIT and ISC", true],
  ["MIT AND GPL-3.0", false],
  ["GPL-3.0", false],
  ["AGPL-3.0-only", false],
  ["Unknown", false],
])("the licence %s is allowed: %s", (licence, allowed) => {
  expect(isAllowed(licence)).toBe(allowed);
});

it("the bill of materials names each package once, with purl, hash and licence, and is the same each time", () => {
  const bill = cycloneDx("1.2.3", components) as { components: { purl: string }[]; serialNumber: string };
  expect(bill).toMatchObject({
    bomFormat: "CycloneDX",
    specVersion: "1.6",
    metadata: { component: { name: "countinghouse", version: "1.2.3" } },
  });
  expect(bill.serialNumber).toMatch(
    /^urn:uuid:[0-9a-f]{8}-[0-9a-f]{4}-8[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/,
  );
  expect(new Set(bill.components.map(({ purl }) => purl)).size).toBe(components.length);
  expect(bill.components.find(({ purl }) => purl.startsWith("pkg:npm/%40trpc/server@"))).toMatchObject({
    type: "library",
    name: "@trpc/server",
    hashes: [{ alg: "SHA-512" }],
    licenses: [{ license: { id: "MIT" } }],
  });
  expect(cycloneDx("1.2.3", components)).toEqual(bill);
});
