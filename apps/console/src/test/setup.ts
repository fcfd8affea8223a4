import { cleanup, configure } from "@testing-library/react";
import { enableHistorySync } from "nuqs/adapters/react";
import { toast } from "sonner";
import { afterAll, afterEach, beforeAll, beforeEach } from "vitest";
import { setPreferences } from "@/lib/preferences.ts";
import { watchDepartures } from "@/lib/unsaved-changes.ts";
import { server } from "./server.ts";
import { mockTrpc } from "./trpc-msw.ts";

configure({ asyncUtilTimeout: 20_000 });
watchDepartures();
enableHistorySync();

beforeAll(() => server.listen({ onUnhandledFrame: "error" }));
beforeEach(() => {
  localStorage.clear();
  setPreferences({ theme: "system", density: "default", sidebarCollapsed: false, singleKeyShortcuts: true });
  localStorage.clear();
});
afterEach(() => {
  cleanup();
  // A toast that nobody closed would be shown again in the next test.
  toast.dismiss();
  mockTrpc.reset();
  server.resetHandlers();
});
afterAll(() => server.close());
