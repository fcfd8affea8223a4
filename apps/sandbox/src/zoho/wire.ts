import type { Fields } from "./fields.ts";
import type { ZohoNote, ZohoRecord } from "./records.ts";

const API_USER = { id: "5725767000000235011", name: "API User", email: "api@countinghouse.example" };

/** A record as Zoho writes it: all of it, or in a list the fields asked for. */
export function recordJson(record: ZohoRecord, asked?: ReadonlySet<string>): Fields {
  return selected(
    {
      id: record.id,
      Created_By: API_USER,
      Created_Time: zohoTime(record.createdAt),
      Modified_By: API_USER,
      Modified_Time: zohoTime(record.modifiedAt),
      ...record.fields,
    },
    asked,
  );
}

/** A note as Zoho writes it, all of it or the fields asked for. */
export function noteJson(note: ZohoNote, asked?: ReadonlySet<string>): Fields {
  return selected(
    {
      id: note.id,
      Note_Title: note.title,
      Note_Content: note.content,
      Parent_Id: { id: note.parentId, module: { api_name: note.module, id: null } },
      Owner: API_USER,
      Created_By: API_USER,
      Created_Time: zohoTime(note.createdAt),
      Modified_By: API_USER,
      Modified_Time: zohoTime(note.createdAt),
      $attachments: [],
      $editable: true,
      $is_shared_to_client: false,
      $sharing_permission: "full_access",
      $size: "0",
      $state: "save",
      $voice_note: false,
    },
    asked,
  );
}

/** What Zoho says of one record that was added or changed. */
export function writtenJson(
  written: { id: string; createdAt: Date; modifiedAt?: Date },
  message: "record added" | "record updated",
) {
  return {
    code: "SUCCESS",
    details: {
      Modified_Time: zohoTime(written.modifiedAt ?? written.createdAt),
      Modified_By: { id: API_USER.id, name: API_USER.name },
      Created_Time: zohoTime(written.createdAt),
      id: written.id,
      Created_By: { id: API_USER.id, name: API_USER.name },
    },
    message,
    status: "success",
  };
}

function selected(fields: Fields, asked: ReadonlySet<string> | undefined): Fields {
  if (!asked) return fields;
  return Object.fromEntries(Object.entries(fields).filter(([name]) => name === "id" || asked.has(name)));
}

function zohoTime(date: Date): string {
  return `${date.toISOString().slice(0, 19)}+00:00`;
}
