import { type Applicant, addApplication } from "./application.ts";
import { addBankRecords } from "./bank-records.ts";
import { addBanking, type Instruments } from "./banking.ts";
import { addBusiness, type BusinessPlan } from "./businesses.ts";
import { addDays } from "./days.ts";
import { addDecisions, forgetFacts } from "./decisions.ts";
import { addDeclinedSales } from "./declined-sales.ts";
import { addFiles } from "./files.ts";
import { addFurtherInstruments } from "./further-instruments.ts";
import { addNotes } from "./notes.ts";
import { addPreference } from "./preferences.ts";
import { inventProfile, type Profile } from "./profile.ts";
import { createRandom, type Random } from "./random.ts";
import { addRemarks } from "./remarks.ts";
import { addRepayment } from "./repayment.ts";
import { addSchedules } from "./schedules.ts";
import type { SeedContext } from "./seed-context.ts";
import { findSituation, type Situation, type SituationName } from "./situations.ts";
import { userRow } from "./user-row.ts";

/** A person to make: one user, or two for one who came back. */
export interface PersonPlan {
  situation: SituationName;
  smallBusiness?: boolean;
  highRisk?: boolean;
  /** Whether facts are missing that the decision engine knows. */
  lacksFacts?: boolean;
  /** Whether accounts and cards of every kind are there, lost and expired ones too. */
  hasEveryInstrument?: boolean;
  /** Where the business stands with the verifier. */
  business?: BusinessPlan;
  /** What is known of the person beforehand. */
  profile?: Partial<Profile>;
  /** Whether the ledger and the notes are made too. */
  withHistory: boolean;
}

/** What a later person can be made to share. */
export interface Neighbour {
  profile: Profile;
  instruments: Instruments;
}

/** Adds a person's users with everything that hangs on them. The same id always makes the same person. */
export function addPerson(context: SeedContext, plan: PersonPlan, neighbour: Neighbour | null): Neighbour {
  const id = context.ids.users + 1;
  const random = createRandom(id);
  const smallBusiness = plan.smallBusiness ?? random.chance(0.2);
  const situation = findSituation(plan.situation);
  const invented = inventProfile(random, { id, now: context.now, smallBusiness, known: plan.profile });
  const overlap = situation.overlaps && neighbour ? overlapWith(random, neighbour) : NO_OVERLAP;
  const profile = { ...invented, ...overlap.profile };
  const make = { random, plan, smallBusiness, shared: overlap.instruments, overlaps: overlap.kinds };
  if (!situation.renewal) {
    const instruments = addUser(context, { ...make, situation, profile, refUserId: null });
    return { profile, instruments };
  }
  const first = findSituation("paidOff");
  const instruments = addUser(context, { ...make, situation: first, profile, refUserId: null });
  const again = { ...profile, email: withTag(profile.email, "renewal") };
  addUser(context, { ...make, situation, profile: again, refUserId: id, shared: instruments });
  return { profile: again, instruments };
}

/** How many users a plan makes. */
export const countUsers = ({ situation }: PersonPlan): number => (findSituation(situation).renewal ? 2 : 1);

interface UserPlan {
  random: Random;
  plan: PersonPlan;
  smallBusiness: boolean;
  situation: Situation;
  profile: Profile;
  refUserId: number | null;
  shared: Partial<Instruments>;
  overlaps: string[];
}

