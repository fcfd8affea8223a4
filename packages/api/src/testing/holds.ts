import { randomUUID } from "node:crypto";
import type { TestApi } from "./harness.ts";

/** Has a SUPERADMIN hold payouts so long from now on, and runs not at all. */
export async function setPayoutHold(api: TestApi, minutes: number): Promise<void> {
  const { version } = await (await api.as("VIEWER")).payments.hold();
  await (await api.as("SUPERADMIN")).payments.setHold({
    requestId: randomUUID(),
    minutes,
    runMinutes: 0,
    version,
  });
}
