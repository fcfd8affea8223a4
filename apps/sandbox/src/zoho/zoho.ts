import { type Context, Hono } from "hono";
import { z } from "zod";
import type { Clock } from "../clock.ts";
import { readJson } from "../json-body.ts";
import type { Vendor } from "../vendor.ts";
import { refusedCall, UNKNOWN_ID, usualError, WORN_TOKEN, zohoError } from "./errors.ts";
import { type Fields, missingField, ZOHO_MODULES, type ZohoModule } from "./fields.ts";
import { createZohoRecords, type ZohoRecord, type ZohoRecordStore } from "./records.ts";
import { createZohoTokens } from "./tokens.ts";
import { noteJson, recordJson } from "./wire.ts";
import { addNote, addRecord, changeRecord, writeEach } from "./writes.ts";

const LARGEST_PAGE = 200;

export interface ZohoVendor extends Vendor {
  readonly records: ZohoRecordStore;
}

/** Zoho's token endpoint, and of CRM v8 the deals, contacts, leads and their notes. */
export function createZoho(clock: Clock): ZohoVendor {
  const records = createZohoRecords(clock);
  const tokens = createZohoTokens(clock);
  const settings: ZohoSettings = { ...USUAL };

  const app = new Hono()
    .post("/accounts/oauth/v2/token", async (c) => {
      const form = { ...c.req.query(), ...(await c.req.parseBody()) };
      return c.json(tokens.issue(form, `${new URL(c.req.url).origin}/zoho`));
    })
    .use("/crm/v8/*", async (c, next) => {
      const [, token] = /^Zoho-oauthtoken (\S+)$/.exec(c.req.header("authorization") ?? "") ?? [];
      if (token === undefined) throw refusedCall(401, usualError(401));
      if (!tokens.isValid(token)) throw refusedCall(401, WORN_TOKEN);
      await next();
    })
    .post("/crm/v8/Notes", (c) => writeEach(c, 201, (fields) => addNote(records, fields)))
    .post("/crm/v8/:module", (c) => {
      const module = knownModule(c.req.param("module"));
      return writeEach(c, 201, (fields) => {
        const missing = module === "Deals" && settings.mandatory.find((name) => fields[name] === undefined);
        return missing ? missingField(missing) : addRecord(records, module, fields);
      });
    })
    .put("/crm/v8/:module", (c) => {
      const module = knownModule(c.req.param("module"));
      return writeEach(c, 200, (fields) => changeRecord(records, module, fields));
    })
    .put("/crm/v8/:module/:id", (c) => {
      const module = knownModule(c.req.param("module"));
      const id = c.req.param("id");
      return writeEach(c, 200, (fields) => changeRecord(records, module, { ...fields, id }));
    })
    .get("/crm/v8/Deals", (c) => {
      const { sort_by, sort_order, ...asked } = c.req.query();
      if (sort_by !== "id" || sort_order !== "desc") throw refusedCall(400, usualError(400));
      const fields = askedFields(c);
      return onePage(c, asked, records.newestDeals(), (deal) => recordJson(deal, fields));
    })
    .get("/crm/v8/:module/:id", (c) => {
      const record = knownRecord(c.req.param("module"), c.req.param("id"));
      // Fields are named for lists alone.
      return c.json({ data: [recordJson(record)] });
    })
    .get("/crm/v8/Contacts/:id/Deals", (c) => {
      const asked = askedFields(c);
      const { id } = knownRecord("Contacts", c.req.param("id"));
      if (settings.dealsRenamed) throw refusedCall(400, zohoError("INVALID_DATA", NO_RELATION));
      const listed = settings.dealsBehind ? [] : records.listDeals(id);
      return onePage(c, c.req.query(), listed, (deal) => recordJson(deal, asked));
    })
    .get("/crm/v8/:module/:id/Notes", (c) => {
      const asked = askedFields(c);
      const { module, id } = knownRecord(c.req.param("module"), c.req.param("id"));
      return onePage(c, c.req.query(), records.listNotes(module, id), (note) => noteJson(note, asked));
    })
    .all("*", (c) => c.json(usualError(404), 404));

  function knownRecord(module: string, id: string): ZohoRecord {
    const record = records.get(knownModule(module), id);
    if (!record) throw refusedCall(400, UNKNOWN_ID(1));
    return record;
  }

  return {
    name: "zoho",
    app,
    control: new Hono()
      .put("/:module/:id/hold", async (c) => {
        const { hold } = await readJson(c, holdSchema);
        knownRecord(c.req.param("module"), c.req.param("id")).hold = hold;
        return c.body(null, 204);
      })
      .post("/deals", async (c) => {
        const { createdAt, ...fields } = await readJson(c, dealSchema);
        return c.json({ id: records.add("Deals", fields, new Date(createdAt)).id }, 201);
      })
      .get("/settings", (c) => c.json(settings))
      .post("/settings", async (c) => c.json(Object.assign(settings, await readJson(c, settingsSchema)))),
    records,
    errorBody: usualError,
    snapshot: () => ({ settings, ...records.contents() }),
    reset: () => {
      records.clear();
      Object.assign(settings, USUAL);
      tokens.resetLimit();
    },
  };
}

