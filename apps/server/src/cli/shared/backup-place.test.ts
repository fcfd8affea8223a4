import { expect, it } from "vitest";
import { runHere } from "../../testing/run-program.ts";
import { command } from "../backup.ts";

const KEY = Buffer.alloc(32, 1).toString("base64");
const SETTINGS = {
  SEALING_KEYS: `k001:${KEY}`,
  INDEX_KEY: KEY,
  AUDIT_KEYS: `a001:${KEY}`,
  BACKUP_KEY: KEY,
  FILES_DIR: "files",
  BACKUP_DIR: "backups",
  DATABASE_URL: "postgresql://postgres@127.0.0.1:1/none",
};

it.each([
  [{ BACKUP_KEY: "" }, "The setting BACKUP_KEY is missing. Generate one with: openssl rand -base64 32"],
  [{ BACKUP_KEY: "c2hvcnQ=" }, "BACKUP_KEY must hold 32 bytes or more, in base64."],
  [{ BACKUP_DIR: "" }, "The setting BACKUP_DIR or BACKUP_BUCKET is missing."],
  [
    { BACKUP_DIR: "files/backups" },
    "BACKUP_DIR must not be in FILES_DIR: each backup would contain the earlier ones.",
  ],
  [{ BACKUP_BUCKET: "b", S3_BUCKET: "b" }, "BACKUP_BUCKET must be another bucket than S3_BUCKET."],
  [{ BACKUP_BUCKET: "b" }, "BACKUP_BUCKET needs S3_ENDPOINT, S3_ACCESS_KEY_ID, S3_SECRET_ACCESS_KEY."],
])("refuses these settings: %j", async (changed, line) => {
  const end = await runHere(command, [], { ...SETTINGS, ...changed });
  expect(end).toMatchObject({ code: 1, stdout: "", stderr: `${line}\n` });
});

it("refuses an invalid number of backups", async () => {
  expect(await runHere(command, ["--keep=0"], SETTINGS)).toMatchObject({
    code: 1,
    stdout: "",
    stderr: "--keep takes a whole number of 1 or more.\n",
  });
});
