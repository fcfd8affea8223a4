import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Page } from "@playwright/test";
import { PICTURES } from "../../tools/guide/chapters.ts";

/** What a screen calls its parts. */
export type Labels = Record<"headings" | "columns" | "fields" | "buttons", string[]>;

const FILE = "labels.json";

/** The labels of each screen as they were when its picture was taken. */
export const pictured = (): Record<string, Labels> =>
  JSON.parse(readFileSync(join(PICTURES, FILE), "utf8")) as Record<string, Labels>;

export const keepPictured = (labels: Record<string, Labels>, folder: string): void =>
  writeFileSync(join(folder, FILE), `${JSON.stringify(labels, null, 2)}\n`);

/**
 * The labels of the screen that is open: of the dialog over it, if there is one. Without those that its data bring: what
 * stands in a row, and what has a figure in it.
 */
export const readLabels = (page: Page): Promise<Labels> =>
  page.evaluate(() => {
    const root = document.querySelector("[role=dialog]") ?? document.querySelector("main");
    const read = (selector: string): string[] => {
      const found = [...(root?.querySelectorAll<HTMLElement>(selector) ?? [])]
        .filter((each) => each.closest("tbody") === null)
        .map((each) => (each.getAttribute("aria-label") ?? each.textContent).replaceAll(/\s+/g, " ").trim())
        .filter((text) => text !== "" && text.length <= 60 && !/[\d@$]/.test(text));
      return [...new Set(found)].toSorted((a, b) => (a < b ? -1 : 1));
    };
    return {
      headings: read("h1, h2, h3"),
      columns: read("thead th"),
      fields: read("label"),
      buttons: read("button"),
    };
  });

/** What was called so when the picture of a screen was taken, and is not any more. */
export function outdated(before: Labels, now: Labels): string[] {
  const named = new Set(Object.values(now).flat());
  return Object.values(before)
    .flat()
    .filter((label) => !named.has(label));
}
