import { MOST_DECLINES_A_DAY } from "@countinghouse/validators/debit-control/card-rules";
import { NOT_IN_REPORTS, RESOLVED_BY_HAND } from "@countinghouse/validators/payments/rules";
import { afterAll, beforeAll, beforeEach, expect, it } from "vitest";
import { cameBack } from "../testing/came-back.ts";
import { collectionDoors } from "../testing/collection-doors.ts";
import type { TestApi } from "../testing/harness.ts";
import { openPayments, withProcessors } from "../testing/payable.ts";
import type { TestProcessors } from "../testing/processors.ts";

let api: TestApi;
let processors: TestProcessors;
beforeAll(async () => {
  ({ api } = await openPayments({ roles: ["SUPERADMIN", "EMPLOYEE"], passcodes: true }));
});
beforeEach(() => {
  processors = withProcessors(api);
});
afterAll(() => api.close());

const { customerWith, charge } = collectionDoors(() => api);

it.each([
  ["declined forbid another try of the card", "declined", /^The card was declined 10 times in 24 hours/],
  ["could not be asked for forbid nothing", "unavailable", /^taken$/],
] as const)("ten sales in a day that the processor %s", async (_what, mishap, says) => {
  const customer = await customerWith("card");
  for (let nth = 0; nth < MOST_DECLINES_A_DAY; nth++) {
    processors.next(mishap);
    expect(await charge("SALE")(customer)).toBeNull();
  }
  expect((await charge("SALE")(customer)) ?? "taken").toMatch(says);
  expect(processors.books).toHaveLength(mishap === "declined" ? 0 : 1);
});

it.each([RESOLVED_BY_HAND, NOT_IN_REPORTS])(
  "a sale that ended as %s is no decline, whatever the processor had told of it",
  async (code) => {
    const customer = await customerWith("card");
    for (let nth = 0; nth < MOST_DECLINES_A_DAY; nth++)
      await cameBack(api, customer, { code, kind: "SALE", daysAgo: 0 });
    expect(await charge("SALE")(customer)).toBeNull();
  },
);
