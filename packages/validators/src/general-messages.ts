/** The texts, word for word, that every page needs, and those of the users list: the shell loads no others. */
export const GENERAL_MESSAGES = {
  somethingWentWrong: "Something went wrong",
  apiUrlMissing: "API Url not specified.",
  unauthorizedUser: "Unauthorized User",
  pleaseTryAgain: "Please Try Again",
  /** The success of an action that has no message of its own (specification 2 section 8). */
  actionPerformed: "Action performed successfully!",
  requestSent: "Request has been sent successfully",
  signedOut: "You are successfully logged out!",
} as const;

/** The message of an empty required field. `title` is the field's label. */
export const pleaseInput = (title: string): string => `Please Input ${title}!`;

export const USERS_MESSAGES = {
  loadFailed: "Something went wrong",
  updated: "User updated successfully!",
  reAccessLabel: "Login Into User Profile",
  reAccessFailed: "Something Went Wrong",
  alreadyFunded: "This user is already funded!",
  accountAlreadyFunded: "Account in use is already funded before!",
  bankLinkLost: "We have lost Plaid connection for this user.",
  noBankLinkToReconnect: "User has no Plaid Accounts, Re-connect Bank Account button will not be shown.",
  applicationExpired: "Latest Application has expired. Please ask the user to start a new application.",
  offerExpired: "Latest Offer has expired. Please ask the user to create a new offer.",
} as const;
