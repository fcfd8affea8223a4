/** What an edit of a customer has to do in the CRM, in this order. */
export const EDIT_STEPS = {
  contact: "CRM contact",
  deal: "CRM deal",
} as const;
export type EditStep = keyof typeof EDIT_STEPS;
