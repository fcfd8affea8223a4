import { lazy } from "react";

const load = () => import("./further-sections.ts");
type Sections = Awaited<ReturnType<typeof load>>;

/** One of the sections further down, whose code the page does not wait for. */
const late = <Name extends keyof Sections>(name: Name) =>
  lazy(() => load().then((module): { default: Sections[Name] } => ({ default: module[name] })));

export const BankLinksSection = late("BankLinksSection");
export const PaymentAutomationSection = late("PaymentAutomationSection");
export const DoNotFundSection = late("DoNotFundSection");
export const CrmSection = late("CrmSection");
export const RemarksSection = late("RemarksSection");
export const TogglePanelSection = late("TogglePanelSection");
export const RiskSections = late("RiskSections");
export const SimilarSections = late("SimilarSections");
export const BusinessLienSection = late("BusinessLienSection");
export const UserFilesSection = late("UserFilesSection");
export const AssetReportSection = late("AssetReportSection");
export const RecontractsSection = late("RecontractsSection");
export const BalanceDetailsSection = late("BalanceDetailsSection");
export const DataStatisticsSection = late("DataStatisticsSection");
export const ManualPaymentSection = late("ManualPaymentSection");
export const PaymentProcessorSection = late("PaymentProcessorSection");
export const PaymentAdjustmentSection = late("PaymentAdjustmentSection");
export const PaymentDatesSection = late("PaymentDatesSection");
export const ExternalPaymentSection = late("ExternalPaymentSection");
export const AchDetailsSection = late("AchDetailsSection");
export const PlaidBalanceSection = late("PlaidBalanceSection");
