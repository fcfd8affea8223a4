import { randomUUID } from "node:crypto";
import { APPROVAL_TEXTS as TEXT } from "@countinghouse/validators/approvals/rules";
import type { Role } from "@countinghouse/validators/roles";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import type { AdminActor } from "../actor.ts";
import { inviteAdmin } from "../admins/staff.ts";
import { payloadPlace } from "../outbox/queue.ts";
import { approve, look, setRules, waitingPayment } from "../testing/approvals.ts";
import { countAuditEvents, expectRefusal } from "../testing/expectations.ts";
import type { TestApi } from "../testing/harness.ts";
import { openPayments, payableCustomer, withProcessors } from "../testing/payable.ts";
import { lookedAtPayment, payment } from "../testing/payments.ts";
import { addAdmin } from "../testing/signing-in.ts";

const HOURS_OF_30_DAYS = 24 * 30;

let api: TestApi;
beforeAll(async () => {
  ({ api } = await openPayments({
    roles: ["SUPERADMIN", "ADMIN", "EMPLOYEE"],
    passcodes: true,
    fourEyes: true,
  }));
});
beforeEach(async () => {
  withProcessors(api);
  await setRules(api, { MANUAL_POSTING: { overCents: 50_000 } });
});
afterAll(() => api.close());

const readActor = async (id: string): Promise<AdminActor> => {
  const { email, fullName, role } = await api.database.read.admin.findUniqueOrThrow({ where: { id } });
  return { kind: "admin", id, sessionId: randomUUID(), email, fullName, role };
};
const invitation = (role: Role) => ({
  email: `${randomUUID()}@lender.example`,
  fullName: "Ines Kaur",
  role,
  paymentFlag: false,
  requestId: randomUUID(),
});
/** Adds an admin whom `giver` has invited and who has set a password. */
async function invite(giver: AdminActor, role: Role): Promise<AdminActor> {
  const { id } = await api.callAs(giver).admins.invite(invitation(role));
  return accepted(id);
}
/** Activates an invited admin, as setting a password does. */
async function accepted(id: string): Promise<AdminActor> {
  await api.asOwner("UPDATE admin SET status = 'ACTIVE' WHERE id = $1", [id]);
  return readActor(id);
}
/** Adds an admin whom no colleague has invited. */
const addedBefore = async (role: Role) => readActor((await addAdmin(api, { role })).id);
const promote = async (giver: AdminActor, { id }: AdminActor, role: Role): Promise<AdminActor> => {
  const { version } = await api.database.read.admin.findUniqueOrThrow({ where: { id } });
  await api.callAs(giver).admins.change({ id, version, role, paymentFlag: false, requestId: randomUUID() });
  return readActor(id);
};
/** Sends a request of this admin and returns its waiting approval. */
async function askedBy(maker: AdminActor) {
  const { userId } = await payableCustomer(api, { owesCents: 100_000 });
  const input = await lookedAtPayment(api, payment(userId, { amountCents: 60_000 }), maker.role);
  const press = api.callAs(maker).payments.recordManual(input);
  const { approvalId } = await expectRefusal(press, "WAITS", TEXT.waits);
  return look(api, String(approvalId), "SUPERADMIN");
}
const decide = ({ id, effectHash }: Awaited<ReturnType<typeof look>>, decider: AdminActor) =>
  api.callAs(decider).approvals.approve({ approvalId: id, effectHash, requestId: randomUUID() });

type Pair = { maker: AdminActor; decider: AdminActor };
const PAIRS: [string, () => Promise<Pair>][] = [
  [
    "whom the maker has invited",
    async () => {
      const maker = await addedBefore("SUPERADMIN");
      return { maker, decider: await invite(maker, "ADMIN") };
    },
  ],
  [
    "whom the maker has invited longer ago, and has sent the invitation once more",
    async () => {
      const maker = await addedBefore("SUPERADMIN");
      const { id } = await api.callAs(maker).admins.invite(invitation("ADMIN"));
      api.clock.advance({ hours: HOURS_OF_30_DAYS });
      await api.callAs(maker).admins.sendPasswordLink({ id, requestId: randomUUID() });
      return { maker, decider: await accepted(id) };
    },
  ],
  [
    "whose role the maker has raised",
    async () => {
      const maker = await addedBefore("SUPERADMIN");
      return { maker, decider: await promote(maker, await addedBefore("EMPLOYEE"), "ADMIN") };
    },
  ],
  [
    "who was disabled, and whom the maker has enabled again",
    async () => {
      const maker = await addedBefore("SUPERADMIN");
      const { id } = await addedBefore("ADMIN");
      const staff = api.callAs(maker).admins;
      for (const isDisabled of [true, false]) {
        const { version } = await api.database.read.admin.findUniqueOrThrow({ where: { id } });
        await staff.setStatus({ id, version, isDisabled, requestId: randomUUID() });
      }
      return { maker, decider: await readActor(id) };
    },
  ],
  [
    "who has invited the maker",
    async () => {
      const decider = await addedBefore("SUPERADMIN");
      return { maker: await invite(decider, "EMPLOYEE"), decider };
    },
  ],
  [
    "who was invited by one whom the maker has invited",
    async () => {
      const maker = await addedBefore("SUPERADMIN");
      return { maker, decider: await invite(await invite(maker, "SUPERADMIN"), "ADMIN") };
    },
  ],
  [
    "who was invited by the same person as the maker",
    async () => {
      const giver = await addedBefore("SUPERADMIN");
      return { maker: await invite(giver, "EMPLOYEE"), decider: await invite(giver, "ADMIN") };
    },
  ],
];

