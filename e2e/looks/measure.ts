import type { Page } from "@playwright/test";

declare global {
  interface Window {
    shifts?: number;
    /** The parts that moved, with the share of each move. */
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

/** Returns how much has moved since the page was loaded, and the parts that moved. */
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
 * Returns the cells of all tables that another cell covers, or that no one can read whole, at the start, the middle and
 * the end of the sideways scroll. A cell may pass under a pinned column where the table scrolls in itself and a shadow
 * marks the edge. An amount is shown whole or not at all. Heads end before their column, except on a phone.
 */
export const coveredCells = (page: Page): Promise<string[]> =>
  page.evaluate(async () => {
    const MOST_ROWS = 40;
    const found = new Set<string>();
    const drawn = () => new Promise((seen) => requestAnimationFrame(() => requestAnimationFrame(seen)));
    const toText = (element: Element | undefined) => (element?.textContent ?? "").trim().slice(0, 30);
    /** The place of the text that is seen: without words for screen readers alone. */
    const textOf = (cell: Element): DOMRect => {
      const walker = document.createTreeWalker(cell, NodeFilter.SHOW_TEXT);
      const range = document.createRange();
      const places: DOMRect[] = [];
      while (walker.nextNode()) {
        const { currentNode: node } = walker;
        const holder = node.parentElement;
        if (!node.textContent?.trim() || holder?.closest(".sr-only, [aria-hidden=true]")) continue;
        if (!holder?.checkVisibility({ visibilityProperty: true })) continue;
        range.selectNodeContents(node);
        places.push(range.getBoundingClientRect());
      }
      if (places.length === 0) return new DOMRect();
      const left = Math.min(...places.map((place) => place.left));
      const top = Math.min(...places.map((place) => place.top));
      const right = Math.max(...places.map((place) => place.right));
      const bottom = Math.max(...places.map((place) => place.bottom));
      return new DOMRect(left, top, right - left, bottom - top);
    };
    const edgesOf = (table: Element) => [
      ...(table.closest("[data-slot=data-table]")?.parentElement?.querySelectorAll("[data-edge]") ?? []),
    ];
    const isShown = (edge: Element | undefined) =>
      edge !== undefined && getComputedStyle(edge).opacity !== "0";
    const edgeOf = (table: Element, side: string) =>
      edgesOf(table).find((edge) => edge.getAttribute("data-edge") === side);
    const isUnderEdge = (cell: Element, x: number) =>
      edgesOf(cell).some((edge) => {
        const { left, right } = edge.firstElementChild?.getBoundingClientRect() ?? { left: 0, right: 0 };
        return isShown(edge) && left <= x && x <= right;
      });

    /** Cells over others, but for pinned ones over those that scroll, with a shadow at their edge. */
    const checkOverlaps = (name: string, table: HTMLTableElement, scroller: Element) => {
      const scrolls = table.offsetWidth > scroller.clientWidth + 1;
      const heads = [...(table.tHead?.rows[0]?.cells ?? [])];
      const isPinned = heads.map((head) => head.hasAttribute("data-pinned"));
      const isActions = heads.map((head) => head.hasAttribute("data-actions"));
      for (const row of [...table.rows].slice(0, MOST_ROWS)) {
        const cells = [...row.cells];
        const places = cells.map((cell) => cell.getBoundingClientRect());
        for (const [left, one] of places.entries())
          for (const [right, other] of places.entries()) {
            if (right <= left || one.right <= other.left + 1 || other.right <= one.left + 1) continue;
            const isUnderLeft = isPinned[left] && !isPinned[right] && isShown(edgeOf(table, "left"));
            const isUnderRight = isActions[right] && !isPinned[left] && isShown(edgeOf(table, "right"));
            if (scrolls && (isUnderLeft || isUnderRight)) continue;
            found.add(`${name}: "${toText(cells[left])}" and "${toText(cells[right])}" overlap`);
          }
      }
    };

    /** Amounts that are seen in part. */
    const checkTexts = (name: string, table: HTMLTableElement) => {
      for (const cell of [...table.querySelectorAll("td")].slice(0, MOST_ROWS * 20)) {
        if (toText(cell) === "" || !cell.checkVisibility()) continue;
        const { left, right, top, bottom } = textOf(cell);
        const y = (top + bottom) / 2;
        if (right - left < 2 || y < 0 || y > window.innerHeight) continue;
        const place = cell.getBoundingClientRect();
        const at = (x: number) => document.elementFromPoint(x, y)?.closest("td, th") ?? null;
        const isSeen = (x: number) => at(x) === cell && !isUnderEdge(cell, x);
        const last = Math.min(right, place.right) - 1;
        if (cell.classList.contains("num") && isSeen(left + 1) !== isSeen(last))
          found.add(`${name}: "${toText(cell)}" is cut`);
        const hasRoom = left >= place.left - 1 && right <= place.right + 1;
        if (cell.classList.contains("num") && !hasRoom) found.add(`${name}: "${toText(cell)}" has no room`);
      }
    };

    /** Columns too wide to be seen whole beside the pinned ones, and heads that their column cuts. */
    const checkHeads = (name: string, table: HTMLTableElement, scroller: Element) => {
      const heads = [...(table.tHead?.rows[0]?.cells ?? [])];
      const isFixed = (head: Element) =>
        getComputedStyle(head).left !== "auto" || getComputedStyle(head).right !== "auto";
      const scrolls = table.offsetWidth > scroller.clientWidth + 1;
      const fixedPx = heads.filter(isFixed).reduce((sum, head) => sum + head.offsetWidth, 0);
      for (const head of heads) {
        if (scrolls && !isFixed(head) && head.offsetWidth > scroller.clientWidth - fixedPx + 1)
          found.add(`${name}: the column "${toText(head)}" is never whole in sight`);
        const { left, right, width } = textOf(head);
        const place = head.getBoundingClientRect();
        if (window.innerWidth >= 768 && width > 0 && (left < place.left - 1 || right > place.right + 1))
          found.add(`${name}: the head "${toText(head)}" is cut`);
      }
    };

    for (const table of document.querySelectorAll("table")) {
      if (!table.checkVisibility()) continue;
      table.scrollIntoView({ block: "center" });
      const scroller = table.closest("[data-slot=data-table]") ?? table.parentElement ?? table;
      const name = table.getAttribute("aria-label") ?? "a table";
      const endPx = scroller.scrollWidth - scroller.clientWidth;
      for (const leftPx of endPx > 1 ? [0, endPx / 2, endPx] : [0]) {
        scroller.scrollLeft = leftPx;
        await drawn();
        checkOverlaps(name, table, scroller);
        checkTexts(name, table);
      }
      checkHeads(name, table, scroller);
      scroller.scrollLeft = 0;
    }
    return [...found];
  });
