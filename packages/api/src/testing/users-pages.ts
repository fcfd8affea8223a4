import type { RouterInputs, RouterOutputs } from "../index.ts";
import type { TestApi } from "./harness.ts";

type Page = RouterOutputs["users"]["list"];

/** All pages of the users list, the way "Show more" asks for them one after the other. */
export async function walkPages(
  caller: Awaited<ReturnType<TestApi["as"]>>,
  input: RouterInputs["users"]["list"],
): Promise<Page[]> {
  const pages = [await caller.users.list(input)];
  for (let next = pages[0]?.nextCursor; next; next = pages.at(-1)?.nextCursor) {
    pages.push(await caller.users.list({ ...input, cursor: next }));
  }
  return pages;
}
