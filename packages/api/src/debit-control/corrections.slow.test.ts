import type { AchReturn } from "@countinghouse/providers/ach/port";
import type { Role } from "@countinghouse/validators/roles";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { readAccountNumbers } from "../bank-accounts/replace-account.ts";
import { expectRefusal } from "../testing/expectations.ts";
import type { TestApi } from "../testing/harness.ts";
import {
  addAccount,
  openPayments,
  order,
  type Payable,
  payableCustomer,
  run,
  withProcessors,
} from "../testing/payable.ts";
import type { TestProcessors } from "../testing/processors.ts";
import { achReturn } from "../testing/reports.ts";

let api: TestApi;
let processors: TestProcessors;
beforeAll(async () => {
  ({ api } = await openPayments({ roles: ["SUPERADMIN", "EMPLOYEE", "VIEWER"], passcodes: true }));
});
beforeEach(() => {
  processors = withProcessors(api);
});
afterAll(() => api.close());

const RIGHT = "1111222233336780";

/** A bank's notice about the debit that was sent under this key. */
const toNotice = (key: string, code: string, addenda: string, changed: Partial<AchReturn> = {}) =>
  achReturn(key, { kind: "notificationOfChange", code, returnedCents: 0, addenda, ...changed });

/** Debits a customer, and has their bank say what is right. */
async function noticed(code: string, addenda: string, customer?: Payable) {
  const debited = customer ?? (await payableCustomer(api));
  await run(api, order(debited, "DEBIT"));
  const { key = "" } = processors.books.at(-1) ?? {};
  processors.report({ returns: [toNotice(key, code, addenda)] });
  await api.services.payments.pullReports();
  return { ...debited, key };
}

const readVersions = ({ userId }: Payable) =>
  api.database.read.bankAccount.findMany({
    where: { userId },
    orderBy: { id: "asc" },
    select: {
      id: true,
      mask: true,
      routing: true,
      subtype: true,
      enabled: true,
      isPrimary: true,
      replacesId: true,
    },
  });

const readCorrections = async ({ userId }: Payable) =>
  (await (await api.as("EMPLOYEE")).debitControl.corrections()).filter((each) => each.userId === userId);

