import { GENERAL_MESSAGES } from "@countinghouse/validators/general-messages";
import type { ReactNode } from "react";
import { ErrorBoundary, type FallbackProps } from "react-error-boundary";
import { detailsText, errorDetails } from "@/api/errors.ts";
import { useCopy } from "@/lib/copy.ts";
import { reloadPage } from "@/lib/missing-code.ts";
import { Button } from "@/ui/button.tsx";
import { Wordmark } from "./wordmark.tsx";

/** Around everything: what nothing else caught leaves a page that says so, and how to go on. */
export const RootBoundary = ({ children }: { children: ReactNode }) => (
  <ErrorBoundary FallbackComponent={RootFailure}>{children}</ErrorBoundary>
);

function RootFailure({ error }: FallbackProps) {
  const details = errorDetails(error);
  const [copied, copyDetails] = useCopy();
  return (
    <main className="mx-auto flex min-h-svh w-full max-w-md flex-col justify-center gap-5 px-4 py-10">
      <Wordmark />
      <section role="alert" className="grid gap-4 rounded-lg border bg-card p-6">
        <h1 className="text-xl font-semibold tracking-[-0.01em]">{GENERAL_MESSAGES.somethingWentWrong}</h1>
        <p className="text-sm text-muted-foreground">
          This page stopped working. Saved changes are safe. Reload to continue.
        </p>
        {details.correlationId && (
          <p className="text-sm text-muted-foreground">
            Request id <span className="id-text text-foreground select-all">{details.correlationId}</span>
          </p>
        )}
        <div className="flex flex-wrap gap-2">
          <Button variant="primary" onClick={reloadPage}>
            Reload
          </Button>
          <Button variant="ghost" onClick={() => copyDetails(detailsText(details))}>
            {copied === "copied" ? "Copied" : "Copy details"}
          </Button>
        </div>
        {copied === "refused" && (
          <pre className="text-xs whitespace-pre-wrap select-all">{detailsText(details)}</pre>
        )}
      </section>
    </main>
  );
}
