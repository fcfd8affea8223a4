import type { PersonPlan } from "./person.ts";

/** The first user of every demonstration database. */
export const FIRST_USER_ID = 10_001;

interface Fixture {
  id: number;
  firstname: string;
  lastname: string;
  email: string;
}

const fixture = (id: number, firstname: string, lastname: string, email: string): Fixture => ({
  id,
  firstname,
  lastname,
  email,
});

const LONG_NAME = `Wolfeschlegelsteinhausenbergerdorff-${"Featherstonehaugh-".repeat(9)}Smith`;

/** Users that every demonstration database has, under the same ids, each in a state worth a look of its own. */
export const FIXTURES = {
  fundedUser: fixture(10_001, "Maria", "Delgado", "maria.delgado@example.com"),
  overlapping: fixture(10_002, "Luis", "Delgado", "luis.delgado@example.com"),
  expiredApplication: fixture(10_003, "Tyrell", "Washington", "tyrell.washington@example.com"),
  expiredOffer: fixture(10_004, "Hannah", "Larsen", "hannah.larsen@example.com"),
  doNotFund: fixture(10_005, "Curtis", "Mack", "curtis.mack@example.com"),
  lostBankLink: fixture(10_006, "Linh", "Nguyen", "linh.nguyen@example.com"),
  declined: fixture(10_007, "Brandon", "Foster", "brandon.foster@example.com"),
  manualReview: fixture(10_008, "Aisha", "Khalil", "aisha.khalil@example.com"),
  renewedFirst: fixture(10_009, "Grace", "Kim", "grace.kim@example.com"),
  renewed: fixture(10_010, "Grace", "Kim", "grace.kim+renewal@example.com"),
  noBankLink: fixture(10_011, "Oscar", "Ramírez", "oscar.ramirez@example.com"),
  externalCollections: fixture(10_012, "Denise", "Coleman", "denise.coleman@example.com"),
  accountFundedBefore: fixture(10_013, "Priya", "Sharma", "priya.sharma@example.com"),
  longNames: fixture(
    10_014,
    LONG_NAME,
    "محمد عبد الرحمن بن عبد العزيز آل سعود 🦄👩‍👩‍👧‍👦",
    "long.names@example.com",
  ),
  emptyUser: fixture(10_015, "", "", ""),
  pending: fixture(10_016, "Emma", "Peterson", "emma.peterson@example.com"),
  failedDecision: fixture(10_017, "Kwame", "Mensah", "kwame.mensah@example.com"),
  contractedNotFunded: fixture(10_018, "Sofía", "Castillo", "sofia.castillo@example.com"),
  loginDisabled: fixture(10_019, "Patrick", "Murphy", "patrick.murphy@example.com"),
  smallBusiness: fixture(10_020, "Katarzyna", "Nowak", "katarzyna.nowak@example.com"),
  highRisk: fixture(10_021, "Darius", "Holmes", "darius.holmes@example.com"),
  offered: fixture(10_022, "Jasmine", "Reyes", "jasmine.reyes@example.com"),
  behind: fixture(10_023, "Wyatt", "Bennett", "wyatt.bennett@example.com"),
  factsMissing: fixture(10_024, "Rosa", "Whitfield", "rosa.whitfield@example.com"),
  factsMissingToo: fixture(10_025, "Jerome", "Castellanos", "jerome.castellanos@example.com"),
} as const satisfies Record<string, Fixture>;

const NOTHING_KNOWN = {
  phone: "",
  verificationPhone: "",
  dob: null,
  currentAddress: "",
  city: "",
  state: "",
  zipcode: "",
  ssn: "",
  ein: "",
  occupation: "",
  businessCategory: "",
  businessType: "",
  businessName: "",
  companyName: "",
  businessStartDate: null,
  naicsCode: "",
  platform: "",
  isIncorporated: null,
};

const OVERLONG = {
  currentAddress: `${"12345 Llanfairpwllgwyngyllgogerychwyrndrobwllllantysiliogogogoch Boulevard, ".repeat(4)}Unit 9`,
  businessName: `<b>Müller & Søns</b> "Fine" Goods ${"and Partners ".repeat(20)}🚚`,
  companyName: "شركة الشحن السريع ذ.م.م — חברה בע״מ",
};

const IN_REVIEW = { status: "in_review", lien: null } as const;
const NOT_SENT = { status: "Failed To Send Request", lien: null } as const;

const LACKING = { situation: "declined", smallBusiness: true, highRisk: true, lacksFacts: true } as const;

/** The people behind the fixtures, in the order of their ids. A renewed person is two users. */
export const FIXTURE_PLANS: readonly PersonPlan[] = [
  plan(FIXTURES.fundedUser, { situation: "funded", smallBusiness: false, business: IN_REVIEW }),
  plan(FIXTURES.overlapping, { situation: "overlapping", business: NOT_SENT }),
  plan(FIXTURES.expiredApplication, { situation: "expired" }),
  plan(FIXTURES.expiredOffer, { situation: "offerExpired" }),
  plan(FIXTURES.doNotFund, { situation: "doNotFund" }),
  plan(FIXTURES.lostBankLink, { situation: "lostBankLink" }),
  plan(FIXTURES.declined, { situation: "declined" }),
  plan(FIXTURES.manualReview, { situation: "manualReview" }),
  plan(FIXTURES.renewedFirst, { situation: "renewed" }),
  plan(FIXTURES.noBankLink, { situation: "noBankLink" }),
  plan(FIXTURES.externalCollections, { situation: "externalCollections" }),
  plan(FIXTURES.accountFundedBefore, { situation: "fundedBefore" }),
  plan(FIXTURES.longNames, { situation: "funded" }, OVERLONG),
  plan(FIXTURES.emptyUser, { situation: "noBankLink", smallBusiness: false }, NOTHING_KNOWN),
  plan(FIXTURES.pending, { situation: "pending" }),
  plan(FIXTURES.failedDecision, { situation: "failed" }),
  plan(FIXTURES.contractedNotFunded, { situation: "contracted" }),
  plan(FIXTURES.loginDisabled, { situation: "loginDisabled", business: IN_REVIEW }),
  plan(FIXTURES.smallBusiness, {
    situation: "funded",
    smallBusiness: true,
    hasEveryInstrument: true,
    business: { status: "approved", lien: "filed" },
  }),
  plan(FIXTURES.highRisk, { situation: "offered", highRisk: true }),
  plan(FIXTURES.offered, { situation: "offered" }),
  plan(FIXTURES.behind, { situation: "behind" }),
  plan(FIXTURES.factsMissing, LACKING),
  plan(FIXTURES.factsMissingToo, LACKING),
];

function plan(
  { firstname, lastname, email }: Fixture,
  rest: Omit<PersonPlan, "profile" | "withHistory">,
  profile: PersonPlan["profile"] = {},
): PersonPlan {
  return { ...rest, profile: { firstname, lastname, email, ...profile }, withHistory: true };
}
