import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { packetProblems } from "../packages/api/src/packets/manifest.ts";
import { readZip } from "../packages/api/src/testing/zip.ts";
import { FIXTURES } from "../packages/db/src/seed/fixtures.ts";
import { createVault, parseVaultKeys } from "../packages/db/src/vault.ts";
import { surrounding } from "./support/surroundings.ts";
import { expect, test } from "./support/test.ts";

const { fundedUser } = FIXTURES;

test("everything that is kept of a customer is saved as a packet whose manifest proves it @long", async ({
  signIn,
}) => {
  const page = await signIn("ADMIN");
  await page.goto(`/admin/user-detail?id=${fundedUser.id}`);
  const [download] = await Promise.all([
    page.waitForEvent("download"),
    page.getByRole("button", { name: "Audit file (ZIP)" }).click(),
  ]);
  expect(download.suggestedFilename()).toBe(`packet_user-${fundedUser.id}.zip`);
  const files = new Map(
    readZip(readFileSync(await download.path())).map(({ name, content }) => [name, content]),
  );
  for (const name of ["timeline.csv", "payments.csv", "ledger.csv", "audit.csv", "audit-chain.csv"])
    expect(String(files.get(name)).trimEnd().split("\n").length, name).toBeGreaterThan(1);
  expect([...files.keys()].filter((name) => name.startsWith("documents/")).length).toBeGreaterThan(0);
  const vault = createVault(
    parseVaultKeys(
      surrounding("E2E_SEALING_KEYS"),
      surrounding("E2E_INDEX_KEY"),
      surrounding("E2E_AUDIT_KEYS"),
    ),
  );
  const others = [...files.keys()].filter((name) => name !== "manifest.json");
  const problems = await packetProblems(vault, String(files.get("manifest.json")), others, async (name) => {
    const content = files.get(name);
    return content === undefined ? null : createHash("sha256").update(content).digest("hex");
  });
  expect(problems).toEqual([]);
});
