import {
  type BusinessStatus,
  LIEN_FAILED,
  LIEN_UNCONFIRMED,
  type LienStatus,
  REGISTRATION_FAILED,
} from "@countinghouse/validators/businesses/rules";
import type { BadgeTone } from "@/ui/badge.tsx";

type Look = { word: string; tone: BadgeTone };

/** How it is said where a business stands at the verifier. */
export const BUSINESS_STATES: Record<BusinessStatus, Look> = {
  open: { word: "Open", tone: "info" },
  pending: { word: "Pending", tone: "pending" },
  in_audit: { word: "In audit", tone: "pending" },
  in_review: { word: "In review", tone: "pending" },
  approved: { word: "Approved", tone: "success" },
  rejected: { word: "Rejected", tone: "danger" },
  unknown: { word: "Unknown", tone: "warning" },
  error: { word: "Error", tone: "danger" },
  [REGISTRATION_FAILED]: { word: REGISTRATION_FAILED, tone: "danger" },
};

/** How it is said where a lien stands. */
export const LIEN_STATES: Record<LienStatus, Look> = {
  created: { word: "Created", tone: "pending" },
  pending: { word: "Pending", tone: "pending" },
  open: { word: "Open", tone: "info" },
  filed: { word: "Filed", tone: "success" },
  closing: { word: "Closing", tone: "pending" },
  closed: { word: "Closed", tone: "neutral" },
  unknown: { word: "Unknown", tone: "warning" },
  [LIEN_FAILED]: { word: LIEN_FAILED, tone: "danger" },
  [LIEN_UNCONFIRMED]: { word: LIEN_UNCONFIRMED, tone: "warning" },
};

/** What a failure comes down to: without who told it, under which number, of which field. */
export const reasonIn = (error: string): string => error.replace(/^[\w-]+: (\d{3} )?(\w+: )?(?=\S)/, "");
