/** What is said of liens of which not everything is known. No specification has these texts. */
export const LIEN_TEXTS = {
  fileAgainTitle: (name: string) => `File a lien against ${name} again?`,
  fileAgainFacts: (sentAt: string, reason: string) =>
    `Sent ${sentAt}. ${reason} If that filing goes through as well, there will be two liens. The verifier is checked again right before sending.`,
  fileAgainReason: "How you know the first lien was not filed.",
  unmatchedTitle: "Liens not known here",
  unmatchedFacts: (name: string) =>
    `The verifier lists these liens against ${name}, but none was filed from here.`,
  unmatchedCount: (count: number) =>
    count === 1
      ? "The verifier lists 1 lien that is not known here."
      : `The verifier lists ${count.toLocaleString("en-US")} liens that are not known here.`,
  unmatchedNone: "No unknown liens are left.",
  unmatchedLoadFailed: "The liens could not be loaded.",
  adopted: "The lien now belongs to the business.",
  terminateTitle: (name: string) => `Have the verifier terminate this lien of ${name}?`,
  terminateFacts:
    "A termination is a public record and cannot be undone here. The lien stays on this list until the verifier says that it is closed.",
  ownTitle: "The lien",
  ownNone: "There is no lien of ours.",
  ownTerminateFacts:
    "A termination is a public record and cannot be undone here. The lien stays filed until the verifier says that it is closed.",
  continuationFacts:
    "The verifier files no continuation. File it with the state, then record the day. The lien lapses five years later than before.",
  continued: "The continuation was recorded.",
  ownTerminated: "The verifier is asked to terminate the lien.",
  terminationAsked: (at: string) =>
    `Its termination was requested ${at}. It is open until the verifier closes it.`,
  terminationFailed: (reason: string) => `Its termination is not confirmed: ${reason}`,
} as const;
