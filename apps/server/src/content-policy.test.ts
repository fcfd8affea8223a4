import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { INLINE_STYLES } from "./app.ts";

const SONNER = new URL("../../console/node_modules/sonner/dist/index.mjs", import.meta.url);

it("the content policy allows the styles that the installed sonner adds to a page", () => {
  const [, text = ""] = /^__insertCSS\((".+")\);?$/m.exec(readFileSync(SONNER, "utf8")) ?? [];
  const added = ["", JSON.parse(text) as string];
  expect(INLINE_STYLES).toEqual(
    added.map((style) => `sha256-${createHash("sha256").update(style).digest("base64")}`),
  );
});
