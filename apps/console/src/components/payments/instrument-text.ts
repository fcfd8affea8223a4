/** Returns the last four digits of a number, masked; the whole number is never shown. */
export const masked = (last4: string): string => `•••• ${last4}`;

/** Returns "0928" as "09/28" (specification 2, section 9). */
export const expiryText = (expiry: string): string => expiry.replace(/^(\d{2})(\d{2})$/, "$1/$2");
