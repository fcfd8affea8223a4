import { randomUUID } from "node:crypto";
import type { Delivery } from "./delivery.ts";
import type { TestApi } from "./harness.ts";

const READY_AFTER_SECONDS = 8;

/** What may happen to an asset report of a customer, as staff and the provider do it. */
export function assetReportSteps(
  apiNow: () => TestApi,
  deliveryNow: () => Delivery,
  userIdNow: () => number,
) {
  const request = async (requestId: string = randomUUID()) =>
    (await apiNow().as("EMPLOYEE")).assetReports.request({ requestId, userId: userIdNow() });
  const get = async () => (await apiNow().as("VIEWER")).assetReports.get({ userId: userIdNow() });
  const ready = () => apiNow().clock.advance({ seconds: READY_AFTER_SECONDS });
  const ordered = async () => {
    await request();
    await deliveryNow().drain();
  };
  const received = async () => {
    await ordered();
    ready();
    const report = await get();
    if (report?.state !== "READY") throw new Error(`The report is ${report?.state}.`);
    return report;
  };
  const calls = (path: string) =>
    deliveryNow()
      .sandbox.calls.list()
      .filter((call) => call.path.endsWith(path)).length;

  return { request, get, ready, ordered, received, calls };
}
