import { afterAll, beforeAll, beforeEach, expect, it } from "vitest";
import { createTestApi, type TestApi } from "../../testing/harness.ts";
import { type ImportFolder, openImportFolder } from "../../testing/import-folder.ts";

let api: TestApi;
let folder: ImportFolder;
let source: string;
let run = 0;

beforeAll(async () => {
  api = await createTestApi();
});
afterAll(() => api.close());
beforeEach(async () => {
  folder = await openImportFolder(api);
  source = `before${run++}`;
  return () => folder.remove();
});

/** Brings sheets; says why which rows are refused. */
async function bring(sheets: Record<string, string>): Promise<string[]> {
  const { book } = await folder.importSheets(sheets, { source });
  return (book?.refused ?? []).map(({ table, line, reason }) => `${table}/${line} ${reason}`).sort();
}

const owedCents = async (id: string) => {
  const { balance } = await api.database.read.user.findUniqueOrThrow({
    where: { importKey: `${source}:${id}` },
    include: { balance: true },
  });
  return balance?.balanceCents ?? null;
};

const CUSTOMERS = "Customer ID,Name,Balance,Balance Date\n17,Ana Diaz,700,11/19/2026\n";
const APPLICATIONS = "Loan ID,Customer ID,Payback Amount,Date Funded\n900,17,1200,9/1/2026\n";
const PAYMENTS = "Transaction ID,Customer ID,Date,Amount,Status\n";
const LACKING =
  "balance: an advance or a payment of this customer is refused, so that it can not be told what was paid before. Mend it, and bring it with the balance.";

it.each([
  [
    "payments",
    { payments: `${PAYMENTS}T1,17,9/8/2026,500,Pending\n` },
    { payments: `${PAYMENTS}T1,17,9/8/2026,500,Paid\n` },
  ],
  [
    "advances",
    { applications: APPLICATIONS.replace("1200", "twelve") },
    { applications: APPLICATIONS, payments: `${PAYMENTS}T1,17,9/8/2026,500,Paid\n` },
  ],
])(
  "a balance is opened by no payment where %s of the customer were refused: mended and brought with it, they come to it",
  async (_what, broken, mended) => {
    const refused = await bring({ customers: CUSTOMERS, applications: APPLICATIONS, ...broken });
    expect(refused).toContain(`0/2 ${LACKING}`);
    expect(await owedCents("17")).toBeNull();
    expect(await bring({ customers: CUSTOMERS, applications: APPLICATIONS, ...mended })).toEqual([]);
    expect(await owedCents("17")).toBe(70_000n);
  },
);

it("refuses earlier advances and payments that do not come to an opening balance, and adds later ones to it", async () => {
  expect(await bring({ customers: CUSTOMERS })).toEqual([]);
  const early = `${PAYMENTS}T1,17,9/8/2026,500,Paid\n`;
  const later = "T3,17,11/20/2026,10,Paid\n";
  const reason =
    "balance: the opening balance of 2026-11-19 is $700.00, the advances and payments behind it come to $695.00: a difference of $5.00.";
  expect(
    await bring({ applications: APPLICATIONS, payments: `${early}T2,17,11/19/2026,5,Paid\n${later}` }),
  ).toEqual([`0/2 ${reason}`, `1/2 ${reason}`, `1/3 ${reason}`, `1/4 ${reason}`]);
  expect(await owedCents("17")).toBe(70_000n);
  expect(await bring({ applications: APPLICATIONS, payments: `${early}${later}` })).toEqual([]);
  expect(await owedCents("17")).toBe(69_000n);
});

it("what is still to come, or contradicts itself, is no book of what was: nothing is owed or paid for it", async () => {
  const today = new Intl.DateTimeFormat("en-CA", { timeZone: "America/New_York" }).format(api.clock.now());
  expect(
    await bring({
      customers: "Customer ID,Name\n17,Ana Diaz\n",
      applications: `Loan ID,Customer ID,Stage,Payback Amount,Date Funded,Origination Fee\n900,17,funded,1200,2027-01-05,\n901,17,Cancelled,1200,9/1/2026,\n902,17,funded,1200,9/1/2026,100%\n903,17,funded,100,${today},7.25%\n`,
      payments:
        "Transaction ID,Customer ID,Date,Amount,Status,Return Date\nT1,17,2027-01-05,400,,\nT2,17,9/8/2026,400,Returned,9/7/2026\n",
    }),
  ).toEqual([
    "1/2 fundedOn: this day is still to come.",
    "1/3 stage: it says declined, and Funded On says that it was paid out.",
    "1/4 ofeeRate: the rate is not clear, or not below 100%. Write it with a percent sign, like 7.25%.",
    "2/2 paidOn: this day is still to come.",
    "2/3 returnedOn: it came back before it was made.",
  ]);
  expect(await owedCents("17")).toBe(10_000n);
  const [reason] = await bring({ customers: CUSTOMERS.replace("11/19/2026", "11/19/2027") });
  expect(reason).toBe("0/2 balanceDate: this day is still to come.");
});
