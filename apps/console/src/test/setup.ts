import { cleanup, configure, getConfig } from "@testing-library/react";
import * as React from "react";
import { toast } from "sonner";
import { afterAll, afterEach, beforeAll, beforeEach, vi } from "vitest";
import { setPreferences } from "@/lib/preferences.ts";
import { watchDepartures } from "@/lib/unsaved-changes.ts";
import { server } from "./server.ts";
import { mockTrpc } from "./trpc-msw.ts";

/** Where React keeps what its packages share. */
const INTERNALS = "__CLIENT_INTERNALS_DO_NOT_USE_OR_WARN_USERS_THEY_CANNOT_UPGRADE";

const { getElementError } = getConfig();
configure({
  asyncUtilTimeout: 60_000,
  // What is waited for is looked for many times: the page is printed only where somebody reads why.
  getElementError: (message, container) =>
    Object.defineProperty(new Error(), "message", {
      configurable: true,
      get: () => getElementError(message, container).message,
    }),
});
watchDepartures();
withoutOwnerStacks();
// An accessible name asks for the style of every node. No CSS is loaded here, so a style is what its attribute says.
window.getComputedStyle = (element) => (element as HTMLElement).style;

beforeAll(() => server.listen({ onUnhandledFrame: "error" }));
beforeEach(() => {
  localStorage.clear();
  setPreferences({
    theme: "system",
    density: "default",
    sidebarCollapsed: false,
    sidebarGroups: {},
    singleKeyShortcuts: true,
  });
  localStorage.clear();
});
afterEach(() => {
  cleanup();
  // A toast that nobody closed would be shown again in the next test.
  toast.dismiss();
  mockTrpc.reset();
  server.resetHandlers();
});
afterAll(async () => {
  // A section that still loads when its file ends would fail the run.
  await vi.dynamicImportSettled();
  server.close();
});

/**
 * React's development build notes for each element the stack that made it, a quarter of what a test takes, unless it has noted ten
 * thousand of them in this second. Nobody reads them here.
 */
function withoutOwnerStacks(): void {
  const internals = (React as unknown as Record<string, object>)[INTERNALS];
  if (internals)
    Object.defineProperty(internals, "recentlyCreatedOwnerStacks", { get: () => Infinity, set: () => {} });
}
