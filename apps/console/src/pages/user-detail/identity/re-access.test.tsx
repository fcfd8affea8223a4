import type { RouterInputs } from "@countinghouse/api";
import type { Role } from "@countinghouse/validators/roles";
import { screen, waitFor, within } from "@testing-library/react";
import { afterEach, describe, expect, it, vi } from "vitest";
import { mockTrpc } from "@/test/trpc-msw.ts";
import { aUser, findEnabledButton, openHeaderActions, USER_ID } from "../testing/user-page.tsx";
import type { User } from "../use-user.ts";

const NAME = "Login Into User Profile";
const URL = "https://portal.example.test/re-access?code=abc";

afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

/** Lets the server give a link, or throw, and keeps what it was asked. */
function serveLink(answer?: () => never) {
  const asked: RouterInputs["reAccess"]["create"][] = [];
  mockTrpc.mutation("reAccess.create", ({ input }) => {
    asked.push(input);
    return answer ? answer() : { linkId: `link-${asked.length}`, url: URL, secondsLeft: 60 };
  });
  return asked;
}

/** A browser that opens tabs, or blocks them. */
function browserThat(opens: boolean) {
  const tab = { opener: window };
  const open = vi.fn<() => object | null>(() => (opens ? tab : null));
  vi.stubGlobal("open", open);
  return { open, tab };
}

async function openDialog(setup: { role?: Role; user?: Partial<User> } = {}) {
  const page = openHeaderActions({ role: setup.role ?? "EMPLOYEE", user: aUser(setup.user) });
  await page.user.click(await findEnabledButton(NAME));
  return { ...page, dialog: within(await screen.findByRole("dialog", { name: NAME })) };
}

async function askFor(reason: string) {
  const page = await openDialog();
  await page.user.type(page.dialog.getByRole("textbox", { name: "Reason" }), reason);
  await page.user.click(page.dialog.getByRole("button", { name: "Log in" }));
  return page;
}

describe("entering the portal", () => {
  it("asks for a reason, and opens the link in a new tab that does not know this one", async () => {
    const asked = serveLink();
    const { open, tab } = browserThat(true);
    await askFor(" Cannot upload ");
    await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
    expect(open.mock.calls).toEqual([[URL, "_blank"]]);
    expect(tab.opener).toBeNull();
    expect(asked).toEqual([{ requestId: expect.any(String), userId: USER_ID, reason: "Cannot upload" }]);
    expect(await screen.findByText("The customer portal of Maria Delgado opened in a new tab.")).toBeTruthy();
  });

  it("without a reason asks for it and opens nothing", async () => {
    const asked = serveLink();
    const { open } = browserThat(true);
    const { user, dialog } = await openDialog();
    await user.click(dialog.getByRole("button", { name: "Log in" }));
    expect(await dialog.findByText("Please Input Reason!")).toBeTruthy();
    expect([asked, open.mock.calls]).toEqual([[], []]);
  });

  it("that fails says Something Went Wrong, keeps the reason, and repeats the same request", async () => {
    const ids = serveLink(() => {
      throw mockTrpc.refusal("INTERNAL_SERVER_ERROR");
    });
    browserThat(true);
    const { user, dialog } = await askFor("Cannot upload");
    expect((await dialog.findByRole("alert")).textContent).toContain("Something Went Wrong");
    expect(dialog.getByRole<HTMLTextAreaElement>("textbox", { name: "Reason" }).value).toBe("Cannot upload");
    await user.click(dialog.getByRole("button", { name: "Log in" }));
    await waitFor(() => expect(ids).toHaveLength(2));
    expect(ids[1]?.requestId).toBe(ids[0]?.requestId);
  });

  it("that is refused says why", async () => {
    serveLink(() => {
      throw mockTrpc.refusal("UNPROCESSABLE_CONTENT", { message: "The login of this customer is disabled." });
    });
    browserThat(true);
    const { dialog } = await askFor("Cannot upload");
    expect(await dialog.findByText("The login of this customer is disabled.")).toBeTruthy();
  });
});

describe("when the browser blocks the tab", () => {
  it("the link stands there to be pressed, and tells nobody where it was", async () => {
    serveLink();
    browserThat(false);
    const { user } = await askFor("Cannot upload");
    const link = await screen.findByRole("link", { name: /Open the customer portal/ });
    expect(link.getAttribute("href")).toBe(URL);
    expect(link.getAttribute("rel")).toBe("noopener noreferrer");
    expect(screen.getByRole("timer").textContent).toBe("It expires in 60 s.");
    await user.click(screen.getByRole("button", { name: "Cancel" }));
    await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
  });

  it("the link goes after its minute, and another can be asked for with the same reason", async () => {
    const asked = serveLink();
    browserThat(false);
    const { user } = await askFor("Cannot upload");
    await screen.findByRole("link", { name: /Open the customer portal/ });
    vi.useFakeTimers({ toFake: ["Date"], now: Date.now() + 60_000 });
    await waitFor(() => expect(screen.getByRole("timer").textContent).toBe("The link has expired."));
    expect(screen.queryByRole("link", { name: /Open the customer portal/ })).toBeNull();
    await user.click(screen.getByRole("button", { name: "Ask for another" }));
    await user.click(await screen.findByRole("button", { name: "Log in" }));
    await waitFor(() => expect(asked).toHaveLength(2));
    expect(asked[1]?.reason).toBe("Cannot upload");
    expect(asked[1]?.requestId).not.toBe(asked[0]?.requestId);
  });
});

describe("the button", () => {
  const expectHeld = async (reason: string) => {
    const button = await screen.findByRole("button", { name: NAME });
    await waitFor(() => expect(button.getAttribute("aria-disabled")).toBe("true"));
    await waitFor(() =>
      expect(document.getElementById(button.getAttribute("aria-describedby") ?? "")?.textContent).toBe(
        reason,
      ),
    );
  };

  it("is held for a VIEWER, with the reason", async () => {
    openHeaderActions({ role: "VIEWER" });
    await expectHeld("Only SUPERADMIN, ADMIN or EMPLOYEE can do this.");
  });

  it("is held for a customer who may not sign in, with the reason", async () => {
    openHeaderActions({ role: "EMPLOYEE", user: aUser({ disableLogin: true }) });
    await expectHeld("The login of this customer is disabled.");
  });
});
