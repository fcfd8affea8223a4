import type { Prisma } from "@countinghouse/db";
import { TERMS } from "./agreed-terms.ts";
import { CUSTOMER_NAME } from "./rows.ts";

const USER = {
  ...CUSTOMER_NAME,
  email: true,
  phone: true,
  dob: true,
  ssnSealed: true,
  ssnLast4: true,
  uniqueId: true,
  route: true,
  occupation: true,
  isExternal: true,
  currentAddress: true,
  city: true,
  state: true,
  zipcode: true,
  companyName: true,
  businessCategory: true,
  businessType: true,
  businessStartDate: true,
  businessAccountSameAsPersonal: true,
  separateBusinessAccount: true,
  isIncorporated: true,
  cards: { where: { isPrimary: true }, select: { last4: true, expiry: true } },
  bankLinks: {
    where: { isActive: true },
    orderBy: { id: "asc" },
    select: {
      institutionName: true,
      accounts: {
        where: { enabled: true },
        orderBy: { id: "asc" },
        select: { id: true, name: true, mask: true, isPrimary: true },
      },
    },
  },
} as const satisfies Prisma.UserSelect;

/** What is read of one application. A contract's key stays on the server. */
export const DETAIL = {
  ...TERMS,
  id: true,
  importKey: true,
  createdAt: true,
  stage: true,
  alloyStatus: true,
  workflowUsed: true,
  declineReason: true,
  manualReviewReason: true,
  expiresAt: true,
  offerExpiresAt: true,
  fundedAt: true,
  originalApprovedAmountCents: true,
  isContractSigned: true,
  contractSignedAt: true,
  user: { select: USER },
  schedules: {
    orderBy: { paymentDate: "asc" },
    select: { paymentDate: true, amountCents: true, status: true },
  },
  decisions: {
    orderBy: [{ createdAt: "desc" }, { id: "desc" }],
    select: { id: true, createdAt: true, flowType: true, outcome: true, decisionUrl: true },
  },
  files: {
    where: { type: "contract" },
    orderBy: [{ createdAt: "desc" }, { id: "desc" }],
    select: {
      id: true,
      name: true,
      type: true,
      contentType: true,
      sizeBytes: true,
      info: true,
      createdAt: true,
    },
  },
} as const satisfies Prisma.ApplicationSelect;

export type ApplicationDetailRow = Prisma.ApplicationGetPayload<{ select: typeof DETAIL }>;
