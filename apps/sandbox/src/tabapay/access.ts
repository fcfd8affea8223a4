/** The demonstration's client at TabaPay, known to everyone. */
export const TABAPAY_CLIENT = {
  clientId: "SandboxClientID_22char",
  bearer: "tabapay-sandbox-bearer",
  settlementAccountId: "SettlementAccountID_22",
};

/** TabaPay's numbers of the lender and of its programme, as they stand in reports. */
export const TABAPAY_PROGRAMME = { iso: "3021", mid: "0044" };

/** Where its reports are put. */
export const TABAPAY_REPORTS_FOLDER = "/reports";
