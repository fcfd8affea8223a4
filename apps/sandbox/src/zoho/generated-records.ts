import { createRandom } from "../random.ts";
import { type Fields, STAGES, type ZohoModule } from "./fields.ts";

const DEAL_AFTER_CONTACT = 100_000_000_000n;
type City = readonly [city: string, state: string, zip: string];
const DAY_MS = 86_400_000;
const FIRST_NAMES = [
  "Ada",
  "Bruno",
  "Carmen",
  "Dario",
  "Elif",
  "Farid",
  "Grace",
  "Hiro",
  "Imani",
  "Jonas",
] as const;
const LAST_NAMES = [
  "Abara",
  "Becker",
  "Castro",
  "Dunne",
  "Eriksen",
  "Fontaine",
  "Gupta",
  "Haddad",
  "Ito",
] as const;
const CITIES: [City, ...City[]] = [
  ["Fresno", "CA", "93650"],
  ["Austin", "TX", "78701"],
  ["Tampa", "FL", "33602"],
  ["Reno", "NV", "89501"],
];
const [UNDERWRITING, ...LATER_STAGES] = STAGES;
const DECLINE_REASONS = ["Stacking", "No Business Income", "Payment History", "Customer Cancelled"] as const;

/** What stands in a record that nobody wrote: always the same for the same id. */
export function generatedRecord(
  module: ZohoModule,
  id: string,
  now: Date,
): { fields: Fields; createdAt: Date } {
  const random = createRandom(`${module}/${id}`);
  const createdAt = new Date(now.getTime() - random.int(1, 90) * DAY_MS);
  if (module === "Deals") return { fields: deal(id), createdAt };
  return { fields: module === "Contacts" ? contact(id) : { ...person(id), Company: null }, createdAt };
}

/** The customers whose id ends in 9 are not in deals. */
export function isInDeals(contactId: string): boolean {
  return /^\d{15,19}$/.test(contactId) && !contactId.endsWith("9");
}

/** The id of the deal made up for a contact. */
export function dealOfContact(contactId: string): string {
  return String(BigInt(contactId) + DEAL_AFTER_CONTACT);
}

/** The id of the contact that a made-up deal is about. */
export function contactOfDeal(dealId: string): string {
  return String(BigInt(dealId) - DEAL_AFTER_CONTACT);
}

function deal(id: string): Fields {
  const random = createRandom(`deal ${id}`);
  const stage = random.pick([UNDERWRITING, UNDERWRITING, ...LATER_STAGES]);
  const contactId = contactOfDeal(id);
  const { First_Name, Last_Name } = person(contactId);
  return {
    Deal_Name: `${First_Name} ${Last_Name}`,
    Stage: stage,
    Decline_Reason: stage === "Closed Lost" ? random.pick(DECLINE_REASONS) : null,
    Lead_Source: "AP",
    Contact_Name: { id: contactId, name: `${First_Name} ${Last_Name}` },
    Payment_Amount: null,
    Funded_Amount: null,
    Disbursement_Amount: null,
    Repay_Amount: null,
    Approved_Amount: random.int(5, 80) * 100,
    Discount_Amount: null,
    Manual_Adjustment_Reason: null,
  };
}

function person(id: string) {
  const random = createRandom(`person ${id}`);
  const First_Name = random.pick(FIRST_NAMES);
  const Last_Name = random.pick(LAST_NAMES);
  return {
    First_Name,
    Last_Name,
    Email: `${First_Name}.${Last_Name}.${id.slice(-6)}@example.com`.toLowerCase(),
    Phone: `555${random.int(1_000_000, 9_999_999)}`,
    DNF: false,
    DNF_Reason: null,
  };
}

function contact(id: string): Fields {
  const random = createRandom(`contact ${id}`);
  const [city, state, zip] = random.pick(CITIES);
  return {
    ...person(id),
    Date_of_Birth: `${random.int(1955, 2002)}-0${random.int(1, 9)}-${random.int(10, 28)}`,
    Mailing_Street: `${random.int(1, 999)} Main St`,
    Mailing_City: city,
    Mailing_State: state,
    Mailing_Zip: zip,
  };
}
