import type { Clock } from "../clock.ts";
import { createRandom } from "../random.ts";
import type { Fields, ZohoModule } from "./fields.ts";
import { contactOfDeal, dealOfContact, generatedRecord, isInDeals } from "./generated-records.ts";

/** What keeps a record from being changed: a merge under way, or a blueprint that alone moves its stage. */
export type Hold = "locked" | "blueprint";

export interface ZohoRecord {
  readonly id: string;
  readonly module: ZohoModule;
  fields: Fields;
  hold: Hold | null;
  createdAt: Date;
  modifiedAt: Date;
}

export interface ZohoNote {
  readonly id: string;
  readonly module: ZohoModule;
  readonly parentId: string;
  readonly title: string;
  readonly content: string;
  readonly createdAt: Date;
}

export interface ZohoRecordStore {
  /** The record with this id; one that was never seen is made up from it, unless it is no id. */
  get(module: ZohoModule, id: string): ZohoRecord | undefined;
  /** In an order that says nothing, as Zoho promises none. */
  listDeals(contactId: string): ZohoRecord[];
  /** Every deal looked at so far, the newest id first. */
  newestDeals(): ZohoRecord[];
  /** Made now, or at another moment. */
  add(module: ZohoModule, fields: Fields, createdAt?: Date): ZohoRecord;
  change(record: ZohoRecord, fields: Fields): void;
  /** Of one record, newest first. */
  listNotes(module: ZohoModule, id: string): ZohoNote[];
  addNote(note: Pick<ZohoNote, "module" | "parentId" | "title" | "content">): ZohoNote;
  /** Every record looked at so far, and every note. */
  contents(): { records: readonly ZohoRecord[]; notes: readonly ZohoNote[] };
  clear(): void;
}

const FIRST_ADDED_ID = 5_725_767_900_000_000_001n;

/** The records of one CRM, empty but for what is made up on demand. */
export function createZohoRecords(clock: Clock): ZohoRecordStore {
  const records = new Map<string, ZohoRecord>();
  let notes: ZohoNote[] = [];
  let added = 0n;
  const nextId = () => String(FIRST_ADDED_ID + added++);

  const keep = (module: ZohoModule, id: string, fields: Fields, createdAt: Date): ZohoRecord => {
    const record = { id, module, fields, hold: null, createdAt, modifiedAt: createdAt };
    records.set(`${module}/${id}`, record);
    return record;
  };
  const get = (module: ZohoModule, id: string): ZohoRecord | undefined => {
    const known = records.get(`${module}/${id}`);
    if (known || !/^\d{15,19}$/.test(id)) return known;
    const { fields, createdAt } = generatedRecord(module, id, clock.now());
    return keep(module, id, fields, createdAt);
  };

  return {
    get,
    listDeals: (contactId) => {
      if (isInDeals(contactId)) get("Deals", dealOfContact(contactId));
      return [...records.values()]
        .filter(({ module, id, fields }) => module === "Deals" && dealContact(id, fields) === contactId)
        .toSorted((one, other) => sortPlace(one) - sortPlace(other));
    },
    newestDeals: () =>
      [...records.values()]
        .filter(({ module }) => module === "Deals")
        .toSorted((one, other) => Number(BigInt(other.id) - BigInt(one.id))),
    add: (module, fields, createdAt = clock.now()) => keep(module, nextId(), fields, createdAt),
    change: (record, fields) => {
      record.fields = { ...record.fields, ...fields };
      record.modifiedAt = clock.now();
    },
    listNotes: (module, id) => notes.filter((note) => note.module === module && note.parentId === id),
    addNote: (note) => {
      const kept = { ...note, id: nextId(), createdAt: clock.now() };
      notes = [kept, ...notes];
      return kept;
    },
    contents: () => ({ records: [...records.values()], notes }),
    clear: () => {
      records.clear();
      notes = [];
      added = 0n;
    },
  };
}

/** Older deals stand in the middle of newer ones. */
const sortPlace = ({ id }: ZohoRecord): number => createRandom(`place ${id}`).int(0, 1_000_000);

function dealContact(dealId: string, { Contact_Name: contact }: Fields): string {
  const named = typeof contact === "object" && contact !== null && "id" in contact ? contact.id : undefined;
  return typeof named === "string" ? named : contactOfDeal(dealId);
}
