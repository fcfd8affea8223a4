import type { Context } from "hono";
import type { ContentfulStatusCode } from "hono/utils/http-status";
import { z } from "zod";
import { refusedCall, UNKNOWN_ID, type ZohoError, zohoError } from "./errors.ts";
import { type Fields, fieldError, missingField, ZOHO_MODULES, type ZohoModule } from "./fields.ts";
import type { ZohoRecordStore } from "./records.ts";
import { writtenJson } from "./wire.ts";

const MOST_RECORDS_PER_CALL = 100;

type Written = ReturnType<typeof writtenJson> | ZohoError;

const bodySchema = z.object({ data: z.array(z.record(z.string(), z.unknown())).min(1) });

/**
 * Writes record by record what a call sends. The outcomes stand in one envelope: its status is `done` when all went
 * well, else 202.
 */
export async function writeEach(
  c: Context,
  done: ContentfulStatusCode,
  write: (fields: Fields) => Written,
): Promise<Response> {
  const body = bodySchema.safeParse(await c.req.json().catch(() => undefined));
  if (!body.success) throw refusedCall(400, missingField("data"));
  if (body.data.data.length > MOST_RECORDS_PER_CALL) {
    throw refusedCall(
      400,
      zohoError("LIMIT_EXCEEDED", "Record count exceeded", { limit: MOST_RECORDS_PER_CALL }),
    );
  }
  const data = body.data.data.map(write);
  return c.json({ data }, data.every(({ status }) => status === "success") ? done : 202);
}

/** Adds one record. */
export function addRecord(records: ZohoRecordStore, module: ZohoModule, fields: Fields): Written {
  const wrong = fieldError(module, fields, { isNew: true }) ?? unknownContact(records, fields);
  return wrong ?? writtenJson(records.add(module, fields), "record added");
}

/** Changes the record with the id among the fields. */
export function changeRecord(
  records: ZohoRecordStore,
  module: ZohoModule,
  { id, ...fields }: Fields,
): Written {
  const record = typeof id === "string" ? records.get(module, id) : undefined;
  if (!record) return UNKNOWN_ID(1);
  const wrong = fieldError(module, fields, { isNew: false }) ?? unknownContact(records, fields);
  if (wrong) return wrong;
  if (record.hold === "locked") return zohoError("RECORD_LOCKED", "The record under merge is locked", { id });
  if (record.hold === "blueprint" && "Stage" in fields) {
    return zohoError("RECORD_IN_BLUEPRINT", "The record is in blue print", { id, api_name: "Stage" });
  }
  records.change(record, fields);
  return writtenJson(record, "record updated");
}

const noteSchema = z.strictObject({
  Note_Title: z.string().max(120).default(""),
  Note_Content: z.string().min(1).max(65_535),
  Parent_Id: z.object({
    id: z.string(),
    module: z.object({ api_name: z.enum(ZOHO_MODULES) }),
  }),
});

/** Adds one note to the record it names. */
export function addNote(records: ZohoRecordStore, fields: Fields): Written {
  for (const name of ["Note_Content", "Parent_Id"]) if (!fields[name]) return missingField(name);
  const note = noteSchema.safeParse(fields);
  if (!note.success) {
    const name = String(note.error.issues[0]?.path[0] ?? "");
    return zohoError("INVALID_DATA", "invalid data", { api_name: name, json_path: `$.data[0].${name}` });
  }
  const { Note_Title: title, Note_Content: content, Parent_Id: parent } = note.data;
  const record = records.get(parent.module.api_name, parent.id);
  if (!record) return UNKNOWN_ID(1);
  const { module, id: parentId } = record;
  return writtenJson(records.addNote({ module, parentId, title, content }), "record added");
}

function unknownContact(records: ZohoRecordStore, { Contact_Name: contact }: Fields): ZohoError | undefined {
  if (contact === undefined) return undefined;
  const { id } = z.object({ id: z.string() }).parse(contact);
  if (records.get("Contacts", id)) return undefined;
  return zohoError("INVALID_DATA", "the id given seems to be invalid", {
    api_name: "Contact_Name",
    json_path: "$.data[0].Contact_Name.id",
  });
}
