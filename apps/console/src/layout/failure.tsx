import { GENERAL_MESSAGES } from "@countinghouse/validators/general-messages";
import type { FallbackProps } from "react-error-boundary";
import { detailsText, errorDetails } from "@/api/errors.ts";
import { isMissingCode, reloadPage } from "@/lib/missing-code.ts";
import { ErrorState } from "@/ui/states.tsx";

/** Takes the place of what failed to arrive or to run, be it a page or a panel. What is around it keeps working. */
export const Failure = ({ error, resetErrorBoundary }: FallbackProps) =>
  isMissingCode(error) ? (
    <ErrorState
      message="This could not be loaded. A newer version may be available."
      onRetry={reloadPage}
      retryLabel="Reload"
    />
  ) : (
    <ErrorState
      message={GENERAL_MESSAGES.somethingWentWrong}
      details={detailsText(errorDetails(error))}
      onRetry={resetErrorBoundary}
    />
  );
