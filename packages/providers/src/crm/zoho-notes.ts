import { z } from "zod";
import type { Crm, CrmNote, CrmSubject } from "./port.ts";
import { recordPath, type ZohoModule, type ZohoRecords } from "./zoho-records.ts";

const MODULE_OF: Readonly<Record<CrmSubject["kind"], ZohoModule>> = {
  deal: "Deals",
  contact: "Contacts",
  lead: "Leads",
};

/** The CRM's notes as Zoho keeps them. A note's marker is its last line, since a note has no field to spare for it. */
export function createZohoNotes(records: ZohoRecords): Pick<Crm, "createNote" | "findNote"> {
  return {
    createNote: ({ subject, title, content, marker }: CrmNote) =>
      records.create("/Notes", {
        Note_Title: title,
        Note_Content: `${content}\n\n${markerLine(marker)}`,
        Parent_Id: { id: subject.id, module: { api_name: MODULE_OF[subject.kind] } },
      }),
    findNote: async (subject, marker) => {
      const path = `${recordPath(MODULE_OF[subject.kind], subject.id)}/Notes`;
      const line = markerLine(marker);
      const notes = records.readAll({ path, fields: ["Note_Content"], record: noteSchema });
      for await (const { id, Note_Content } of notes) if (Note_Content?.trimEnd().endsWith(line)) return id;
      return null;
    },
  };
}

const noteSchema = z.object({ id: z.string().min(1), Note_Content: z.string().nullish() });

function markerLine(marker: string): string {
  return `[ref ${marker}]`;
}
