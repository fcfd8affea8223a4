/** Why an application may not be approved by hand, or null. `alloyStatus` is null when there is no application. */
export function whyNotManuallyApprove({ alloyStatus }: { alloyStatus: string | null }): string | null {
  if (alloyStatus === null) return "There is no application to approve.";
  return alloyStatus === "Approved" ? "The credit check is already Approved." : null;
}
