import type { Page } from "@playwright/test";

/** What the scripts in the page need of it; the types of browsers are not among those of Node. */
interface Table {
  querySelectorAll(selector: string): Iterable<{ readonly cells: ArrayLike<{ textContent: string | null }> }>;
  readonly ownerDocument: {
    readonly defaultView: {
      /** When each row was seen to have ended, by the clock of the machine. */
      seen?: [userId: number, at: number][];
      MutationObserver: new (then: () => void) => { observe(element: Table, options: object): void };
    };
  };
}

const findTable = (page: Page) => page.getByRole("group", { name: "Rows of the batch" });

/** From now on the page notes when a row that stands in it open is shown to have ended. */
export const watchRows = (page: Page): Promise<void> =>
  findTable(page).evaluate((table: Table) => {
    const browser = table.ownerDocument.defaultView;
    const seen: [number, number][] = [];
    browser.seen = seen;
    const open = new Set<number>();
    const look = () => {
      for (const { cells } of table.querySelectorAll("tbody > [data-slot=table-row]")) {
        const userId = Number.parseInt(cells[0]?.textContent ?? "", 10);
        if (cells[1]?.textContent === "0%") open.add(userId);
        else if (open.delete(userId)) seen.push([userId, Date.now()]);
      }
    };
    look();
    new browser.MutationObserver(look).observe(table, {
      subtree: true,
      childList: true,
      characterData: true,
    });
  });

/** The rows that were seen to end, and when. */
export const seenRows = async (page: Page): Promise<Map<number, number>> =>
  new Map(await findTable(page).evaluate((table: Table) => table.ownerDocument.defaultView.seen ?? []));
