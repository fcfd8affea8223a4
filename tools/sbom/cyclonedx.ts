import { createHash } from "node:crypto";
import type { Component } from "./components.ts";

/** The bill of materials of CycloneDX 1.6 (https://cyclonedx.org/docs/1.6/json/): the same for the same lockfile. */
export function cycloneDx(version: string, components: readonly Component[]): object {
  const listed = components.map(toComponent);
  return {
    $schema: "http://cyclonedx.org/schema/bom-1.6.schema.json",
    bomFormat: "CycloneDX",
    specVersion: "1.6",
    serialNumber: `urn:uuid:${makeUuid(JSON.stringify(listed))}`,
    version: 1,
    metadata: {
      component: {
        type: "application",
        name: "countinghouse",
        version,
        "bom-ref": `countinghouse@${version}`,
      },
    },
    components: listed,
  };
}

function toComponent({ name, version, licence, author, homepage, description, sha512 }: Component) {
  const purl = `pkg:npm/${name.replace("@", "%40")}@${version}`;
  const isExpression = / (?:OR|AND|WITH) /.test(licence);
  return {
    type: "library",
    "bom-ref": purl,
    name,
    version,
    ...(author && { author }),
    ...(description && { description }),
    ...(sha512 !== null && { hashes: [{ alg: "SHA-512", content: sha512 }] }),
    licenses: isExpression ? [{ expression: licence }] : [{ license: toLicence(licence) }],
    purl,
    ...(homepage && { externalReferences: [{ type: "website", url: homepage }] }),
  };
}

/** An id of SPDX, or what a package says in its own words. */
const toLicence = (licence: string) => (/^[\w.-]+$/.test(licence) ? { id: licence } : { name: licence });

/** A UUID made from what it names (RFC 9562, version 8). */
function makeUuid(text: string): string {
  const hex = createHash("sha256").update(text).digest("hex");
  const variant = ((Number.parseInt(hex.slice(16, 17), 16) & 0x3) | 0x8).toString(16);
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-8${hex.slice(13, 16)}-${variant}${hex.slice(17, 20)}-${hex.slice(20, 32)}`;
}
