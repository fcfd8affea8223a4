import { act, screen, waitFor } from "@testing-library/react";
import { HttpResponse, http } from "msw";
import { lazy } from "react";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { followMissingCode } from "@/lib/missing-code.ts";
import { toast, waitingToasts } from "@/lib/toast.ts";
import { guardUnsavedChanges } from "@/lib/unsaved-changes.ts";
import { ADMIN, renderPage, signIn } from "@/test/render-page.tsx";
import { server } from "@/test/server.ts";
import { mockTrpc } from "@/test/trpc-msw.ts";
import { AppShell } from "./app-shell.tsx";

const BANNER = /Save your work, then reload.$/;
const reload = vi.fn<() => void>();
const asked = vi.fn<() => void>();
let busy = false;
let answers = true;
let stop: () => void;

beforeEach(() => {
  sessionStorage.clear();
  busy = false;
  answers = true;
  reload.mockReset();
  asked.mockReset();
  server.use(
    http.head("*/admin/users", () => {
      asked();
      return answers ? new HttpResponse() : HttpResponse.error();
    }),
  );
  stop = followMissingCode({ isBusy: () => busy, reload });
});

afterEach(() => stop());

/** As Vite does when the file of a lazy part does not come. */
function goMissing(): Error {
  const error = new Error("Failed to fetch dynamically imported module");
  window.dispatchEvent(Object.assign(new Event("vite:preloadError"), { payload: error }));
  return error;
}

/** Long enough for a reload to have been asked for, were there to be one. */
const settled = async () => {
  await waitFor(() => expect(asked).toHaveBeenCalled());
  await new Promise((resolve) => setTimeout(resolve, 20));
};

describe("code that is gone after a new build", () => {
  it("reloads the page, and not a second time when that did not help", async () => {
    window.history.replaceState(null, "", "/admin/users");
    goMissing();
    await waitFor(() => expect(reload).toHaveBeenCalledOnce());
    asked.mockReset();
    goMissing();
    await settled();
    expect(reload).toHaveBeenCalledOnce();
  });

  it("does not reload into nothing while the server is away", async () => {
    window.history.replaceState(null, "", "/admin/users");
    answers = false;
    goMissing();
    await settled();
    expect(reload).not.toHaveBeenCalled();
  });

  it("takes the place of the page alone, which offers to reload and says why", async () => {
    signIn();
    mockTrpc.query("admins.me", () => ADMIN);
    busy = true;
    const Gone = lazy(() => Promise.reject(goMissing()));
    renderPage(
      <AppShell>
        <Gone />
      </AppShell>,
    );
    expect(
      await screen.findByText("This could not be loaded. A newer version may be available."),
    ).toBeTruthy();
    expect(screen.getAllByRole("button", { name: "Reload" })).toHaveLength(2);
    expect(screen.getByRole("link", { name: "Users" })).toBeTruthy();
  });

  it.each([
    ["a form holds what was not saved", () => guardUnsavedChanges(() => undefined)],
    [
      "an answer is waited for",
      () => {
        busy = true;
        return () => undefined;
      },
    ],
    [
      "a message was not shown yet",
      () => {
        toast.success("Payment processed successfully");
        return () => waitingToasts.set([]);
      },
    ],
  ])("leaves it to the person while %s, and tells them", async (_, begin) => {
    signIn();
    mockTrpc.query("admins.me", () => ADMIN);
    renderPage(<AppShell>the page</AppShell>);
    await screen.findByRole("button", { name: /Ada Keller/ });
    const end = begin();
    act(() => void goMissing());
    expect(await screen.findByText(BANNER)).toBeTruthy();
    expect(screen.getByText("the page")).toBeTruthy();
    await new Promise((resolve) => setTimeout(resolve, 20));
    expect(asked).not.toHaveBeenCalled();
    expect(reload).not.toHaveBeenCalled();
    end();
  });
});
