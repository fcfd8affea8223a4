import type { Prisma } from "@countinghouse/db";
import {
  SIMILAR_RECORD_KINDS,
  type SimilarRecordKind,
} from "@countinghouse/validators/similar-records/rules";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { addApplication, addUserWithSsn } from "../testing/customers.ts";
import { createTestApi, type TestApi } from "../testing/harness.ts";

let api: TestApi;
beforeAll(async () => {
  api = await createTestApi();
});
afterAll(() => api.close());

const similar = async (userId: number, kind: SimilarRecordKind) =>
  (await api.as("VIEWER")).similarRecords.list({ userId, kind });
const readIds = async (userId: number, kind: SimilarRecordKind) =>
  (await similar(userId, kind)).users.map(({ id }) => id);

const write = <Result>(work: (tx: Prisma.TransactionClient) => Promise<Result>) =>
  api.database.unsafeTransaction(work);

const addAccount = (userId: number, number: string, institutionName = "First Bank") =>
  write((tx) =>
    tx.bankLink.create({
      data: {
        userId,
        institutionId: "ins_1",
        institutionName,
        accounts: {
          create: {
            providerAccountId: `acc-${userId}-${number}`,
            name: "Checking",
            numberSealed: Uint8Array.of(0),
            numberIndex: api.vault.blindIndex("bankAccountNumber", number),
            mask: number.slice(-4),
            routing: "021000021",
          },
        },
      },
    }),
  );

const addCard = (userId: number, token: string, last4: string) =>
  write((tx) =>
    tx.card.create({
      data: {
        userId,
        tokenSealed: Uint8Array.of(0),
        tokenIndex: api.vault.blindIndex("cardToken", token),
        last4,
        expiry: "0929",
        cardName: "Maria Delgado",
      },
    }),
  );

const setBalance = (userId: number, balanceCents: number) =>
  write((tx) => tx.userBalance.create({ data: { userId, balanceCents } }));

const setEin = (userId: number, ein: string) =>
  write((tx) =>
    tx.user.update({ where: { id: userId }, data: { einIndex: api.vault.blindIndex("ein", ein) } }),
  );

/** Two users who share one thing, and what they share it by. */
const SHARING: Record<SimilarRecordKind, () => Promise<[number, number]>> = {
  accounts: async () => {
    const [one, other] = [await api.user(), await api.user()];
    await addAccount(one.id, "4000000123");
    await addAccount(other.id, "4000000123", "Other Bank");
    return [one.id, other.id];
  },
  debitCards: async () => {
    const [one, other] = [await api.user(), await api.user()];
    await addCard(one.id, "10001123456", "4242");
    await addCard(other.id, "10001123456", "4242");
    return [one.id, other.id];
  },
  addresses: async () => {
    const one = await api.user({ currentAddress: "41 Mott St", zipcode: "10013" });
    const other = await api.user({ currentAddress: "41 MOTT ST", zipcode: "10013" });
    await api.user({ currentAddress: "41 Mott St", zipcode: "60601" });
    return [one.id, other.id];
  },
  phones: async () => {
    const [one, other] = [await api.user({ phone: "2125550144" }), await api.user({ phone: "2125550144" })];
    return [one.id, other.id];
  },
  ssns: async () => {
    const [one, other] = [await addUserWithSsn(api, "900123456"), await addUserWithSsn(api, "900123456")];
    return [one.id, other.id];
  },
  companyNames: async () => {
    const one = await api.user({ companyName: "Delgado Catering" });
    const other = await api.user({ companyName: "DELGADO catering" });
    return [one.id, other.id];
  },
  einTaxes: async () => {
    const [one, other] = [await api.user(), await api.user()];
    for (const { id } of [one, other]) await setEin(id, "123456789");
    return [one.id, other.id];
  },
};