/** How the organisation behaves that has this CRM. */
interface ZohoSettings {
  /** The related list of a contact's deals has another name there. */
  dealsRenamed: boolean;
  /** A contact's list does not show its deals yet. */
  dealsBehind: boolean;
  /** Fields that it asks of each new deal. */
  mandatory: string[];
}

const USUAL: ZohoSettings = { dealsRenamed: false, dealsBehind: false, mandatory: [] };
const NO_RELATION = "The relation name given seems to be invalid";

const settingsSchema = z
  .strictObject({
    dealsRenamed: z.boolean(),
    dealsBehind: z.boolean(),
    mandatory: z.array(z.string().min(1)),
  })
  .partial();

/** A deal that somebody else made, at some time. */
const dealSchema = z.looseObject({
  createdAt: z.iso.datetime(),
  Contact_Name: z.object({ id: z.string() }),
});

const holdSchema = z.strictObject({ hold: z.enum(["locked", "blueprint"]).nullable() });

function knownModule(name: string): ZohoModule {
  const module = ZOHO_MODULES.find((candidate) => candidate === name);
  if (module) return module;
  throw refusedCall(400, zohoError("INVALID_MODULE", "The module name given seems to be invalid"));
}

function fieldNames(list: string | undefined): ReadonlySet<string> | undefined {
  return list === undefined ? undefined : new Set(list.split(","));
}

/** Lists are given only of fields that are named. */
function askedFields(c: Context): ReadonlySet<string> {
  const asked = fieldNames(c.req.query("fields"));
  if (asked) return asked;
  const details = { param_name: "fields" };
  throw refusedCall(
    400,
    zohoError("REQUIRED_PARAM_MISSING", "One of the expected parameter is missing", details),
  );
}

/** What the published interface names, and nothing else: a related list can not be sorted. */
const pageSchema = z.strictObject({
  fields: z.string(),
  page: z.coerce.number().int().min(1).default(1),
  per_page: z.coerce.number().int().min(1).max(LARGEST_PAGE).default(LARGEST_PAGE),
  page_token: z.base64url().optional(),
});

/** Pages are counted up to this record; the next ones are asked for by their token. */
const LAST_COUNTED = 2000;

const pageToken = (page: number): string => Buffer.from(`page ${page}`).toString("base64url");
const parsePageToken = (token: string): number => Number(Buffer.from(token, "base64url").toString().slice(5));

/** One page of a list; Zoho has no content for one that is empty. */
function onePage<Entry>(
  c: Context,
  query: Record<string, string>,
  list: readonly Entry[],
  written: (entry: Entry) => Fields,
): Response {
  const asked = pageSchema.safeParse(query);
  if (!asked.success) throw refusedCall(400, usualError(400));
  const { page: counted, per_page, page_token } = asked.data;
  const page = page_token === undefined ? counted : parsePageToken(page_token);
  if (page_token === undefined && page * per_page > LAST_COUNTED)
    throw refusedCall(400, zohoError("LIMIT_EXCEEDED", "Record count exceeded", { param_name: "page" }));
  const data = list.slice((page - 1) * per_page, page * per_page).map(written);
  if (data.length === 0) return c.body(null, 204);
  const more_records = list.length > page * per_page;
  const next = more_records ? { next_page_token: pageToken(page + 1) } : {};
  return c.json({ data, info: { page, per_page, count: data.length, more_records, ...next } });
}
