import { screen, waitFor } from "@testing-library/react";
import { HttpResponse, http } from "msw";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { readToken } from "@/lib/session.ts";
import { ADMIN, renderPage, signIn, tokenFor } from "@/test/render-page.tsx";
import { server } from "@/test/server.ts";
import { mockTrpc } from "@/test/trpc-msw.ts";
import LoansLedgerPage from "./loans-ledger-page.tsx";

const EXPORT = "*/api/exports/loans-ledger";

function setUp() {
  server.use(
    http.post(EXPORT, ({ request }) =>
      isDescription(request) ? HttpResponse.json({ columns: ["User Id"], rows: 2 }) : undefined,
    ),
  );
  return renderPage(<LoansLedgerPage />, { at: "/admin/loans-ledger" });
}

const isDescription = ({ url }: Request): boolean => new URL(url).searchParams.get("form") === "description";

/** A button once the role is known and it may be pressed. */
const enabled = (name: string): Promise<HTMLElement> =>
  waitFor(() => {
    const button = screen.getByRole("button", { name });
    expect(button.getAttribute("aria-disabled")).toBeNull();
    return button;
  });

const saved: { name: string; content: Blob }[] = [];
const HEAD = "User Id,Name\n";

beforeEach(() => {
  signIn();
  mockTrpc.query("admins.me", () => ADMIN);
  saved.length = 0;
  let content = new Blob();
  vi.spyOn(URL, "createObjectURL").mockImplementation((given) => {
    if (given instanceof Blob) content = given;
    return "blob:saved";
  });
  vi.spyOn(HTMLAnchorElement.prototype, "click").mockImplementation(function click(this: HTMLAnchorElement) {
    saved.push({ name: this.download, content });
  });
});
afterEach(() => vi.restoreAllMocks());

/** Serves a file that stands still after its head until told how it goes on. */
function serveSlowly() {
  let writer: ReadableStreamDefaultController<Uint8Array> | undefined;
  const body = new ReadableStream<Uint8Array>({
    start: (controller) => {
      writer = controller;
      controller.enqueue(new TextEncoder().encode(HEAD));
    },
  });
  const headers = { "content-type": "text/csv; charset=utf-8" };
  server.use(
    http.post(EXPORT, ({ request }) =>
      isDescription(request) ? undefined : new HttpResponse(body, { headers }),
    ),
  );
  return {
    finish: () => {
      writer?.enqueue(new TextEncoder().encode("1,Maria\n"));
      writer?.close();
    },
    breakOff: () => writer?.error(new TypeError("terminated")),
  };
}

it("says beforehand what the file holds, and needs no list on the screen", async () => {
  setUp();
  expect(
    await screen.findByText(
      /saves every line of every user in loans-ledger\.csv.*dates of New York.*US dollars/,
    ),
  ).toBeTruthy();
  await enabled("Export CSV");
});

it("sends the token in a header, shows how far it is, and saves the file once it is whole", async () => {
  const asked: Request[] = [];
  server.events.on("request:start", ({ request }) => {
    if (request.url.includes("/api/exports/") && !isDescription(request)) asked.push(request.clone());
  });
  const file = serveSlowly();
  const { user } = setUp();
  await user.click(await enabled("Export CSV"));
  await user.click(await enabled("Save as CSV"));
  expect(await screen.findByText(/^1 kB so far$/)).toBeTruthy();
  expect(saved).toEqual([]);
  file.finish();
  expect(await screen.findByText(/loans-ledger\.csv is complete and saved/)).toBeTruthy();
  expect(saved.map(({ name }) => name)).toEqual(["loans-ledger.csv"]);
  expect(await saved[0]?.content.text()).toBe(`${HEAD}1,Maria\n`);
  expect(asked.map(({ method, url }) => [method, new URL(url).search])).toEqual([["POST", ""]]);
  expect(asked[0]?.headers.get("authorization")).toBe(`Bearer ${readToken()}`);
  server.events.removeAllListeners();
});

it("that breaks off in the middle says so and saves nothing; Retry begins anew", async () => {
  const file = serveSlowly();
  const { user } = setUp();
  await user.click(await enabled("Export CSV"));
  await user.click(await enabled("Save as CSV"));
  await screen.findByText(/so far$/);
  file.breakOff();
  expect((await screen.findByRole("alert")).textContent).toMatch(
    /The export stopped after 1 kB\. No file was saved\./,
  );
  expect(saved).toEqual([]);
  const again = serveSlowly();
  await user.click(screen.getByRole("button", { name: "Retry" }));
  again.finish();
  expect(await screen.findByText(/is complete and saved/)).toBeTruthy();
  expect(screen.queryByRole("alert")).toBeNull();
});

it("can be cancelled, and then saves nothing", async () => {
  serveSlowly();
  const { user } = setUp();
  await user.click(await enabled("Export CSV"));
  await user.click(await enabled("Save as CSV"));
  await user.click(await screen.findByRole("button", { name: "Cancel" }));
  expect(await screen.findByText("The export was cancelled. No file was saved.")).toBeTruthy();
  expect(saved).toEqual([]);
});

it("ends when its page is left, and says so", async () => {
  serveSlowly();
  const { user, rerender } = setUp();
  await user.click(await enabled("Export CSV"));
  await user.click(await enabled("Save as CSV"));
  await screen.findByText(/so far$/);
  const { ToastOutlet } = await import("@/layout/toast-outlet.tsx");
  rerender(<ToastOutlet />);
  expect(await screen.findByText(/export of loans-ledger\.csv was cancelled/)).toBeTruthy();
  expect(saved).toEqual([]);
});

it("tells why the server refused it", async () => {
  server.use(
    http.post(EXPORT, () =>
      HttpResponse.json({ message: "Something went wrong", code: "INTERNAL_SERVER_ERROR" }, { status: 500 }),
    ),
  );
  const { user } = setUp();
  await user.click(await enabled("Export CSV"));
  await user.click(await enabled("Save as CSV"));
  expect((await screen.findByRole("alert")).textContent).toContain(
    "Something went wrong. No file was saved.",
  );
});

it("renews a session that ran out, and goes on by itself", async () => {
  const fresh = tokenFor({ sub: ADMIN.id, exp: 2_000_000_000 });
  mockTrpc.mutation("auth.refresh", () => ({ token: fresh }));
  server.use(
    http.post(EXPORT, ({ request }) =>
      request.headers.get("authorization") === `Bearer ${fresh}`
        ? new HttpResponse(HEAD, { headers: { "content-type": "text/csv" } })
        : HttpResponse.json({ message: "Unauthorized User", code: "UNAUTHORIZED" }, { status: 401 }),
    ),
  );
  const { user } = setUp();
  await user.click(await enabled("Export CSV"));
  await user.click(await enabled("Save as CSV"));
  expect(await screen.findByText(/is complete and saved/)).toBeTruthy();
  expect(readToken()).toBe(fresh);
});
