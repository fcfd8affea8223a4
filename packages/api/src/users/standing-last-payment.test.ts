import { randomUUID } from "node:crypto";
import { UNPAID_LINE_ITEMS, UNPAID_MODES } from "@countinghouse/validators/manual-payments/rules";
import { afterAll, beforeAll, expect, it } from "vitest";
import { createManualIntent } from "../payments/manual-intent.ts";
import { addAdvance } from "../testing/advances.ts";
import { createTestApi, type TestApi } from "../testing/harness.ts";
import { payment, record } from "../testing/payments.ts";

let api: TestApi;
beforeAll(async () => {
  api = await createTestApi();
});
afterAll(() => api.close());

it.each([
  ...UNPAID_LINE_ITEMS.map((lineItemType) => ({ lineItemType, modeOfPayment: "CashApp" as const })),
  ...UNPAID_MODES.map((modeOfPayment) => ({ lineItemType: "Payment" as const, modeOfPayment })),
])(
  "the last payment is the money that came in last, not what came by none: $lineItemType, $modeOfPayment",
  async (none) => {
    const { userId } = await addAdvance(api);
    await record(api, payment(userId, { amountCents: 1_000 }));
    api.clock.advance({ hours: 24 });
    const { id: createdById } = await api.admin("EMPLOYEE");
    await api.database.unsafeTransaction((tx) =>
      createManualIntent(tx, {
        userId,
        applicationId: null,
        businessKey: randomUUID(),
        createdById,
        now: api.clock.now(),
        payment: { ...payment(userId), ...none, amountCents: 2_000 },
      }),
    );
    expect(await api.database.read.userStanding.findUniqueOrThrow({ where: { userId } })).toMatchObject({
      lastPaymentCents: 1_000n,
    });
  },
);
