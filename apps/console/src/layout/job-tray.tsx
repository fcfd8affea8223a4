import { lazy, Suspense } from "react";
import { ErrorBoundary } from "react-error-boundary";

const JobTrayContent = lazy(() => import("@/live/job-tray-content.tsx"));

/** The jobs that run, on every page. Comes after the page; without it the page is whole. */
export const JobTray = () => (
  <ErrorBoundary fallback={null}>
    <Suspense fallback={null}>
      <JobTrayContent />
    </Suspense>
  </ErrorBoundary>
);
