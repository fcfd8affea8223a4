import { Hono } from "hono";
import { z } from "zod";
import type { Clock } from "../clock.ts";
import { readJson } from "../json-body.ts";
import type { Businesses } from "./businesses.ts";
import type { Links } from "./links.ts";
import type { Webhooks } from "./webhooks.ts";

/** How the stand-in behaves. */
export interface MiddeskSettings {
  /** Where webhooks go; null = nowhere. */
  webhookUrl: string | null;
}

const settingsSchema = z.strictObject({ webhookUrl: z.url().nullable() });
/** Also in a word that is not published: there may be more of them any day. */
const decisionSchema = z.strictObject({ status: z.string().regex(/^[a-z_]+$/) });

/**
 * What no caller of Middesk can do: see what it holds, put a business where somebody there would, make every link to a
 * document expire, see the webhooks that were sent and send one again.
 */
export function middeskControl(state: {
  clock: Clock;
  businesses: Businesses;
  links: Links;
  webhooks: Webhooks;
  settings: MiddeskSettings;
  tellAbout(businessId: string): void;
}): Hono {
  const { clock, businesses, links, webhooks, settings } = state;
  return new Hono()
    .get("/businesses", (c) => c.json(createViews(businesses)))
    .post("/businesses/:id", async (c) => {
      const { status } = await readJson(c, decisionSchema);
      const business = businesses.get(c.req.param("id"));
      if (!business) return c.json({ errors: ["No such business."] }, 404);
      business.decided = { status, at: clock.now() };
      state.tellAbout(business.id);
      return c.json({ id: business.id, status });
    })
    .post("/links/expire", (c) => {
      links.expireAll();
      return c.body(null, 204);
    })
    .get("/settings", (c) => c.json(settings))
    .post("/settings", async (c) => c.json(Object.assign(settings, await readJson(c, settingsSchema))))
    .get("/webhooks", (c) => c.json(webhooks.list()))
    .post("/webhooks/:id/again", async (c) => {
      const again = await webhooks.sendAgain(c.req.param("id"));
      return again ? c.json(again) : c.json({ errors: ["No such webhook."] }, 404);
    });
}

export type BusinessView = ReturnType<typeof createViews>[number];

/** Businesses and their liens as they may be looked at: no EIN, no address. */
export function createViews(businesses: Businesses) {
  return businesses.list().map((business) => ({
    id: business.id,
    uniqueExternalId: business.uniqueExternalId,
    name: business.name,
    status: businesses.findStatus(business),
    liens: business.liens.map((lien) => ({
      id: lien.id,
      state: lien.state,
      status: businesses.statusOfLien(lien),
      principalCents: lien.principalCents,
    })),
  }));
}
