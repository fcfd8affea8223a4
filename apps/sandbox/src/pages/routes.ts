import { readFileSync } from "node:fs";
import { Hono } from "hono";
import { secureHeaders } from "hono/secure-headers";
import type { Spreadsheet } from "../google/spreadsheet.ts";
import type { SandboxState } from "../state.ts";
import { homePage } from "./home.ts";
import { mailPage } from "./mail.ts";
import { metabasePage } from "./metabase.ts";
import { sheetsPage } from "./sheets.ts";

/** The pages people look at. Nothing a vendor was sent can run in them: scripts come from one file. */
export function pageRoutes(state: SandboxState, spreadsheet: Spreadsheet): Hono {
  const style = readFileSync(new URL("page.css", import.meta.url), "utf8");
  const script = readFileSync(new URL("page.js", import.meta.url), "utf8");
  return new Hono()
    .use(
      secureHeaders({
        contentSecurityPolicy: {
          defaultSrc: ["'none'"],
          styleSrc: ["'self'"],
          scriptSrc: ["'self'"],
          connectSrc: ["'self'"],
          imgSrc: ["data:"],
          formAction: ["'self'"],
          frameAncestors: ["'none'"],
          baseUri: ["'none'"],
        },
      }),
    )
    .get("/", (c) => c.html(homePage(state)))
    .get("/mail", (c) => {
      const to = c.req.query("to")?.trim() ?? "";
      return c.html(mailPage(state.mailbox.list(to || undefined), to));
    })
    .get("/metabase", (c) => c.html(metabasePage(state)))
    .get("/sheets", (c) => c.html(sheetsPage(spreadsheet)))
    .get("/ui/page.css", (c) => c.body(style, 200, { "content-type": "text/css; charset=utf-8" }))
    .get("/ui/page.js", (c) => c.body(script, 200, { "content-type": "text/javascript; charset=utf-8" }));
}