describe("a notification of change", () => {
  it("shows the corrected routing number to the roles that see it, and nothing but its end to the others", async () => {
    const { userId } = await noticed("C02", "021000021");
    const shown = async (role: Role) => {
      const corrections = await (await api.as(role)).debitControl.corrections();
      return corrections.find((each) => each.userId === userId)?.correctedRouting;
    };
    for (const role of ["SUPERADMIN", "ADMIN", "EMPLOYEE"] as const)
      expect(await shown(role)).toBe("021000021");
    for (const role of ["VIEWER", "AUDITOR"] as const) expect(await shown(role)).toBe("*****0021");
  });

  it("makes a new version of the account, which is primary and debited from then on; the old one is kept", async () => {
    const customer = await noticed("C01", RIGHT);
    const [old, corrected] = await readVersions(customer);
    expect(old).toMatchObject({ id: customer.accountId, mask: "6789", enabled: false, isPrimary: false });
    expect(corrected).toMatchObject({
      mask: "6780",
      enabled: true,
      isPrimary: true,
      replacesId: customer.accountId,
    });
    const { accounts } = await (await api.as("VIEWER")).payments.options({ userId: customer.userId });
    expect(accounts).toMatchObject([{ id: corrected?.id, mask: "6780", whyNotDebit: null }]);
    const next = order({ ...customer, accountId: corrected?.id ?? 0 }, "DEBIT", { amountCents: 1_100 });
    await run(api, next);
    expect(processors.sentTo.at(-1)).toMatchObject({ accountNumber: RIGHT, routing: "011401533" });
    await expectRefusal(
      run(api, order(customer, "DEBIT", { amountCents: 1_200 })),
      "RULE",
      /was switched off|disabled/i,
    );
  });

  it.each([
    ["C02", "021000021", { mask: "6789", routing: "021000021", subtype: "checking" }],
    ["C03", `021000021   ${RIGHT}`, { mask: "6780", routing: "021000021", subtype: "checking" }],
    ["C05", "37", { mask: "6789", routing: "011401533", subtype: "savings" }],
    ["C06", `${RIGHT}    37`, { mask: "6780", routing: "011401533", subtype: "savings" }],
    ["C07", `021000021${RIGHT} 37`, { mask: "6780", routing: "021000021", subtype: "savings" }],
  ])("%s corrects what it is of", async (code, addenda, version) => {
    const customer = await noticed(code, addenda);
    expect((await readVersions(customer)).at(-1)).toMatchObject(version);
    expect(await readCorrections(customer)).toMatchObject([
      {
        code,
        state: "APPLIED",
        why: "",
        last4: "6789",
        correctedLast4: version.mask,
        correctedRouting: version.routing,
      },
    ]);
  });

  it("blocks the number as it was, whoever links it anew", async () => {
    await noticed("C01", "7777222233336780", await numbered("7777222233336789"));
    const other = await numbered("7777222233336789");
    await expectRefusal(
      run(api, order(other, "DEBIT")),
      "RULE",
      "Its bank corrected this account on 2026-11-20 with C01 (Incorrect account number). The corrected account is debited instead.",
    );
  });

  it("corrects every account of that number, of other customers too", async () => {
    const [one, other] = [await numbered("8888222233336789"), await numbered("8888222233336789")];
    await noticed("C01", "8888222233336780", one);
    expect((await readVersions(other)).map(({ mask }) => mask)).toEqual(["6789", "6780"]);
  });

  it("is applied once: told again, or told of another debit of the same account, it changes nothing", async () => {
    const customer = await payableCustomer(api);
    await run(api, order(customer, "DEBIT"));
    await run(api, order(customer, "DEBIT", { amountCents: 1_100 }));
    const notices = processors.books
      .slice(-2)
      .map(({ key, amountCents }) => toNotice(key, "C01", RIGHT, { amountCents }));
    processors.report({ returns: [...notices, ...notices] });
    await api.services.payments.pullReports();
    await api.services.payments.pullReports();
    expect(await readVersions(customer)).toHaveLength(2);
    expect((await readCorrections(customer)).map(({ state }) => state)).toEqual(["APPLIED", "APPLIED"]);
  });

  it.each([
    ["afterwards", ["1111222233336781"]],
    ["in the same file", [RIGHT, "1111222233336781"]],
  ])(
    "of the same payment with other data %s is held, is on Today, and blocks the account",
    async (_, told) => {
      const customer = await noticed("C01", RIGHT);
      const again = [...told, `${RIGHT} `].map((addenda) => toNotice(customer.key, "C01", addenda));
      processors.report({ returns: again });
      for (let pulls = 0; pulls < 3; pulls++) await api.services.payments.pullReports();
      const [old, corrected, ...more] = await readVersions(customer);
      expect(old).toMatchObject({ enabled: false });
      expect(corrected).toMatchObject({ mask: "6780", enabled: true });
      expect(more).toEqual([]);
      expect(await readCorrections(customer)).toMatchObject([
        { code: "C01", state: "REFUSED", why: expect.stringContaining("6781"), last4: "6780" },
        { code: "C01", state: "APPLIED" },
      ]);
      const { items } = await (await api.as("EMPLOYEE")).work.list({ kind: "REFUSED_CORRECTION" });
      expect(items.filter(({ userId }) => userId === customer.userId)).toHaveLength(1);
      const next = order({ ...customer, accountId: corrected?.id ?? 0 }, "DEBIT", { amountCents: 1_100 });
      await expectRefusal(run(api, next), "RULE", /was corrected otherwise/);
    },
  );

  it("of another payment with other data is held as well", async () => {
    const customer = await payableCustomer(api);
    await run(api, order(customer, "DEBIT"));
    await run(api, order(customer, "DEBIT", { amountCents: 1_100 }));
    const [first = "", second = ""] = processors.books.slice(-2).map(({ key }) => key);
    processors.report({
      returns: [
        toNotice(first, "C01", RIGHT),
        toNotice(second, "C01", "1111222233336781", { amountCents: 1_100 }),
      ],
    });
    await api.services.payments.pullReports();
    const corrected = (await readVersions(customer)).at(-1);
    const next = order({ ...customer, accountId: corrected?.id ?? 0 }, "DEBIT", { amountCents: 1_200 });
    await expectRefusal(run(api, next), "RULE", /was corrected otherwise/);
  });

  it.each([
    ["C06", "1234567832", "The account type is missing"],
    ["C02", "021000022", "The routing number is missing"],
  ])("%s with %j is held, is on Today, and only other numbers lift the block", async (code, words, why) => {
    const customer = await noticed(code, words, await numbered());
    expect(await readCorrections(customer)).toMatchObject([
      { code, state: "REFUSED", why: expect.stringContaining(why), correctedLast4: null },
    ]);
    const { items } = await (await api.as("EMPLOYEE")).work.list({ kind: "REFUSED_CORRECTION" });
    const item = items.find(({ userId }) => userId === customer.userId);
    expect(item?.said).toContain("•••• 6789");
    expect(item?.said).toContain(`••${words.slice(-4)}"`);
    await expectRefusal(run(api, order(customer, "DEBIT", { amountCents: 1_100 })), "RULE", new RegExp(why));

    const admin = await api.as("SUPERADMIN");
    const { account, routing } = await readNumbers(customer.accountId);
    const record = (numbers: { account: string; routing: string; subtype: "checking" | "savings" } | null) =>
      admin.debitControl.record({
        requestId: crypto.randomUUID(),
        userId: customer.userId,
        instrument: { kind: "account", id: customer.accountId },
        cure: "correction",
        obtainedOn: "2026-11-20",
        how: "The bank read it out by phone.",
        fileId: null,
        numbers,
      });
    await expectRefusal(record(null), "RULE", "Enter the corrected account.");
    await expectRefusal(
      record({ account, routing, subtype: "checking" }),
      "RULE",
      "The bank reported this number as wrong.",
    );
    await record({ account: RIGHT, routing: "021000021", subtype: "checking" });
    const corrected = (await readVersions(customer)).at(-1);
    expect(corrected).toMatchObject({ mask: "6780", routing: "021000021", enabled: true });
    const next = order({ ...customer, accountId: corrected?.id ?? 0 }, "DEBIT", { amountCents: 1_100 });
    expect(await run(api, next)).toMatchObject({ state: "SUBMITTED" });
    expect(processors.sentTo.at(-1)).toMatchObject({ accountNumber: RIGHT, routing: "021000021" });
    await expectRefusal(run(api, order(await numbered(account), "DEBIT")), "RULE", new RegExp(why));
  });

  it.each(["C04", "C09", "C13"])(
    "%s, which is of nothing that is kept, is for a person and holds nothing",
    async (code) => {
      const customer = await noticed(code, "", await numbered());
      expect(await readCorrections(customer)).toMatchObject([{ code, state: "REFUSED" }]);
      expect(await run(api, order(customer, "DEBIT", { amountCents: 1_100 }))).toMatchObject({
        state: "SUBMITTED",
      });
    },
  );

  it("has a preference of the last digits follow, and leaves an audit event without the number", async () => {
    const customer = await payableCustomer(api);
    await api.database.unsafeTransaction((tx) =>
      tx.paymentPreference.create({
        data: { userId: customer.userId, useBank: true, bankNumber: "6789" },
      }),
    );
    await noticed("C01", RIGHT, customer);
    expect(
      await api.database.read.paymentPreference.findUniqueOrThrow({ where: { userId: customer.userId } }),
    ).toMatchObject({ bankNumber: "6780" });
    const event = await api.database.read.auditEvent.findFirstOrThrow({
      where: { subjectType: "bank_account", subjectId: `${customer.accountId}` },
    });
    expect(event).toMatchObject({
      action: "payments.reported",
      before: { last4: "6789" },
      after: { reason: "C01", last4: "6780" },
    });
    expect(JSON.stringify([event.before, event.after])).not.toContain(RIGHT);
  });

  it("leaves a preference alone that names another account with the same last digits", async () => {
    const customer = await payableCustomer(api);
    const otherId = await addAccount(api, customer.userId, "1111222255556789");
    const where = { userId: customer.userId };
    await api.database.unsafeTransaction((tx) =>
      tx.paymentPreference.create({ data: { ...where, useBank: true, bankNumber: "6789" } }),
    );
    const preferred = async () =>
      (await api.database.read.paymentPreference.findUniqueOrThrow({ where })).bankNumber;
    await noticed("C01", RIGHT, { ...customer, accountId: otherId });
    expect(await preferred()).toBe("6789");
  });
});

const readNumbers = (accountId: number) =>
  api.database.unsafeTransaction((tx) => readAccountNumbers(tx, api.vault, accountId));

/** A customer whose account has a number of its own, or this one. */
async function numbered(account = `9${Math.random().toFixed(11).slice(2)}6789`): Promise<Payable> {
  const customer = await payableCustomer(api);
  const place = { table: "bank_account", column: "number_sealed", rowId: customer.accountId };
  await api.database.unsafeTransaction((tx) =>
    tx.bankAccount.update({
      where: { id: customer.accountId },
      data: {
        numberSealed: api.vault.seal(place, account),
        numberIndex: api.vault.blindIndex("bankAccountNumber", account),
      },
    }),
  );
  return customer;
}
