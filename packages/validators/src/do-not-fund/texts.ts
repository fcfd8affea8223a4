export const DO_NOT_FUND_MESSAGES = {
  confirmLabel: "Continue & Ban",
  confirmUnban: "Are you sure to unban this user?",
  reasonMissingTitle: "Unable to proceed",
  reasonMissing: "Please select from the Do not fund reasons.",
  otherMissingTitle: "Other not specified",
  otherMissing: "Please specity Other reason.",
  crmIdMissing: "Zoho Id is empty.",
  setFailed: "An error occurred setting DNF flag.",
  setUserFlagFailed: "Error on setting User's Do Not Fund flag.",
  contactEditFailed: "Error occurred on Contact Editing.",
  leadNoteFailed: "Error occurred on creating Leads Note.",
  dealNoteFailed: "Error occurred on creating Deals Note.",
  notInDeals: "Not in Deals",
  einEndsBan:
    "By this EIN somebody is the same person as one who is not to be funded: without it they could be. Lift the ban first, which a second person approves.",
  ssnEndsBan:
    "By this SSN somebody is the same person as one who is not to be funded: without it they could be. Lift the ban first, which a second person approves.",
  undoEndsBan:
    "somebody is not to be funded by what the import brought of this customer, and could be without it: a second person lifts a ban",
} as const;
