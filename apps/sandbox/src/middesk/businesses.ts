import { randomUUID } from "node:crypto";
import type { Clock } from "../clock.ts";
import {
  businessStatusAt,
  COURSE_TO,
  type EndedLienStatus,
  type Ending,
  endedLienStatusAt,
  LIEN_AGE_MS,
  type LienStatus,
  lienStatusAt,
  tinEnding,
} from "./course.ts";
import type { Address, BusinessRequest, LienRequest } from "./requests.ts";
import { type Spelled, spellDocumentId, spelledOut } from "./spelled-ids.ts";

export interface Debtor {
  readonly name: string;
  readonly address: Address;
}

export interface Lien {
  readonly id: string;
  readonly businessId: string;
  readonly documentId: string;
  readonly state: string;
  readonly debtors: readonly Debtor[];
  readonly collateral: string;
  readonly principalCents: number | null;
  readonly createdAt: Date;
  termination: Termination | null;
}

/** What ends a lien; there is one of each at most. */
export interface Termination {
  readonly id: string;
  readonly packetNumber: string;
  readonly createdAt: Date;
}

export interface Business {
  readonly id: string;
  readonly externalId: string | null;
  readonly uniqueExternalId: string | null;
  readonly name: string;
  readonly tin: string | null;
  readonly addresses: readonly Address[];
  readonly people: readonly string[];
  readonly products: readonly string[];
  readonly createdAt: Date;
  ending: Ending;
  /** Where somebody at Middesk put it, whatever its age. */
  decided: { status: string; at: Date } | null;
  /** Newest first. */
  liens: Lien[];
}

export interface Businesses {
  add(request: BusinessRequest): Business;
  /** The business with this id; one that was never seen is made up when its id spells it out. */
  get(id: string): Business | undefined;
  withUniqueId(uniqueExternalId: string): Business | undefined;
  /** Newest first. */
  list(): Business[];
  fileLien(business: Business, request: LienRequest): Lien;
  /** The lien with this id, of a business that was seen before. */
  lien(id: string): Lien | undefined;
  /** The termination of a lien: the one there is, or a new one. */
  terminate(lien: Lien): Termination;
  lienOfDocument(documentId: string): Lien | undefined;
  findStatus(business: Business): string;
  statusOfLien(lien: Lien): LienStatus | EndedLienStatus;
  /** Whether the state has it, whatever became of it since. */
  isFiled(lien: Lien): boolean;
  clear(): void;
}

const DEFAULT_COLLATERAL = "All assets";
const MADE_UP_ADDRESS: Address = {
  address_line1: "1 Main St",
  city: "Columbus",
  state: "OH",
  postal_code: "43004",
};

/** The businesses of one account and their liens, none at first. `onKept` hears of each that begins its course. */
export function createBusinesses(
  clock: Clock,
  onKept: { business(business: Business): void; lien(lien: Lien): void },
): Businesses {
  const kept = new Map<string, Business>();
  const caseAge = ({ createdAt }: { createdAt: Date }) => clock.now().getTime() - createdAt.getTime();
  const bornBefore = (ageMs: number) => new Date(clock.now().getTime() - ageMs);

  const keep = (business: Business): Business => {
    kept.set(business.id, business);
    onKept.business(business);
    return business;
  };
  const addLien = (
    business: Business,
    lien: Omit<Lien, "businessId" | "documentId" | "termination">,
  ): Lien => {
    const filed = {
      ...lien,
      businessId: business.id,
      documentId: spellDocumentId(lien.id),
      termination: null,
    };
    business.liens = [filed, ...business.liens];
    onKept.lien(filed);
    return filed;
  };
  const makeUp = ({ businessId, status, lien, userNumber }: Spelled): Business => {
    const { ageMs, ending } = COURSE_TO[status];
    const name = `Business ${userNumber}`;
    const business = keep({
      id: businessId,
      externalId: String(userNumber),
      uniqueExternalId: String(userNumber),
      name,
      tin: null,
      addresses: [MADE_UP_ADDRESS],
      people: [],
      products: ["identity"],
      createdAt: bornBefore(ageMs),
      ending,
      decided: null,
      liens: [],
    });
    if (lien)
      addLien(business, {
        id: lien.id,
        state: MADE_UP_ADDRESS.state,
        debtors: [{ name, address: MADE_UP_ADDRESS }],
        collateral: DEFAULT_COLLATERAL,
        principalCents: null,
        createdAt: bornBefore(LIEN_AGE_MS[lien.status]),
      });
    return business;
  };
  const get = (id: string): Business | undefined => {
    const known = kept.get(id);
    const spelled = known ? null : spelledOut(id);
    return spelled?.businessId === id ? makeUp(spelled) : known;
  };

  const allLiens = () => [...kept.values()].flatMap(({ liens }) => liens);

  return {
    add: (request) => {
      const tin = request.tin?.tin ?? null;
      return keep({
        id: randomUUID(),
        externalId: request.external_id ?? null,
        uniqueExternalId: request.unique_external_id ?? null,
        name: request.name,
        tin,
        addresses: request.addresses,
        people: request.people.map(({ name }) => name),
        products: request.orders.map(({ product }) => product),
        createdAt: clock.now(),
        ending: tinEnding(tin),
        decided: null,
        liens: [],
      });
    },
    get,
    withUniqueId: (id) => [...kept.values()].find(({ uniqueExternalId }) => uniqueExternalId === id),
    list: () => [...kept.values()].toReversed(),
    fileLien: (business, request) =>
      addLien(business, {
        id: randomUUID(),
        state: request.state,
        debtors: request.debtors.map(({ organization_name, addresses: [address] }) => ({
          name: organization_name,
          address,
        })),
        collateral: request.collateral ?? DEFAULT_COLLATERAL,
        principalCents: request.loan_principal_amount_cents ?? null,
        createdAt: clock.now(),
      }),
    lien: (id) => allLiens().find((lien) => lien.id === id),
    terminate: (lien) => {
      lien.termination ??= {
        id: randomUUID(),
        packetNumber: `PKT-${lien.id.slice(0, 8)}`,
        createdAt: clock.now(),
      };
      return lien.termination;
    },
    lienOfDocument: (documentId) => {
      const spelled = spelledOut(documentId);
      if (spelled) get(spelled.businessId);
      return allLiens().find((lien) => lien.documentId === documentId);
    },
    findStatus: (business) =>
      business.decided?.status ?? businessStatusAt(caseAge(business), business.ending),
    statusOfLien: (lien) =>
      lien.termination ? endedLienStatusAt(caseAge(lien.termination)) : lienStatusAt(caseAge(lien)),
    isFiled: (lien) => lienStatusAt(caseAge(lien)) === "filed",
    clear: () => kept.clear(),
  };
}
