import { addDays, isoDate } from "./days.ts";
import type { Profile } from "./profile.ts";
import { type Random, uuidAt } from "./random.ts";
import type { SeedContext } from "./seed-context.ts";
import type { Situation } from "./situations.ts";

/** Where a business can stand, and the digit that stands for it in a spelled id. */
const STATUSES = {
  open: 0,
  pending: 1,
  in_audit: 2,
  in_review: 3,
  approved: 4,
  rejected: 5,
  error: 0,
  "Failed To Send Request": 0,
} as const;

const LIENS = { created: 1, pending: 2, filed: 3, "Failed To File Lien": 0 } as const;

/** Where a user's business stands with the verifier, as the screens name it. */
export interface BusinessPlan {
  status: keyof typeof STATUSES;
  lien: keyof typeof LIENS | null;
}

const plan = (status: BusinessPlan["status"], lien: BusinessPlan["lien"] = null): BusinessPlan => ({
  status,
  lien,
});

/** Out of a hundred registered businesses, how many stand where. */
const SHARES = [
  [plan("open"), 4],
  [plan("pending"), 10],
  [plan("in_audit"), 4],
  [plan("in_review"), 22],
  [plan("in_review", "created"), 8],
  [plan("in_review", "Failed To File Lien"), 4],
  [plan("approved"), 14],
  [plan("approved", "pending"), 6],
  [plan("approved", "filed"), 14],
  [plan("rejected"), 4],
  [plan("error"), 3],
  [plan("Failed To Send Request"), 7],
] as const;

interface Owner {
  userId: number;
  profile: Profile;
  situation: Situation;
  since: Date;
  /** Known beforehand; otherwise it is drawn, and most businesses are not registered. */
  known: BusinessPlan | undefined;
}

/** Adds the business of some who were funded and have an EIN, and the lien filed against it. */
export function addBusiness(context: SeedContext, random: Random, owner: Owner): void {
  const { userId, profile, situation, since, known } = owner;
  const isUsual = situation.stage === "funded" && profile.ein !== "" && random.chance(0.4);
  const drawn = random.weighted(SHARES);
  const chosen = known ?? (isUsual ? drawn : null);
  if (chosen === null) return;
  const days = Math.max(1, Math.floor((context.now.getTime() - since.getTime()) / DAY_MS));
  const createdAt = addDays(context.now, -Math.min(days, random.int(2, 40)));
  const isKnown = chosen.status !== "Failed To Send Request";
  const isAwaited = ["open", "pending", "in_audit", "in_review"].includes(chosen.status) || isOpen(chosen);
  context.rows.business.push({
    userId,
    name: profile.companyName || profile.businessName,
    person: `${profile.firstname} ${profile.lastname}`.trim(),
    phone: profile.phone,
    email: profile.email,
    address: profile.currentAddress,
    city: profile.city,
    state: profile.state,
    zipcode: profile.zipcode,
    externalId: String(userId),
    businessId: isKnown ? spelledId("0", chosen, userId) : null,
    status: chosen.status,
    error: ERRORS[chosen.status] ?? "",
    batchId: uuidAt(random, createdAt),
    nextCheckAt: isAwaited ? new Date(context.now.getTime() + random.int(1, 60) * 60_000) : null,
    createdAt,
    updatedAt: addDays(createdAt, 1),
  });
  addLien(context, random, { userId, state: profile.state, chosen, createdAt: addDays(createdAt, 1) });
}

const DAY_MS = 24 * 60 * 60_000;

const ERRORS: Partial<Record<BusinessPlan["status"], string>> = {
  error: "The business verification service refused it: Not found.",
  "Failed To Send Request":
    "The business verification service refused it: Addresses address line1 could not be found.",
};

const isOpen = ({ lien }: BusinessPlan): boolean => lien === "created" || lien === "pending";

interface FiledLien {
  userId: number;
  state: string;
  chosen: BusinessPlan;
  createdAt: Date;
}

/** A filing lapses after five years. */
const YEARS_EFFECTIVE = 5;

function addLien(
  context: SeedContext,
  random: Random,
  { userId, state, chosen, createdAt }: FiledLien,
): void {
  if (chosen.lien === null) return;
  const hasFailed = chosen.lien === "Failed To File Lien";
  const isFiled = chosen.lien === "filed";
  const lapsesOn = new Date(createdAt);
  lapsesOn.setUTCFullYear(lapsesOn.getUTCFullYear() + YEARS_EFFECTIVE);
  const balance = context.rows.user_balance.at(-1);
  const owedCents = balance?.userId === userId ? balance.balanceCents : 0;
  context.rows.business_lien.push({
    id: uuidAt(random, createdAt),
    userId,
    vendorId: hasFailed ? null : spelledId("1", chosen, userId),
    state,
    status: chosen.lien,
    error: hasFailed ? "The business verification service refused it: Secured parties can't be blank." : "",
    principalCents: owedCents > 0 ? owedCents : null,
    fileNumber: isFiled ? String(random.int(100_000_000, 999_999_999)) : "",
    filedOn: isFiled ? isoDate(createdAt) : null,
    lapsesOn: isFiled ? isoDate(lapsesOn) : null,
    documentId: isFiled ? spelledId("2", chosen, userId) : null,
    documentName: isFiled ? `ucc-1-${state}-${userId}.pdf` : "",
    askedAt: createdAt,
    knownLienIds: [],
    sentAt: hasFailed ? null : createdAt,
    terminationAskedAt: null,
    terminationError: "",
    continuedOn: null,
    createdAt,
    updatedAt: createdAt,
  });
}

/** The verifier's sandbox makes up what it is asked for under such an id: of a business, of its lien, of that one's document. */
function spelledId(of: "0" | "1" | "2", { status, lien }: BusinessPlan, userId: number): string {
  // A business in error is one that the verifier does not know.
  const word = status === "error" ? "dead" : "5eed";
  return `${word}${of}${STATUSES[status]}${lien ? LIENS[lien] : 0}0-0000-4000-8000-${String(userId).padStart(12, "0")}`;
}
