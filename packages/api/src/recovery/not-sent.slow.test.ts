import { afterEach, beforeEach, expect, it } from "vitest";
import type { TestApi } from "../testing/harness.ts";
import { openPayments, payableCustomer } from "../testing/payable.ts";
import type { TestProcessors } from "../testing/processors.ts";
import { beginUnsent } from "../testing/recovery.ts";

let api: TestApi;
let processors: TestProcessors;
beforeEach(async () => {
  ({ api, processors } = await openPayments({ roles: ["EMPLOYEE"] }));
});
afterEach(() => api.close());

it("a payment that can not be written in the journal is not sent, and goes out later under the same key", async () => {
  api.journal.isDown = true;
  const paymentId = await beginUnsent(api, await payableCustomer(api), "SALE");
  expect(await api.services.payments.step(paymentId)).toBe("SENDING");
  expect(processors.calls()).toBe(0);
  api.journal.isDown = false;
  const attempts = () => api.database.read.paymentAttempt.findMany({ where: { intentId: paymentId } });
  const [before] = await attempts();
  // That nothing was sent is certain: no effect of a call has to be waited for.
  api.clock.advance({ seconds: 2 });
  await api.services.payments.drain();
  expect(processors.books.map(({ key }) => key)).toEqual([before?.providerKey]);
  expect(await attempts()).toMatchObject([{ outcome: "SUCCEEDED" }]);
});

it("a payment that can not be written in the journal is tried less and less often, and never less than one that was sent is asked about", async () => {
  api.journal.isDown = true;
  const paymentId = await beginUnsent(api, await payableCustomer(api), "SALE");
  const dueIn = async () => {
    const { dueAt } = await api.database.read.paymentIntent.findUniqueOrThrow({ where: { id: paymentId } });
    return (dueAt?.getTime() ?? 0) - api.clock.now().getTime();
  };
  await api.services.payments.step(paymentId);
  const waits = [await dueIn()];
  while (waits.length < 30) {
    api.clock.advance({ seconds: (waits.at(-1) ?? 0) / 1000 });
    await api.services.payments.drain();
    waits.push(await dueIn());
  }
  expect(waits[0]).toBe(2000);
  expect(waits).toEqual(waits.toSorted((one, other) => one - other));
  expect(waits.at(-1)).toBe(api.services.payments.leftAloneMs("SALE"));
  expect(processors.calls()).toBe(0);
});
