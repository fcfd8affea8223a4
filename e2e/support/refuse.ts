import type { Page, Route } from "@playwright/test";

/** How a call fails: as a server does that breaks, unless it is said otherwise. */
interface Refusal {
  code?: string;
  message?: string;
}

/**
 * Lets calls of our API fail on their way from this page, each with its error, and lets the others pass that travel in
 * the same request: `{ "notes.list": {} }`. What fails never reaches the server. Returns what lets them pass again.
 */
export async function refuse(
  page: Page,
  refusals: Readonly<Record<string, Refusal>>,
): Promise<() => Promise<void>> {
  const pattern = "**/trpc/**";
  const answer = async (route: Route) => {
    const request = route.request();
    const url = new URL(request.url());
    const [base = "", calls = ""] = url.pathname.split("/trpc/");
    const names = calls.split(",");
    const passing = names.filter((name) => !(name in refusals));
    if (passing.length === names.length) return route.fallback();
    const inputs: Record<string, unknown> = request.postDataJSON() ?? {};
    const passed: unknown[] = [];
    if (passing.length > 0) {
      const kept = names.flatMap((name, index) => (name in refusals ? [] : [inputs[index]]));
      url.pathname = `${base}/trpc/${passing.join(",")}`;
      const answered = await route.fetch({
        url: url.href,
        postData: JSON.stringify(Object.fromEntries(kept.entries())),
      });
      passed.push(...(await answered.json()));
    }
    const answers = names.map((name) =>
      name in refusals ? errorBody(name, refusals[name] ?? {}) : passed.shift(),
    );
    return route.fulfill({ json: url.searchParams.has("batch") ? answers : answers[0] });
  };
  await page.route(pattern, answer);
  return () => page.unroute(pattern, answer);
}

const errorBody = (
  path: string,
  { code = "INTERNAL_SERVER_ERROR", message = "Something went wrong" }: Refusal,
) => ({
  error: {
    json: { message, code: -32603, data: { code, httpStatus: 500, path, fieldErrors: {}, details: {} } },
  },
});