describe.each(PAIRS)("an admin %s", (_, pair) => {
  it("may not decide, sees the reason, is neither counted nor mailed, and the database refuses it too", async () => {
    const { maker, decider } = await pair();
    const before = (await api.callAs(decider).approvals.count()).toDecide;
    const shown = await askedBy(maker);
    const events = await countAuditEvents(api, "approvals.approve");
    await expectRefusal(decide(shown, decider), "RULE", TEXT.ofOneGiver);
    await expectRefusal(
      api.callAs(decider).approvals.deny({ approvalId: shown.id, note: "No.", requestId: randomUUID() }),
      "RULE",
      TEXT.ofOneGiver,
    );
    expect(await countAuditEvents(api, "approvals.approve")).toBe(events);
    const { items } = await api.callAs(decider).approvals.list({ view: "waiting", userId: null });
    expect(items.find(({ id }) => id === shown.id)?.whyNotDecide).toBe(TEXT.ofOneGiver);
    expect((await api.callAs(decider).approvals.count()).toDecide).toBe(before);
    const dedupeKey = `approval:${shown.id}:${decider.id}`;
    expect(await api.database.read.outboxMessage.findUnique({ where: { dedupeKey } })).toBeNull();
    const forced = api.asOwner(
      "UPDATE approval SET state = 'APPROVED', decided_by_id = $2, decided_at = $3 WHERE id = $1",
      [shown.id, decider.id, api.clock.now()],
    );
    await expect(forced).rejects.toThrow("whose access comes from the same person");
    await approve(api, shown, "ADMIN");
    expect((await look(api, shown.id)).state).toBe("DONE");
  });
});

describe("another admin", () => {
  it("decides when the maker invited and promoted them more than thirty days ago", async () => {
    const maker = await addedBefore("SUPERADMIN");
    const decider = await promote(maker, await invite(maker, "EMPLOYEE"), "ADMIN");
    api.clock.advance({ hours: HOURS_OF_30_DAYS });
    const shown = await askedBy(maker);
    await decide(shown, decider);
    expect((await look(api, shown.id)).state).toBe("DONE");
  });

  it("decides after a password link from the maker, which gives no new access", async () => {
    const maker = await addedBefore("SUPERADMIN");
    const decider = await addedBefore("ADMIN");
    await api.callAs(maker).admins.sendPasswordLink({ id: decider.id, requestId: randomUUID() });
    const shown = await askedBy(maker);
    await decide(shown, decider);
    expect((await look(api, shown.id)).state).toBe("DONE");
  });

  it("decides when invited from the command line, so an installation with one SUPERADMIN has a second person", async () => {
    const maker = await addedBefore("SUPERADMIN");
    const job = api.ctx({ kind: "job", name: "admin:invite" });
    const { id } = await inviteAdmin(job, invitation("ADMIN"));
    const shown = await askedBy(maker);
    await decide(shown, await accepted(id));
    expect((await look(api, shown.id)).state).toBe("DONE");
  });

  it("decides after the maker lowered their role, or left it the same", async () => {
    const maker = await addedBefore("SUPERADMIN");
    const lowered = await promote(maker, await addedBefore("SUPERADMIN"), "ADMIN");
    const unchanged = await promote(maker, await addedBefore("ADMIN"), "ADMIN");
    for (const decider of [lowered, unchanged]) {
      const shown = await askedBy(maker);
      await decide(shown, decider);
      expect((await look(api, shown.id)).state).toBe("DONE");
    }
  });

  it("receives a mail about the request", async () => {
    const { shown } = await waitingPayment(api);
    const dedupeKey = `approval:${shown.id}:${(await api.admin("ADMIN")).id}`;
    const mail = await api.database.read.outboxMessage.findUniqueOrThrow({ where: { dedupeKey } });
    expect(api.vault.open(payloadPlace(mail.id), mail.payload)).toContain("is waiting for your approval");
  });
});
