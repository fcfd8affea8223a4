import { addDays, isoDate } from "./days.ts";
import { NAME_ORIGINS } from "./names.ts";
import { PLACES, type Place, STREET_KINDS, STREETS } from "./places.ts";
import type { Random } from "./random.ts";
import { BUSINESS_TYPES, TRADES } from "./trades.ts";

/** Who a person is, what they do and where: everything about a user that no application changes. */
export interface Profile {
  firstname: string;
  lastname: string;
  email: string;
  phone: string;
  verificationPhone: string;
  dob: string | null;
  currentAddress: string;
  city: string;
  state: string;
  zipcode: string;
  ssn: string;
  ein: string;
  occupation: string;
  businessCategory: string;
  businessType: string;
  businessName: string;
  companyName: string;
  businessStartDate: string | null;
  naicsCode: string;
  platform: string;
  isIncorporated: boolean | null;
}

const MAIL_DOMAINS = ["example.com", "example.net", "example.org", "mail.example.com"] as const;

/** Some prefixes that the tax authority assigns; the numbers behind them are invented. */
const EIN_PREFIXES = ["01", "05", "10", "15", "20", "27", "36", "45", "52", "61", "74", "82", "88", "93"];

const INCORPORATED_TYPES = BUSINESS_TYPES.filter(([{ incorporated }]) => incorporated);

export interface PersonFacts {
  id: number;
  now: Date;
  smallBusiness: boolean;
  /** What is known already; the rest is invented to go with it. */
  known?: Partial<Profile>;
}

/** Invents the person of a user id. Small businesses are incorporated and have an EIN. */
export function inventProfile(random: Random, { id, now, smallBusiness, known = {} }: PersonFacts): Profile {
  const origin = random.weighted(NAME_ORIGINS);
  const name = {
    firstname: known.firstname ?? random.pick(origin.given),
    lastname: known.lastname ?? random.pick(origin.family),
  };
  const place = random.pick(PLACES);
  const phone = phoneNumber(place, id);
  const age = random.int(19 * 365, 66 * 365);
  return {
    ...name,
    email: emailAddress(random, name, id),
    phone,
    verificationPhone: random.chance(0.85) ? phone : phoneNumber(random.pick(PLACES), id + 5_000),
    dob: isoDate(addDays(now, -age)),
    ...addressIn(random, place),
    ssn: socialSecurityNumber(id),
    ...inventBusiness(random, { id, now, age, smallBusiness, lastname: name.lastname, city: place.city }),
    ...known,
  };
}

interface BusinessFacts {
  id: number;
  now: Date;
  /** Age of the owner in days: nobody began before they were grown up. */
  age: number;
  smallBusiness: boolean;
  lastname: string;
  city: string;
}

function inventBusiness(random: Random, facts: BusinessFacts) {
  const trade = random.weighted(TRADES);
  const form = random.weighted(facts.smallBusiness ? INCORPORATED_TYPES : BUSINESS_TYPES);
  const named = form.incorporated || random.chance(0.25);
  const word = random.pick(trade.businessWords);
  const businessName = named ? `${random.chance(0.6) ? facts.lastname : facts.city} ${word}` : "";
  const daysInBusiness = random.int(60, Math.min(20 * 365, facts.age - 18 * 365));
  return {
    occupation: trade.occupation,
    businessCategory: trade.category,
    businessType: form.name,
    businessName,
    companyName: form.incorporated ? `${businessName}${legalSuffix(form.name)}` : "",
    businessStartDate: isoDate(addDays(facts.now, -daysInBusiness)),
    naicsCode: trade.naicsCode,
    platform: random.pick(trade.platforms),
    isIncorporated: form.incorporated,
    ein: form.incorporated ? employerNumber(random, facts.id) : "",
  };
}

const legalSuffix = (form: string): string => (form.endsWith("Corporation") ? " Inc" : " LLC");

function addressIn(random: Random, place: Place) {
  const street = `${random.int(12, 9899)} ${random.pick(STREETS)} ${random.pick(STREET_KINDS)}`;
  return {
    currentAddress: random.chance(0.28) ? `${street} Apt ${random.int(1, 40)}` : street,
    city: place.city,
    state: place.state,
    zipcode: random.pick(place.zipcodes),
  };
}

/** The id makes it unique; the domains can receive no mail. */
function emailAddress(random: Random, name: { firstname: string; lastname: string }, id: number): string {
  const [given, family] = [asciiWord(name.firstname), asciiWord(name.lastname)];
  const local = random.chance(0.7) ? `${given}.${family}` : `${given.charAt(0)}${family}`;
  return `${local}${id - 10_000}@${random.pick(MAIL_DOMAINS)}`;
}

const asciiWords = new Map<string, string>();

function asciiWord(text: string): string {
  const known = asciiWords.get(text);
  if (known !== undefined) return known;
  const word = text
    .normalize("NFD")
    .replace(/[^A-Za-z]/g, "")
    .toLowerCase();
  asciiWords.set(text, word);
  return word;
}

/** In the exchange 555, which is nobody's; neighbouring ids never share a line. */
const phoneNumber = (place: Place, id: number): string =>
  `${place.areaCode}555${String((id * 7_919) % 10_000).padStart(4, "0")}`;

/** In the areas 8xx, which no one of age has; one of its own for each id. */
function socialSecurityNumber(id: number): string {
  const number = (id * 48_271) % (100 * 99 * 9_999);
  const area = 800 + Math.floor(number / (99 * 9_999));
  const group = 1 + (Math.floor(number / 9_999) % 99);
  const serial = 1 + (number % 9_999);
  return `${area}${String(group).padStart(2, "0")}${String(serial).padStart(4, "0")}`;
}

const employerNumber = (random: Random, id: number): string =>
  `${random.pick(EIN_PREFIXES)}${String((id * 7_907) % 10_000_000).padStart(7, "0")}`;
