// AdminJS with its SQL adapter over one table, as its documents set it up; nobody has to sign in.
import AdminJSExpress from "@adminjs/express";
import { Adapter, Database, Resource } from "@adminjs/sql";
import AdminJS from "adminjs";
import express from "express";

const connectionString = process.env.DATABASE_URL ?? "";
AdminJS.registerAdapter({ Database, Resource });
const database = await new Adapter("postgresql", {
  connectionString,
  database: new URL(connectionString).pathname.slice(1),
  schema: "rivals",
}).init();
const admin = new AdminJS({ rootPath: "/admin", resources: [{ resource: database.table("customers") }] });
const app = express();
app.use("/admin", AdminJSExpress.buildRouter(admin));
app.listen(Number(process.env.PORT), "127.0.0.1", () => process.send?.({ type: "ready" }));
process.once("disconnect", () => process.exit());
