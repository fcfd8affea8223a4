import process from "node:process";
import { defineConfig } from "prisma/config";

process.env.CHECKPOINT_DISABLE ??= "1";
// These commands never run the schema engine, they only insist on having one: any executable will do.
if (process.argv.some((word) => ["generate", "validate", "format"].includes(word))) {
  process.env.PRISMA_SCHEMA_ENGINE_BINARY ??= process.execPath;
}

export default defineConfig({
  schema: "prisma/schema",
  migrations: { path: "prisma/migrations" },
  datasource: { url: process.env.DATABASE_URL ?? "postgresql://postgres@127.0.0.1:5432/countinghouse" },
});
