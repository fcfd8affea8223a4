import { createBenchEngine } from "./bulk-engine.ts";

// A worker process of the bench: works when told to, and says when nothing is left.
const { engine, db } = createBenchEngine(process.env.DATABASE_URL ?? "", Number(process.env.AT_ONCE));
process.on("message", () => void engine.drain("BULK_BALANCE").then((rows) => process.send?.({ rows })));
process.on("disconnect", () => void db.close().then(() => process.exit()));
process.send?.("ready");
