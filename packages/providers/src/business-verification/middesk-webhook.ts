import { createHmac, timingSafeEqual } from "node:crypto";
import { z } from "zod";
import { middeskError } from "./middesk-call.ts";
import type { BusinessVerification, BusinessVerificationEvent } from "./port.ts";

/**
 * Proves and reads what Middesk sends to our webhook: the header X-Middesk-Signature-256 is the HMAC of the exact body
 * under the secret agreed on, in hex. It does not say when, so that an old one may be played again; it only makes us
 * ask.
 */
export function createMiddeskWebhook(
  secret: string,
): Pick<BusinessVerification, "signatureRefusal" | "verifyWebhook"> {
  return {
    signatureRefusal,
    verifyWebhook: (rawBody, signature = "") => {
      if (signatureRefusal(signature) !== null) throw unproven("its signature has another form");
      const actual = createHmac("sha256", secret).update(rawBody).digest();
      if (!timingSafeEqual(Buffer.from(signature, "hex"), actual))
        throw unproven("its signature is another one");
      return readEvent(rawBody);
    },
  };
}

const signatureRefusal = (signature: string | undefined): "UNSIGNED" | null =>
  signature !== undefined && /^[0-9a-f]{64}$/i.test(signature) ? null : "UNSIGNED";

function unproven(reason: string) {
  return middeskError("refused", "WEBHOOK", `a webhook is not proven to come from Middesk: ${reason}`);
}

const envelopeSchema = z.object({
  object: z.literal("event"),
  id: z.string().min(1),
  type: z.string().min(1),
  data: z.object({ object: z.unknown() }),
});
const businessSchema = z.object({ id: z.string().min(1), unique_external_id: z.string().nullish() });
const lienSchema = z.object({ id: z.string().min(1), business_id: z.string().min(1) });

function readEvent(rawBody: Uint8Array): BusinessVerificationEvent {
  try {
    const body: unknown = JSON.parse(new TextDecoder().decode(rawBody));
    const { id, type, data } = envelopeSchema.parse(body);
    if (type.startsWith("business.")) {
      const business = businessSchema.parse(data.object);
      const externalId = business.unique_external_id ?? null;
      return { type: "businessChanged", id, businessId: business.id, externalId };
    }
    if (type.startsWith("lien.")) {
      const lien = lienSchema.parse(data.object);
      return { type: "lienChanged", id, lienId: lien.id, businessId: lien.business_id };
    }
    return { type: "other", id, name: type };
  } catch {
    throw middeskError("refused", "WEBHOOK", "a webhook could not be read");
  }
}
