import { html } from "hono/html";
import type { SandboxState } from "../state.ts";
import { booksSections } from "./books.ts";
import { type Html, layout } from "./layout.ts";

/** Where the console's Metabase button leads on this machine: the books of the vendors, which is what there is to report on. */
export const metabasePage = ({ vendors }: Pick<SandboxState, "vendors">): Html =>
  layout({
    title: "Metabase",
    path: "/metabase",
    content: html`<p>This page stands in for Metabase.</p>
      ${booksSections(vendors)}`,
  });
