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
    "This EIN links the customer to a person flagged Do Not Fund. Without it, the customer could be funded. Lift the ban first; a second person must approve that.",
  ssnEndsBan:
    "This SSN links the customer to a person flagged Do Not Fund. Without it, the customer could be funded. Lift the ban first; a second person must approve that.",
  undoEndsBan:
    "somebody is not to be funded by what the import brought of this customer, and could be without it: a second person lifts a ban",
} as const;