describe("users who share", () => {
  it.each(SIMILAR_RECORD_KINDS)("%s find one another, and nobody else", async (kind) => {
    const [one, other] = await SHARING[kind]();
    expect(await readIds(one, kind)).toEqual([other]);
    expect(await readIds(other, kind)).toEqual([one]);
  });

  it.each(SIMILAR_RECORD_KINDS)("no %s because both have none find nobody", async (kind) => {
    const [one] = [await api.user(), await api.user()];
    expect(await similar(one.id, kind)).toEqual({ users: [], isMore: false });
  });

  it("an account or a card are told by the last four digits, never by more", async () => {
    const [account] = await SHARING.accounts();
    expect((await similar(account, "accounts")).users[0]?.matches).toContain("Other Bank •••• 0123");
    const [card] = await SHARING.debitCards();
    const answer = await similar(card, "debitCards");
    expect(answer.users[0]?.matches).toEqual(["•••• 4242"]);
    expect(JSON.stringify(answer)).not.toContain("10001123456");
  });

  it("two accounts are one entry that names both", async () => {
    const [one, other] = [await api.user(), await api.user()];
    for (const { id } of [one, other])
      for (const number of ["4111000011", "4111000022"]) await addAccount(id, number);
    expect((await similar(one.id, "accounts")).users.map(({ id, matches }) => ({ id, matches }))).toEqual([
      { id: other.id, matches: ["First Bank •••• 0011", "First Bank •••• 0022"] },
    ]);
  });
});

describe("an entry", () => {
  it("says who it is, whether funded or not to be funded, and what is owed", async () => {
    const one = await api.user({ phone: "2125550199" });
    const other = await api.user({ phone: "2125550199", doNotFund: true, businessName: "Delgado LLC" });
    await addApplication(api, other.id, { stage: "funded" });
    await setBalance(other.id, 12_345);
    expect((await similar(one.id, "phones")).users).toEqual([
      {
        id: other.id,
        firstname: "Maria",
        lastname: "Delgado",
        businessName: "Delgado LLC",
        doNotFund: true,
        funded: true,
        renewal: false,
        balanceCents: 12_345,
        matches: [],
      },
    ]);
  });

  it("is told to be the same customer when it is a renewal, seen from either side and between two of them", async () => {
    const first = await api.user({ phone: "2125550177" });
    const renewals = [];
    for (let made = 0; made < 2; made++) {
      renewals.push(await api.user({ phone: "2125550177", refUser: { connect: { id: first.id } } }));
    }
    for (const { id } of [first, ...renewals]) {
      const { users } = await similar(id, "phones");
      expect(users.map(({ renewal }) => renewal)).toEqual([true, true]);
    }
  });

  it("beyond the fiftieth is not shown, and that there are more is said", async () => {
    const one = await api.user({ companyName: "Crowded" });
    await write((tx) =>
      tx.user.createMany({ data: Array.from({ length: 50 }, () => ({ companyName: "Crowded" })) }),
    );
    expect(await similar(one.id, "companyNames")).toMatchObject({ isMore: false });
    const { id: latest } = await api.user({ companyName: "Crowded" });
    const { users, isMore } = await similar(one.id, "companyNames");
    expect([users.length, users[0]?.id, isMore]).toEqual([50, latest, true]);
  });
});

describe("funded balances", () => {
  const balances = async (userId: number) =>
    (await api.as("VIEWER")).similarRecords.fundedBalances({ userId });

  it("are none where nobody has a balance", async () => {
    expect(await balances((await api.user()).id)).toEqual([]);
  });

  it("are active from five dollars on, when the user is funded", async () => {
    for (const [balanceCents, stage, active] of [
      [500, "funded", true],
      [499, "funded", false],
      [50_000, "offered", false],
    ] as const) {
      const { id } = await api.user();
      await addApplication(api, id, { stage });
      await setBalance(id, balanceCents);
      expect(await balances(id)).toEqual([{ userId: id, balanceCents, active }]);
    }
  });

  it("are active when a renewal of the user is funded", async () => {
    const { id } = await api.user();
    await setBalance(id, 700);
    expect(await balances(id)).toEqual([{ userId: id, balanceCents: 700, active: false }]);
    const renewal = await api.user({ refUser: { connect: { id } } });
    await addApplication(api, renewal.id, { stage: "funded" });
    expect(await balances(id)).toEqual([{ userId: id, balanceCents: 700, active: true }]);
  });

  it("cover the first user, its renewals and whoever has the same bank account, each once", async () => {
    const first = await api.user();
    const [renewal, sibling] = [
      await api.user({ refUser: { connect: { id: first.id } } }),
      await api.user({ refUser: { connect: { id: first.id } } }),
    ];
    const neighbour = await api.user();
    await addAccount(renewal.id, "4222000033");
    await addAccount(neighbour.id, "4222000033");
    const stranger = await api.user();
    for (const { id } of [first, renewal, sibling, neighbour, stranger]) await setBalance(id, 1_000);
    expect((await balances(renewal.id)).map(({ userId }) => userId)).toEqual([
      first.id,
      renewal.id,
      sibling.id,
      neighbour.id,
    ]);
  });
});
