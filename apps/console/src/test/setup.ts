import { cleanup, configure, getConfig } from "@testing-library/react";
import { toast } from "sonner";
import { afterAll, afterEach, beforeAll, beforeEach, vi } from "vitest";
import { setPreferences } from "@/lib/preferences.ts";
import { watchDepartures } from "@/lib/unsaved-changes.ts";
import { server } from "./server.ts";
import { mockTrpc } from "./trpc-msw.ts";

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
