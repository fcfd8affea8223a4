import type { Institution, ProductStatus } from "plaid";
import type { Clock } from "../clock.ts";
import { createRandom } from "../random.ts";
import { refused } from "./errors.ts";
import type { Wire } from "./wire.ts";

export const HEALTHS = ["HEALTHY", "DEGRADED", "DOWN"] as const;
export type Health = (typeof HEALTHS)[number];

export interface Bank {
  id: string;
  name: string;
  routing: string;
  /** How it is doing until it is set otherwise; healthy when nothing is said. */
  health?: Health;
}

/** Banks that exist nowhere. */
const BANKS: readonly [Bank, ...Bank[]] = [
  { id: "ins_109508", name: "First Platypus Bank", routing: "019991016" },
  { id: "ins_109509", name: "Windowpane Bank", routing: "059991458" },
  { id: "ins_109510", name: "Tartan Bank", routing: "029991129" },
  { id: "ins_109511", name: "Houndstooth Bank", routing: "039991232" },
  { id: "ins_109512", name: "Tattersall Federal Credit Union", routing: "049991345" },
  { id: "ins_210101", name: "Harborline Bank", routing: "069991561" },
  { id: "ins_210102", name: "Prairie State Credit Union", routing: "079991674", health: "DEGRADED" },
  { id: "ins_210103", name: "Summit Online Bank", routing: "089991787" },
];

const PRODUCTS: Wire<Institution>["products"] = ["assets", "auth", "balance", "identity", "transactions"];

export interface Institutions {
  page(count: number, offset: number): { institutions: Wire<Institution>[]; total: number };
  /** The institution, with how it is doing when that is asked for. Throws Plaid's error for an id that is none. */
  get(id: string, withStatus: boolean): Wire<Institution>;
  findHealth(id: string): Health;
  /** Those that can be set, the one that changed last first. */
  list(): { id: string; name: string; health: Health; since: Date }[];
  setHealth(id: string, health: Health): void;
  snapshot(): Record<string, Health>;
  clear(): void;
}

/** The institutions: those above, and one for any other well-formed id. */
export function createInstitutions(clock: Clock): Institutions {
  const set = new Map<string, { health: Health; since: Date }>();
  const changedAt = (id: string) => set.get(id)?.since ?? new Date("2026-01-05T14:00:00Z");
  const readHealth = (id: string) =>
    set.get(id)?.health ?? BANKS.find((bank) => bank.id === id)?.health ?? "HEALTHY";
  return {
    page: (count, offset) => ({
      institutions: BANKS.slice(offset, offset + count).map(described),
      total: BANKS.length,
    }),
    get: (id, withStatus) => {
      const status = withStatus && toWireStatus(readHealth(id), changedAt(id));
      return { ...described(findBank(id)), ...(status && { status }) };
    },
    findHealth: readHealth,
    list: () =>
      BANKS.map(({ id, name }) => ({ id, name, health: readHealth(id), since: changedAt(id) })).toSorted(
        (one, other) => other.since.getTime() - one.since.getTime(),
      ),
    setHealth: (id, health) => void set.set(findBank(id).id, { health, since: clock.now() }),
    snapshot: () => Object.fromEntries(Array.from(set, ([id, { health }]) => [id, health])),
    clear: () => set.clear(),
  };
}

/** The bank with this id. Throws Plaid's error when the id is none. */
export function findBank(id: string): Bank {
  const known = BANKS.find((bank) => bank.id === id);
  if (known) return known;
  if (!/^ins_\d{1,9}$/.test(id)) throw refused("INVALID_INSTITUTION");
  const random = createRandom(id);
  const place = random.pick(["Cedar", "Lakeside", "Union", "Granite", "Bayview", "Old Mill", "Riverbend"]);
  const kind = random.pick(["Bank", "Savings Bank", "Credit Union", "Community Bank"]);
  return { id, name: `${place} ${kind}`, routing: routingNumber(random.int(1_000_000, 1_299_999)) };
}

/** One of the banks, for a link that names none. */
export function anyBank(seed: string): Bank {
  return createRandom(`${seed} bank`).pick(BANKS);
}

/** Nine digits of which the last is the checksum of the American Bankers Association. */
function routingNumber(number: number): string {
  const digits = String(number).padStart(8, "0");
  const weighted = Array.from(digits, (digit, index) => Number(digit) * ([3, 7, 1][index % 3] ?? 0));
  const sum = weighted.reduce((total, part) => total + part, 0);
  return `${digits}${(10 - (sum % 10)) % 10}`;
}

function described({ id, name, routing }: Bank): Wire<Institution> {
  const word = name.toLowerCase().replaceAll(/[^a-z]+/g, "-");
  return {
    institution_id: id,
    name,
    products: PRODUCTS,
    country_codes: ["US"],
    url: `https://www.${word}.example`,
    primary_color: null,
    logo: null,
    routing_numbers: [routing],
    dtc_numbers: [],
    oauth: false,
  };
}

const SUCCESS = { HEALTHY: 0.98, DEGRADED: 0.62, DOWN: 0.04 } as const;

function toWireStatus(health: Health, since: Date): NonNullable<Wire<Institution>["status"]> {
  const success = SUCCESS[health];
  const error_institution = Math.round((1 - success) * 80) / 100;
  const product = {
    status: health,
    last_status_change: since.toISOString(),
    breakdown: {
      success,
      error_plaid: Math.round((1 - success - error_institution) * 100) / 100,
      error_institution,
    },
  } satisfies Wire<ProductStatus>;
  const updating = { ...product, breakdown: { ...product.breakdown, refresh_interval: "NORMAL" } } as const;
  return { item_logins: product, transactions_updates: updating, auth: product, identity: product };
}
