/** What a page is called in its heading, the breadcrumb, the sidebar and the palette, where no rule names it. */
export const PAGE_TITLES = {
  users: "Users",
  deadlines: "Deadlines",
  userGraph: "Bank statistics",
  payment: "Payment",
  paymentSummary: "Payment Summary",
  funnelReport: "Funnel Analysis",
  chargebacks: "Chargebacks: Processed",
  unprocessedChargebacks: "Chargebacks: Unprocessed",
  recovery: "Recovery",
  paymentExceptions: "Payment Exceptions",
  settings: "Settings",
  system: "System",
  import: "Import",
  profile: "Profile",
  guide: "Guide",
  reAccessLogged: "Customer portal",
} as const;
