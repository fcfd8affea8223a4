import { randomUUID } from "node:crypto";
import type { Prisma } from "@countinghouse/db";
import type { TestApi } from "./harness.ts";
import type { Payable } from "./payable.ts";

/** A business of a customer with one lien. */
export async function addLien(
  api: TestApi,
  { userId }: Payable,
  lien: Partial<Prisma.BusinessLienUncheckedCreateInput>,
): Promise<void> {
  const at = { createdAt: api.clock.now(), updatedAt: api.clock.now() };
  await api.database.unsafeTransaction(async (tx) => {
    const who = { name: "Garage", person: "Ana Diaz", phone: "2125550144", email: "ana@example.com" };
    const where = { address: "41 Mott St", city: "New York", state: "NY", zipcode: "10013" };
    const vendor = { externalId: String(userId), businessId: `vendor-${userId}`, status: "approved" };
    await tx.business.create({ data: { userId, ...who, ...where, ...vendor, batchId: randomUUID(), ...at } });
    await tx.businessLien.create({ data: { userId, state: "NY", status: "filed", ...at, ...lien } });
  });
}

/** Closes the lien of a customer. */
export const endLien = (api: TestApi, { userId }: Payable) =>
  api.database.unsafeTransaction((tx) =>
    tx.businessLien.updateMany({ where: { userId }, data: { status: "closed" } }),
  );
