import "./lib/configure-zod.ts";
import "@fontsource-variable/inter";
import "@fontsource-variable/jetbrains-mono";
import "./index.css";
import { StrictMode } from "react";
import { createRoot } from "react-dom/client";
import { API_ORIGIN } from "./api/api-url.ts";
import { App } from "./app.tsx";
import { MissingApiUrl } from "./layout/missing-api-url.tsx";
import { RootBoundary } from "./layout/root-boundary.tsx";
import { followPreferences } from "./lib/theme.ts";
import { watchDepartures } from "./lib/unsaved-changes.ts";

watchDepartures();
followPreferences();

const container = document.getElementById("root");
if (container) {
  createRoot(container).render(
    <StrictMode>
      <RootBoundary>{API_ORIGIN === null ? <MissingApiUrl /> : <App />}</RootBoundary>
    </StrictMode>,
  );
}