function addUser(context: SeedContext, user: UserPlan): Instruments {
  const { random, plan, profile, situation, refUserId } = user;
  const userId = ++context.ids.users;
  const appliedAt = applicationDates(random, situation, context.now);
  const since = addDays(appliedAt[0] ?? context.now, -random.int(0, 3));
  const { rows, vault } = context;
  rows.users.push(
    userRow(vault, random, {
      id: userId,
      profile,
      situation,
      refUserId,
      overlaps: situation.fundedBefore ? [...new Set([...user.overlaps, "Bank Account"])] : user.overlaps,
      createdAt: since,
    }),
  );
  const applicant: Applicant = {
    userId,
    situation,
    smallBusiness: user.smallBusiness,
    isRenewed: refUserId !== null,
    highRisk: plan.highRisk ?? random.chance(0.08),
  };
  const applications = appliedAt.map((at, index) => {
    const isLatest = index === appliedAt.length - 1;
    return addApplication(context, random, isLatest ? applicant : { ...applicant, situation: PAID_OFF }, at);
  });
  const name = `${profile.firstname} ${profile.lastname}`.trim();
  const owner = { userId, name, situation, since, isShop: user.smallBusiness, shared: user.shared };
  const instruments = addBanking(context, random, owner);
  if (plan.withHistory) {
    // A stream of its own: what else is made of this user stays as it was.
    addBankRecords(context, createRandom(-userId), {
      userId,
      profile,
      fundedAt: applications.at(-1)?.row.fundedAt ?? null,
    });
    const every = plan.hasEveryInstrument ?? false;
    addFurtherInstruments(context, createRandom(INSTRUMENTS_SEED + userId), { ...owner, every });
    if (context.withFiles) addFiles(context, createRandom(FILES_SEED + userId), { userId, applications });
    addRepayment(context, random, { userId, situation, applications, banking: instruments });
    addDeclinedSales(context, createRandom(-userId), userId);
    addSchedules(context, applications);
    addPreference(context, { userId, situation: plan.situation, instruments });
    addNotes(context, random, { userId, situation: plan.situation, since });
    addDecisions(context, random, applications);
    if (plan.lacksFacts) forgetFacts(applications);
    addRemarks(context, random, { userId, situation: plan.situation });
    const business = { userId, profile, situation, since, known: plan.business };
    addBusiness(context, createRandom(BUSINESSES_SEED + userId), business);
  }
  return instruments;
}

/** Sets the stream of the documents apart from that of the user. */
const FILES_SEED = 500_000_000;
/** And that of further accounts and cards. */
const INSTRUMENTS_SEED = 800_000_000;

/** And that of the business. */
const BUSINESSES_SEED = 1_100_000_000;

const PAID_OFF = findSituation("paidOff");

/** When the user applied, oldest first, so that every expiry and payment date of the situation comes out. */
function applicationDates(random: Random, situation: Situation, now: Date): Date[] {
  const [least, most] = daysSinceApplication(situation);
  const latest = addDays(now, -random.int(least * 24, most * 24) / 24);
  return situation.fundedBefore ? [addDays(now, -random.int(200, 400)), latest] : [latest];
}

function daysSinceApplication(situation: Situation): [least: number, most: number] {
  if (situation.repayment === "complete") return [200, 400];
  if (situation.repayment === "behind") return [70, 300];
  if (situation.repayment === "onTime") return [4, 120];
  if (situation.applicationExpired) return [35, 200];
  if (situation.offerExpired) return [17, 28];
  return [0, 9];
}

const NO_OVERLAP = { kinds: [] as string[], profile: {}, instruments: {} };

/** One or two kinds of identity taken over from the person before. */
function overlapWith(random: Random, { profile, instruments }: Neighbour): typeof NO_OVERLAP {
  const { phone, currentAddress, city, state, zipcode, ssn } = profile;
  const { accountNumber, cardToken, last4 } = instruments;
  const choices = [
    { kinds: ["Phone"], profile: { phone }, instruments: {} },
    { kinds: ["Address"], profile: { currentAddress, city, state, zipcode }, instruments: {} },
    { kinds: ["SSN"], profile: { ssn }, instruments: {} },
    { kinds: ["Bank Account"], profile: {}, instruments: { accountNumber } },
    { kinds: ["Debit Card"], profile: {}, instruments: { cardToken, last4 } },
    {
      kinds: ["Address", "Phone"],
      profile: { phone, currentAddress, city, state, zipcode },
      instruments: {},
    },
  ];
  return random.pick(choices);
}

const withTag = (email: string, tag: string): string => email.replace("@", `+${tag}@`);
