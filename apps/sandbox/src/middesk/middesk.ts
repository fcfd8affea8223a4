import { Hono } from "hono";
import type { Clock } from "../clock.ts";
import type { CaseEntry, Vendor } from "../vendor.ts";
import { isAuthorized } from "./access.ts";
import { type Business, createBusinesses, type Lien } from "./businesses.ts";
import { type BusinessView, createViews, type MiddeskSettings, middeskControl } from "./control.ts";
import { AGE_MS } from "./course.ts";
import { errorBody, refused } from "./errors.ts";
import { lienPdf } from "./lien-pdf.ts";
import { createLinks } from "./links.ts";
import { onePage, readBusiness, readLien } from "./requests.ts";
import { createWebhooks } from "./webhooks.ts";
import { businessItemJson, businessJson, lienJson, terminationJson } from "./wire.ts";

/** Told of by webhook; of the others Middesk tells nothing. */
const TOLD_STATUSES: ReadonlySet<string> = new Set(["in_review", "approved", "rejected"]);

/** What somebody at Middesk decides in the end. */
const DECISIONS = ["approved", "rejected"];

/** Middesk's businesses, liens and documents, and its webhooks. `webhookUrl` is where these go; null = nowhere. */
export function createMiddesk(clock: Clock, webhookUrl: string | null): Vendor {
  const settings: MiddeskSettings = { webhookUrl };
  const webhooks = createWebhooks(clock, settings);
  const links = createLinks(clock);
  let origin = "http://127.0.0.1";
  const linkTo = (documentId: string) =>
    `${origin}/middesk/files/${documentId}?${links.queryFor(documentId)}`;

  const atAge = ({ createdAt }: { createdAt: Date }, ageMs: number, run: () => Promise<void>) => {
    const at = new Date(createdAt.getTime() + ageMs);
    if (at > clock.now()) clock.whenReached(at, () => void run());
  };
  const tell = async (business: Business) => {
    if (TOLD_STATUSES.has(businesses.findStatus(business)))
      await webhooks.tell("business.updated", businessJson(written, business));
  };
  const tellOfLien = async (lien: Lien) => webhooks.tell("lien.updated", await lienJson(written, lien));
  const businesses = createBusinesses(clock, {
    business: (business) => {
      for (const age of [AGE_MS.reviewed, AGE_MS.decided]) atAge(business, age, () => tell(business));
    },
    lien: (lien) => {
      for (const age of [AGE_MS.lienPending, AGE_MS.lienFiled]) atAge(lien, age, () => tellOfLien(lien));
    },
  });
  const written = { businesses, linkTo };

  const known = (id: string): Business => {
    const business = businesses.get(id);
    if (!business) throw refused(404, [{ message: "Business not found." }]);
    return business;
  };

  const app = new Hono()
    .get("/files/:id", async (c) => {
      // As stores of files do: the link is the credential, and two are one too many.
      if (c.req.header("authorization") !== undefined) return c.text("Only one credential is allowed", 400);
      const lien = businesses.lienOfDocument(c.req.param("id"));
      if (!lien || !links.works(lien.documentId, c.req.query())) return c.text("Request has expired", 403);
      return c.body(new Uint8Array(await lienPdf(lien)), 200, { "content-type": "application/pdf" });
    })
    .use("/v1/*", async (c, next) => {
      if (!isAuthorized(c.req.header("authorization"))) throw refused(401);
      ({ origin } = new URL(c.req.url));
      await next();
    })
    .post("/v1/businesses", async (c) => {
      const request = await readBusiness(c);
      const uniqueId = request.unique_external_id;
      if (uniqueId !== undefined && businesses.withUniqueId(uniqueId))
        throw refused(422, [
          { message: "Unique external has already been taken", parameter: "unique_external_id" },
        ]);
      return c.json(businessJson(written, businesses.add(request)), 201);
    })
    .get("/v1/businesses", (c) =>
      c.json(onePage(c, businesses.list(), (business) => businessItemJson(written, business))),
    )
    .get("/v1/businesses/:id", (c) => c.json(businessJson(written, known(c.req.param("id")))))
    .post("/v1/businesses/:id/liens", async (c) => {
      const business = known(c.req.param("id"));
      if (!business.products.includes("identity"))
        throw refused(403, [{ message: "An identity or verify order is required to file a lien." }]);
      const lien = businesses.fileLien(business, await readLien(c));
      return c.json(await lienJson(written, lien), 201);
    })
    .get("/v1/businesses/:id/liens", async (c) => {
      const page = onePage(c, known(c.req.param("id")).liens, (lien) => lienJson(written, lien));
      return c.json({ ...page, data: await Promise.all(page.data) });
    })
    .post("/v1/liens/:id/termination", (c) => {
      const lien = businesses.lien(c.req.param("id"));
      if (!lien) throw refused(404, [{ message: "Lien not found." }]);
      if (businesses.statusOfLien(lien) === "created")
        throw refused(422, [{ message: "A lien in created status cannot be terminated." }]);
      if (!lien.termination) {
        const termination = businesses.terminate(lien);
        void tellOfLien(lien);
        atAge(termination, AGE_MS.terminated, () => tellOfLien(lien));
      }
      return c.json(terminationJson(lien, businesses.terminate(lien)));
    })
    .get("/v1/documents/:id/download_url", (c) => {
      const lien = businesses.lienOfDocument(c.req.param("id"));
      if (!lien || !businesses.isFiled(lien)) throw refused(404, [{ message: "Document not found." }]);
      return c.json({ data: linkTo(lien.documentId) });
    })
    .all("*", (c) => c.json(errorBody(404), 404));

  return {
    name: "middesk",
    app,
    control: middeskControl({
      clock,
      businesses,
      links,
      webhooks,
      settings,
      tellAbout: (id) => void tell(known(id)),
    }),
    cases: () => createViews(businesses).map(toCaseEntry),
    errorBody: errorBody,
    snapshot: () => ({ settings, businesses: createViews(businesses), webhooks: webhooks.list().length }),
    reset: () => {
      businesses.clear();
      webhooks.clear();
      settings.webhookUrl = webhookUrl;
    },
  };
}

function toCaseEntry({ id, name, uniqueExternalId, status, liens }: BusinessView): CaseEntry {
  return {
    id,
    name,
    key: uniqueExternalId,
    status,
    details: liens.map((lien) => `lien in ${lien.state}: ${lien.status}`),
    decidedAt: `/__sandbox/middesk/businesses/${id}`,
    decisions: DECISIONS.filter((decision) => decision !== status),
  };
}
