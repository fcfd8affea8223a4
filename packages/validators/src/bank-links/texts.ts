export const BANK_LINKS_MESSAGES = {
  institutionsFailed: "Couldn't Fetch Bank With Institutions",
  notAuthorized: "Auth is not done by the user",
  loginRequired: "We have lost user's plaid connection",
  institutionNotResponding: "The banking institution is not responding",
  internalServerError: "Plaid is experiencing internal system issues",
  reAuthFailed: "Something went wrong while re-auth!",
  balancesEmpty: "No Plaid Record Found",
} as const;
