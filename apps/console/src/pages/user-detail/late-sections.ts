import { type ComponentType, lazy } from "react";

/** A section by its name in a module that is fetched when it is first shown. */
const late = <Name extends string, Props>(
  load: () => Promise<Record<Name, ComponentType<Props>>>,
  name: Name,
) => lazy(() => load().then((module) => ({ default: module[name] })));

// The sections further down: the page does not wait for their code.
export const BankLinksSection = late(() => import("./bank-links-section.tsx"), "BankLinksSection");
export const PaymentAutomationSection = late(
  () => import("./payment-automation-section.tsx"),
  "PaymentAutomationSection",
);
export const DoNotFundSection = late(() => import("./do-not-fund-section.tsx"), "DoNotFundSection");
export const CrmSection = late(() => import("./crm-section.tsx"), "CrmSection");
export const RemarksSection = late(() => import("./remarks-section.tsx"), "RemarksSection");
export const TogglePanelSection = late(() => import("./toggle-panel-section.tsx"), "TogglePanelSection");
export const RiskSections = late(() => import("./risk-sections.tsx"), "RiskSections");
export const SimilarSections = late(() => import("./similar-sections.tsx"), "SimilarSections");
export const BusinessLienSection = late(() => import("./business-lien-section.tsx"), "BusinessLienSection");
export const UserFilesSection = late(() => import("./user-files-section.tsx"), "UserFilesSection");
export const AssetReportSection = late(() => import("./asset-report-section.tsx"), "AssetReportSection");
export const RecontractsSection = late(() => import("./recontracts-section.tsx"), "RecontractsSection");
export const BalanceDetailsSection = late(
  () => import("./balance-details-section.tsx"),
  "BalanceDetailsSection",
);
export const DataStatisticsSection = late(
  () => import("./data-statistics-section.tsx"),
  "DataStatisticsSection",
);
export const ManualPaymentSection = late(
  () => import("./manual-payment-section.tsx"),
  "ManualPaymentSection",
);
export const PaymentProcessorSection = late(
  () => import("./payment-processor-section.tsx"),
  "PaymentProcessorSection",
);
export const PaymentAdjustmentSection = late(
  () => import("./payment-adjustment-section.tsx"),
  "PaymentAdjustmentSection",
);
export const PaymentDatesSection = late(() => import("./payment-dates-section.tsx"), "PaymentDatesSection");
export const ExternalPaymentSection = late(
  () => import("./external-payment-section.tsx"),
  "ExternalPaymentSection",
);
export const AchDetailsSection = late(() => import("./ach-details-section.tsx"), "AchDetailsSection");
export const PlaidBalanceSection = late(() => import("./plaid-balance-section.tsx"), "PlaidBalanceSection");
