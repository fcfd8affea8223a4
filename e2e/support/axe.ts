import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import type { Locator, Page } from "@playwright/test";
import type { AxeResults, RunOptions } from "axe-core";

const AXE = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");

declare global {
  interface Window {
    axe: { run(within: { include: Element[] }, options: RunOptions): Promise<AxeResults> };
  }
}

/**
 * What axe finds wrong with the page, or with parts of it, as it stands, by its rules or only by those named: "rule:
 * element | element". Run in the page itself and asked for what is wrong alone, it takes a quarter of the time of a full
 * report.
 */
export async function axeFindings(scope: Page | Locator, rules?: readonly string[]): Promise<string[]> {
  const page = scopePage(scope);
  if (!(await page.evaluate("'axe' in window"))) await page.evaluate(`${AXE};undefined`);
  const options: RunOptions = {
    resultTypes: ["violations"],
    ...(rules && { runOnly: { type: "rule", values: [...rules] } }),
  };
  const parts = "goto" in scope ? scope.locator("html") : scope;
  return parts.evaluateAll(async (include, asked) => {
    const { violations } = await window.axe.run({ include }, asked);
    return violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(" | ")}`);
  }, options);
}

export const scopePage = (scope: Page | Locator): Page => ("goto" in scope ? scope : scope.page());
