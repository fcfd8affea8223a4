import { GENERAL_MESSAGES } from "@countinghouse/validators/general-messages";
import { ErrorState } from "@/ui/states.tsx";

/** All there is to show of a console that was built without knowing its server. */
export const MissingApiUrl = () => (
  <main className="mx-auto max-w-lg py-20">
    <ErrorState message={GENERAL_MESSAGES.apiUrlMissing} />
  </main>
);
