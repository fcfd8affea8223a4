import { randomUUID } from "node:crypto";
import { expect, it } from "vitest";
import { setUpAutomation } from "../testing/automation.ts";
import { type DueCustomer, dueCustomer, reviewed, startPayments } from "../testing/bulk.ts";
import { cameBack } from "../testing/came-back.ts";
import { order, payableCustomer, run } from "../testing/payable.ts";

const at = setUpAutomation();
const IDS = 100;
const UNKNOWN_ID = 2_000_000_000;

/** One obstacle: how it comes to be, and what the review of bulk ACH and the question of payment automation say of it. */
interface Obstacle {
  make: (customer: DueCustomer) => Promise<unknown>;
  ach: [level: string, code: string, place: string | null] | null;
  automation: [group: string, reason: string, place: string | null] | null;
}

const update = (data: object) => (customer: DueCustomer) =>
  at.api.database.unsafeTransaction((tx) => tx.user.update({ where: { id: customer.userId }, data }));

/** Nothing but an account, so that no card stands in for it. */
const withoutCard = ({ cardId }: DueCustomer) =>
  at.api.database.unsafeTransaction((tx) => tx.card.delete({ where: { id: cardId } }));

/** Has the bank have sent a debit back with this code. */
const returned = (code: string) => async (customer: DueCustomer) => {
  await withoutCard(customer);
  await cameBack(at.api, customer, { code });
};

const OBSTACLES: Readonly<Record<string, Obstacle>> = {
  "flagged Do Not Fund": {
    make: update({ doNotFund: true }),
    ach: ["look", "do-not-fund", "doNotFund"],
    automation: ["decision", "Do Not Fund", "doNotFund"],
  },
  "placed with an agency": {
    make: update({ isExternal: true }),
    ach: ["blocked", "external", "external"],
    automation: ["blocked", "External collections", "external"],
  },
  "switched off": {
    make: update({ runPaymentAutomation: false }),
    ach: null,
    automation: ["decision", "Payment automation is off", "automation"],
  },
  "with a disabled account": {
    make: async (customer) => {
      await withoutCard(customer);
      await at.api.database.unsafeTransaction((tx) =>
        tx.bankAccount.update({ where: { id: customer.accountId }, data: { enabled: false } }),
      );
    },
    ach: ["blocked", "no-instrument", "accounts"],
    automation: ["blocked", "Account disabled", "accounts"],
  },
  "whose bank is down": {
    make: ({ accountId }) =>
      at.api.database.unsafeTransaction(async (tx) => {
        const { bankLinkId } = await tx.bankAccount.findUniqueOrThrow({ where: { id: accountId } });
        const id = randomUUID();
        await tx.bankLink.update({ where: { id: bankLinkId }, data: { institutionId: id } });
        const due = { nextCheckAt: at.api.clock.now(), customers: 1 };
        await tx.institution.create({ data: { id, name: "First Platypus Bank", status: "DOWN", ...due } });
      }),
    ach: ["look", "bank-down", "bankStatus"],
    automation: ["goes", "", null],
  },
  "whose account returned R02": {
    make: returned("R02"),
    ach: ["blocked", "no-instrument", "accounts"],
    automation: ["blocked", "Account return block (R02/R03/R04/R20)", "accounts"],
  },
  "whose account returned R10": {
    make: returned("R10"),
    ach: ["blocked", "no-instrument", "accounts"],
    automation: ["blocked", "Authorization revoked (R07/R10/R29)", "accounts"],
  },
  "with a remark that stops debits": {
    make: async ({ userId }) =>
      (await at.api.as("EMPLOYEE")).remarks.add({
        requestId: randomUUID(),
        userId,
        category: "Bankruptcy",
        remarkDate: "2026-11-20",
        note: "Chapter 7",
      }),
    ach: ["blocked", "no-instrument", "remarks"],
    automation: ["blocked", "Remark stops debits", "remarks"],
  },
  "with a payment of unknown outcome": {
    make: async (customer) => {
      at.processors.next("lostBefore");
      await run(at.api, order(customer, "DEBIT"));
    },
    ach: ["blocked", "under-way", "payments"],
    automation: ["blocked", "Outcome unknown, under investigation", "payments"],
  },
  "who waits in another batch": {
    make: (customer) => startPayments(at.api, reviewed("BULK_DEBIT", [customer])),
    ach: ["blocked", "requested", null],
    automation: ["blocked", "Duplicate in batch", null],
  },
  "who paid today": {
    make: (customer) => run(at.api, order(customer, "SALE", { amountCents: 100 })),
    ach: ["look", "paid-today", "payments"],
    automation: ["decision", "Already paid today", "payments"],
  },
};

it("of 100 ids with one of each obstacle the right group, reason and place is told of every one, and no vendor is asked", async () => {
  const expected = new Map<number, Obstacle>();
  for (const obstacle of Object.values(OBSTACLES)) {
    const customer = await dueCustomer(at.api);
    await obstacle.make(customer);
    expected.set(customer.userId, obstacle);
  }
  const nothingDue = await payableCustomer(at.api);
  expected.set(nothingDue.userId, {
    make: async () => undefined,
    ach: ["look", "nothing-due", "schedule"],
    automation: null,
  });
  expected.set(UNKNOWN_ID, {
    make: async () => undefined,
    ach: ["blocked", "unknown", null],
    automation: null,
  });
  const ready = new Set<number>();
  while (expected.size + ready.size < IDS) ready.add((await dueCustomer(at.api)).userId);
  const asked: string[] = [];
  at.api.services.ports = listening(at.api.services.ports, asked);

  const viewer = await at.api.as("VIEWER");
  const userIds = [...expected.keys(), ...ready].join("\n");
  const { rows } = await viewer.bulkJobs.preview({ kind: "BULK_ACH", version: 2, userIds });
  const told = rows.map(({ userId, reasons: [first] }) => [
    userId,
    first === undefined ? null : [first.level, first.code, first.fact?.place ?? null],
  ]);
  expect(told).toHaveLength(IDS);
  expect(told).toEqual(rows.map(({ userId }) => [userId, expected.get(userId)?.ach ?? null]));

  const { groups } = await viewer.automation.preview();
  const grouped = Object.entries(groups).flatMap(([group, { rows: of }]) =>
    of.map(({ userId, reason, fact }) => [userId, [group, reason ?? "", fact?.place ?? null]]),
  );
  const due = [...expected].filter(([, { automation }]) => automation !== null);
  expect(Object.fromEntries(grouped)).toEqual({
    ...Object.fromEntries(due.map(([userId, { automation }]) => [userId, automation])),
    ...Object.fromEntries([...ready].map((userId) => [userId, ["goes", "", null]])),
  });
  expect(groups.goes.count).toBe(ready.size + 1);
  expect(asked).toEqual([]);
});

/** The same ports, which note each call. */
const listening = <Ports extends object>(ports: Ports, asked: string[]): Ports =>
  Object.fromEntries(
    Object.entries(ports).map(([name, port]) => [
      name,
      new Proxy(port as object, {
        get: (target, method) => {
          asked.push(`${name}.${String(method)}`);
          return Reflect.get(target, method);
        },
      }),
    ]),
  ) as Ports;
