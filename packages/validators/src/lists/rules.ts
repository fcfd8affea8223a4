import { can, type Role, whyNotCapable } from "../roles.ts";

/** Views that one admin may keep. */
const MOST_VIEWS = 100;

/** Rows of a view beyond which they are not counted: shown as 999+. */
export const MOST_COUNTED = 1_000;

export const VIEW_TEXTS = {
  changedMeanwhile: "Someone else changed this view. Reload and try again.",
  unknown: "There is no such view.",
  nameTaken: "You already have a view with this name.",
} as const;

/** Why a view may not be changed or deleted by an admin of this role, or null: shared ones also by who may manage staff. */
export function whyNotChangeView(role: Role, view: { isOwn: boolean; isShared: boolean }): string | null {
  if (view.isOwn || (view.isShared && can(role, "staff.manage"))) return null;
  return view.isShared ? "Only its owner or SUPERADMIN can change this view." : VIEW_TEXTS.unknown;
}

/** Why a view may not be one that all see, or null. */
export const whyNotShareView = (role: Role, isShared: boolean): string | null =>
  isShared ? whyNotCapable(role, "lists.share") : null;

/** Why an admin who has so many views may not save another, or null. */
export const whyNotSaveView = (kept: number): string | null =>
  kept < MOST_VIEWS ? null : `You have ${MOST_VIEWS} views. Delete one first.`;
