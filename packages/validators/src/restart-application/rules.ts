/** Why an application may not be restarted, or null. `application` is the newest one, null when there is none. */
export function whyNotRestartApplication(application: { stage: string } | null): string | null {
  if (application === null) return "There is no application to restart.";
  return application.stage === "funded" ? "A funded application can not be restarted." : null;
}

interface RestartFacts {
  hasOffers: boolean;
  isContractSigned: boolean;
  /** Whether the credit check came to a result. */
  isDecided: boolean;
}

/** What the user has to go through again after a restart, in the order of the application. */
export const lostByRestart = ({ hasOffers, isContractSigned, isDecided }: RestartFacts): string[] =>
  [
    "the answers given so far",
    isDecided && "the credit check",
    hasOffers && "the offers",
    isContractSigned && "the signed contract",
  ].filter((lost) => lost !== false);
