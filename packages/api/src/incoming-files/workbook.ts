import { DomainError } from "../errors.ts";
import type { KeptBytes } from "./kept-bytes.ts";
import { type ArchiveLimits, readEntries, type ZipEntry } from "./zip-entries.ts";

/** Parts of Office documents by which they do more than say something, and what each is called. */
const ACTIVE_PARTS: readonly [RegExp, string][] = [
  [/vba(project|data)|(^|\/)(macro|dialog)sheets\//i, "macros"],
  [/(^|\/)(activex|customui|webextensions)\//i, "controls or add-ins"],
  [/(^|\/)embeddings\//i, "embedded files"],
  [/(^|\/)externallinks\//i, "links to other files"],
  [/(^|\/)(connections\.xml$|querytables\/|model\/)/i, "data connections"],
];

/** Kinds of content that are the same under any name. */
const ACTIVE_TYPES: readonly [RegExp, string][] = [
  [/macroenabled|vbaproject/i, "macros"],
  [/activex/i, "controls or add-ins"],
  [/oleobject/i, "embedded files"],
];

/** First bytes of programs, archives and old Office documents, which no part of a document begins with. */
const FOREIGN = ["MZ", "\x7fELF", "PK\x03\x04", "\xd0\xcf\x11\xe0"];

/** The longest part that is read as a whole: those that only list others. */
const LONGEST_LISTING = 4 * 1024 * 1024;
/** What is kept of a piece, so that nothing is overlooked that begins in it and ends in the next. */
const OVERLAP = 64;

const contains = (what: string) => `It contains ${what}: save it without and try again.`;
const ENTITIES = "It defines entities of its own, by which it could read other files.";

/**
 * Why an Office document (a workbook, a text, slides) is not taken, or null: it is no sound archive or holds far too much, runs
 * something, brings other files along, reads some from elsewhere, or its XML declares a type or entities of its own.
 */
export async function whyNotOfficeDocument(kept: KeptBytes, limits: ArchiveLimits): Promise<string | null> {
  try {
    for await (const entry of readEntries(kept, limits)) {
      const [, active] = ACTIVE_PARTS.find(([part]) => part.test(entry.name)) ?? [];
      const whyNot = active === undefined ? await whyNotPart(entry) : contains(active);
      if (whyNot !== null) return whyNot;
    }
    return null;
  } catch (error) {
    if (error instanceof DomainError && error.code === "INVALID") return error.message;
    throw error;
  }
}

async function whyNotPart({ name, content }: ZipEntry): Promise<string | null> {
  const isXml = /\.(xml|rels|vml)$/i.test(name);
  const isListing = /\.rels$|^\[content_types\]\.xml$/i.test(name);
  let isFirst = true;
  let carried = "";
  let listing = "";
  for await (const piece of content) {
    // Without zeros a text in UTF-16 reads like any other.
    const text = piece.toString("latin1");
    if (isFirst && FOREIGN.some((start) => text.startsWith(start))) return contains("other files");
    const plain = isXml ? text.replaceAll("\0", "") : "";
    if (isXml && isFirst && hasOtherEncoding(plain)) return "Its XML is written in an unusual encoding.";
    if (isXml && /<!(doctype|entity)/i.test(carried + plain)) return ENTITIES;
    carried = plain.slice(-OVERLAP);
    if (isListing) listing += plain;
    if (listing.length > LONGEST_LISTING) return "It lists far too much.";
    isFirst = false;
  }
  return isListing ? whyNotListing(listing) : null;
}

/** Encodings in which `<!` is written as in ASCII, once zeros are left out. */
const USUAL_ENCODING = /^(utf-?8|utf-?16|us-ascii|iso-8859-\d+|windows-125\d)$/i;

function hasOtherEncoding(start: string): boolean {
  const [, encoding = "utf-8"] = /^[^<]{0,3}<\?xml[^>]*?encoding\s*=\s*["']([^"']*)/.exec(start) ?? [];
  return !USUAL_ENCODING.test(encoding);
}

/** What a document is made of, and where it leads. */
function whyNotListing(text: string): string | null {
  const plain = withoutReferences(text);
  const [, active] = ACTIVE_TYPES.find(([type]) => type.test(plain)) ?? [];
  if (active !== undefined) return contains(active);
  for (const [link] of text.matchAll(RELATIONSHIP))
    if (leadsElsewhere(link)) return contains("links to other files");
  return null;
}

/**
 * A tag and what follows it, up to the next: XML has no `<` in a value, but may have `>`. Nothing is looked at twice, however
 * many tags have no end.
 */
const RELATIONSHIP = /<(?:[^\s<>:/]+:)?relationship\b[^<]*/gi;
const ATTRIBUTE = /(?<![^\s<>="'/])([^\s<>="'/]+)\s*=\s*(?:"([^"]*)"|'([^']*)')/g;

const withoutReferences = (text: string): string =>
  text.replaceAll(/&#(x?)([\da-f]{1,6});/gi, (_, hex: string, digits: string) =>
    String.fromCharCode(Number.parseInt(digits, hex === "" ? 10 : 16)),
  );

/** Of what lies outside a document only addresses are let be that a reader clicks on. */
function leadsElsewhere(link: string): boolean {
  const attributes = new Map<string, string>();
  for (const [, name = "", quoted, apostrophed = ""] of link.matchAll(ATTRIBUTE))
    attributes.set(name.toLowerCase(), withoutReferences(quoted ?? apostrophed));
  const said = (name: string) => attributes.get(name) ?? "";
  if (said("targetmode").toLowerCase() !== "external") return false;
  const isClicked = said("type").toLowerCase().endsWith("/hyperlink");
  return !(isClicked && /^(https?:|mailto:|#)/i.test(said("target").trim()));
}
