import { randomUUID } from "node:crypto";
import type { Prisma } from "@countinghouse/db";
import { createMiddeskBusinessVerification } from "@countinghouse/providers/business-verification/middesk";
import type { BusinessVerification } from "@countinghouse/providers/business-verification/port";
import { z } from "zod";
import { drainOutbox } from "../outbox/deliver.ts";
import { createOutboxHandlers } from "../outbox-handlers.ts";
import { type Delivery, PATIENT_MS } from "./delivery.ts";
import type { TestApi } from "./harness.ts";

const EIN = "470184413";

/** A user whose business can be registered: with a company, an address and an EIN sealed to the row. */
export async function addOwner(
  api: TestApi,
  { ein = EIN, ...facts }: Prisma.UserCreateInput & { ein?: string } = {},
): Promise<number> {
  const { id } = await api.user({
    phone: "2125550144",
    currentAddress: "41 Mott St",
    city: "New York",
    state: "NY",
    zipcode: "10013",
    companyName: "Delgado Catering LLC",
    ...facts,
  });
  const sealed = {
    einSealed: api.vault.seal({ table: "users", column: "ein_sealed", rowId: id }, ein),
    einIndex: api.vault.blindIndex("ein", ein),
  };
  await api.database.unsafeTransaction((tx) => tx.user.update({ where: { id }, data: sealed }));
  return id;
}

/** Puts the real adapter, with the sandbox behind it, where calls look for the verifier of businesses. */
export function connectBusinesses(api: TestApi, { sandbox }: Delivery): void {
  api.services.ports.businessVerification = createMiddeskBusinessVerification({
    ...sandbox.middesk,
    deadlineMs: PATIENT_MS,
  });
}

/** Delivers until nothing is left to be delivered, however slow the machine is. */
export async function deliverAll(api: TestApi, delivery: Delivery): Promise<void> {
  while ((await delivery.drain()) >= 0) {
    if ((await api.database.read.outboxMessage.count({ where: { state: "QUEUED" } })) === 0) return;
    api.clock.advance({ seconds: 61 });
  }
}

/** One worker's rounds until the verifier has been given up on. */
export async function tryForAMinute(api: TestApi, delivery: Delivery): Promise<void> {
  for (let attempt = 1; attempt <= 4; attempt++) {
    await delivery.drain();
    api.clock.advance({ seconds: 61 });
  }
}

/** Registers these users' businesses and lets the verifier come to the end of its review. */
export async function registerReviewed(api: TestApi, delivery: Delivery, userIds: number[]): Promise<void> {
  const employee = await api.as("EMPLOYEE");
  const input = { requestId: randomUUID(), userIds: userIds.join(","), retry: false };
  await employee.businesses.register(input);
  await deliverAll(api, delivery);
  await api.database.unsafeTransaction((tx) =>
    tx.business.updateMany({ where: { userId: { in: userIds } }, data: { status: "in_review" } }),
  );
}

export interface Frozen {
  /** Lets it go on with what the verifier answered, or with this error, until it is done. */
  wake(error?: Error): Promise<void>;
}

/** A worker that froze as the verifier's answer to this came in. */
export async function freezeAt(
  api: TestApi,
  { ports }: Delivery,
  asked: "liens" | "createBusiness",
): Promise<Frozen> {
  const { businessVerification } = ports;
  const [arrived, woken] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const halted = async <Answer>(answer: Promise<Answer>): Promise<Answer> => {
    const told = await answer;
    arrived.resolve();
    await woken.promise;
    return told;
  };
  const slow: BusinessVerification = {
    ...businessVerification,
    ...(asked === "liens"
      ? { liens: (businessId) => halted(businessVerification.liens(businessId)) }
      : { createBusiness: (business) => halted(businessVerification.createBusiness(business)) }),
  };
  const drained = drainOutbox(api.services, createOutboxHandlers({ ...ports, businessVerification: slow }), [
    "BUSINESS",
  ]);
  await arrived.promise;
  return {
    wake: async (error) => {
      if (error) woken.reject(error);
      else woken.resolve();
      await drained;
    },
  };
}

const Books = z.array(
  z.object({
    id: z.string(),
    uniqueExternalId: z.string().nullable(),
    name: z.string(),
    status: z.string(),
    liens: z.array(
      z.object({
        id: z.string(),
        state: z.string(),
        status: z.string(),
        principalCents: z.number().nullable(),
      }),
    ),
  }),
);

/** The businesses of a user in the verifier's own books. */
export async function verifierBooks({ sandbox }: Delivery, userId: number): Promise<z.infer<typeof Books>> {
  const answer = await fetch(`${sandbox.origin}/__sandbox/middesk/businesses`);
  const books = Books.parse(await answer.json());
  return books.filter(({ uniqueExternalId }) => uniqueExternalId === String(userId));
}

/** The row of a user in the list, as a viewer sees it. */
export async function readRow(api: TestApi, userId: number) {
  const { rows } = await (await api.as("VIEWER")).businesses.list({ userId });
  const [row] = rows;
  if (!row) throw new Error(`There is no business of user ${userId}.`);
  return row;
}
