/** The page's own words (specification 2, sections 2, 4 and 8). */
export const AUTOMATION_TEXTS = {
  title: "Payment automation",
  processLabel: "Process Payments",
  question: "Please update the Ledger Upcoming sheet before running the process",
  started: "Payment automation is running in the background",
  failed: "Something went wrong!",
  exportLabel: "Export CSV",
} as const;
