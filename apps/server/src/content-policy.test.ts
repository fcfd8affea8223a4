import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { INLINE_STYLES } from "./app.ts";

const SONNER = join(import.meta.dirname, "../../console/node_modules/sonner/dist/index.mjs");

it("the content policy allows the styles that the installed sonner adds to a page", () => {
  const [, text = ""] = /^__insertCSS\((".+")\);?$/m.exec(readFileSync(SONNER, "utf8")) ?? [];
  const added = ["", JSON.parse(text) as string];
  expect(INLINE_STYLES).toEqual(
    added.map((style) => `sha256-${createHash("sha256").update(style).digest("base64")}`),
  );
});
