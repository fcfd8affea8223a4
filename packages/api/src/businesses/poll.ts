import type { BusinessVerificationEvent } from "@countinghouse/providers/business-verification/port";
import { isVendorAway, ProviderError } from "@countinghouse/providers/provider-error";
import type { Core } from "../core.ts";
import { coordinate } from "../job-writes.ts";
import { type RefreshingServices, refreshBusiness } from "./refresh.ts";

/** How many are asked about in one round, and for how long nobody else asks about them. */
const MOST_AT_ONCE = 20;
const CLAIM_MS = 5 * 60_000;

/**
 * Asks the verifier about the businesses and liens that are due. Any number of workers may run it. Ends the round when
 * the verifier does not answer. Returns how many were asked about.
 */
export async function pollBusinesses(
  services: RefreshingServices & Pick<Core, "log" | "vendorsOff">,
): Promise<number> {
  if (services.vendorsOff.includes("businessVerification")) return 0;
  let asked = 0;
  for (const userId of await claim(services)) {
    try {
      await refreshBusiness(services, userId);
      asked++;
    } catch (error) {
      if (!(error instanceof ProviderError)) throw error;
      services.log.warn({ userId, error: error.message }, "a business could not be asked about");
      if (isVendorAway(error)) break;
    }
  }
  return asked;
}

async function claim({ db, now }: RefreshingServices): Promise<number[]> {
  const at = now();
  const until = new Date(at.getTime() + CLAIM_MS);
  const claimed = await coordinate(
    { db },
    (tx) => tx.$queryRaw<{ userId: number }[]>`
      UPDATE business SET next_check_at = ${until}
      WHERE user_id IN (SELECT user_id FROM business WHERE next_check_at <= ${at}
                        ORDER BY next_check_at LIMIT ${MOST_AT_ONCE} FOR UPDATE SKIP LOCKED)
      RETURNING user_id AS "userId"`,
  );
  return claimed.map(({ userId }) => userId);
}

/**
 * Acts on what the verifier told: it is asked how the business stands now, so that an event that comes late or twice
 * changes nothing. One about nobody here is let be, and so is one that was acted on already: whoever plays it again makes us ask
 * nothing. Throws what the verifier's adapter throws.
 */
export async function receiveVerificationEvent(
  services: RefreshingServices,
  event: BusinessVerificationEvent,
): Promise<void> {
  if (event.type === "other") return;
  const { businessId, id: eventId } = event;
  const receipt = { vendor: "middesk", eventId };
  if ((await services.db.read.webhookReceipt.count({ where: receipt })) > 0) return;
  const business = await services.db.read.business.findUnique({
    where: { businessId },
    select: { userId: true },
  });
  if (!business) return;
  await refreshBusiness(services, business.userId);
  // Only now: an event that could not be acted on may come again.
  const data = [{ ...receipt, receivedAt: services.now() }];
  await coordinate(services, (tx) => tx.webhookReceipt.createMany({ data, skipDuplicates: true }));
}
