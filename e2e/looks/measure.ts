import type { Page } from "@playwright/test";

declare global {
  interface Window {
    shifts?: number;
    /** What was moved, with the share of each move. */
    shifted?: string[];
  }
}

/** Counts on each page that is loaded from now on what moves by itself (the browser's own measure of layout shift). */
export const countShifts = (page: Page): Promise<unknown> =>
  page.addInitScript(() => {
    window.shifts = 0;
    window.shifted = [];
    const toName = (node: unknown): string => {
      const element = node instanceof Element ? node : node instanceof Node ? node.parentElement : null;
      const text = (element?.getAttribute("aria-label") ?? element?.textContent ?? "").trim();
      return `${element?.localName ?? "?"} "${text.slice(0, 30)}"`;
    };
    const toPlace = (rect: unknown): string =>
      rect instanceof DOMRectReadOnly ? `${rect.y}+${rect.height}` : "?";
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) {
        if (!("value" in entry && "hadRecentInput" in entry) || entry.hadRecentInput !== false) continue;
        const share = Number(entry.value);
        window.shifts = (window.shifts ?? 0) + share;
        const sources: unknown[] = "sources" in entry && Array.isArray(entry.sources) ? entry.sources : [];
        const names = sources.map((source) => {
          if (typeof source !== "object" || source === null || !("node" in source)) return "?";
          const from = "previousRect" in source ? toPlace(source.previousRect) : "?";
          const to = "currentRect" in source ? toPlace(source.currentRect) : "?";
          return `${toName(source.node)} ${from} to ${to}`;
        });
        window.shifted?.push(`${share.toFixed(3)}: ${names.join(", ")}`);
      }
    }).observe({ type: "layout-shift", buffered: true });
  });

/** What has moved since the page was loaded: how much, and what. */
export const readShifts = (page: Page): Promise<{ shift: number; moved: string }> =>
  page.evaluate(() => ({ shift: window.shifts ?? 0, moved: (window.shifted ?? []).join("; ") }));

/**
 * What runs out of the window, where the page scrolls sideways; and tables that hide columns without a sign: those that reach
 * beyond what scrolls them must be wider than it, and say so by a shadow at the edge.
 */
export const tooWide = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const { scrollWidth, clientWidth } = document.documentElement;
    const scrolls = (element: Element | null): boolean =>
      element !== null &&
      (getComputedStyle(element).overflowX !== "visible" || scrolls(element.parentElement));
    const isOut = (element: Element) =>
      element.getBoundingClientRect().right > clientWidth + 1 && !scrolls(element.parentElement);
    const outside =
      scrollWidth > clientWidth
        ? [...document.body.querySelectorAll("*")].filter(
            (element) => isOut(element) && ![...element.children].some(isOut),
          )
        : [];
    // What stands in something that scrolls can still reach out of it, where that does not hold what is placed freely.
    const reaching = [...document.body.querySelectorAll<HTMLElement>("*")].filter(
      (element) =>
        getComputedStyle(element).position === "absolute" &&
        element.getBoundingClientRect().right > clientWidth + 1 &&
        !scrolls(element.offsetParent),
    );
    const names = (outside.length > 0 ? outside : reaching)
      .slice(0, 3)
      .map((element) => `${element.localName} "${(element.textContent ?? "").trim().slice(0, 30)}"`);
    const found =
      scrollWidth > clientWidth
        ? [`runs out of the window by ${scrollWidth - clientWidth} px (${names.join(", ")})`]
        : [];
    for (const table of document.querySelectorAll("table")) {
      let holder = table.parentElement;
      while (holder && !["auto", "scroll", "hidden", "clip"].includes(getComputedStyle(holder).overflowX))
        holder = holder.parentElement;
      if (!holder || holder === document.body) continue;
      const isCut = table.scrollWidth > holder.clientWidth + 1;
      const style = getComputedStyle(holder).overflowX;
      if (isCut && (style === "hidden" || style === "clip"))
        found.push(`the table ${table.getAttribute("aria-label") ?? ""} is cut off`);
    }
    return found;
  });

/**
 * Cells of tables that are covered in part: a number that an edge or another cell cuts, and on the page of a customer any
 * cell over which another one lies.
 */
export const coveredCells = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const isUnderEdge = (cell: Element, x: number) =>
      [
        ...(cell.closest("[data-slot=data-table]")?.parentElement?.querySelectorAll("[data-edge]") ?? []),
      ].some((edge) => {
        const { left, right } = edge.firstElementChild?.getBoundingClientRect() ?? { left: 0, right: 0 };
        return getComputedStyle(edge).opacity !== "0" && left <= x && x <= right;
      });
    const found: string[] = [];
    for (const table of document.querySelectorAll("table")) {
      table.scrollIntoView({ block: "center" });
      for (const cell of table.querySelectorAll("td")) {
        const text = document.createRange();
        text.selectNodeContents(cell);
        const { left, right, top, bottom } = text.getBoundingClientRect();
        const y = (top + bottom) / 2;
        if (cell.textContent.trim() === "" || !cell.checkVisibility()) continue;
        if (right - left < 2 || y < 0 || y > window.innerHeight) continue;
        const at = (x: number) => document.elementFromPoint(x, y)?.closest("td, th") ?? null;
        const isSeen = (x: number) => at(x) === cell && !isUnderEdge(cell, x);
        const last = Math.min(right, cell.getBoundingClientRect().right) - 1;
        const isCut = cell.classList.contains("num") && isSeen(left + 1) !== isSeen(last);
        const over = [at(left + 1), at(last)].find(
          (each) => each !== cell && each?.closest("table") === table,
        );
        const isOver = over?.localName === "td" && table.closest("[data-section]") !== null;
        if (isCut || isOver)
          found.push(
            `${table.getAttribute("aria-label") ?? "a table"}: "${cell.textContent.trim().slice(0, 30)}"`,
          );
      }
    }
    return [...new Set(found)];
  });
