import { crc32, deflateRawSync } from "node:zlib";
import type { ZipEntry } from "./zip.ts";

/** What is said of an entry instead of what is so. */
export interface ArchivePart extends ZipEntry {
  /** Stands in the list; `content` is what is there. */
  listedName?: string;
  claimedBytes?: number;
  isEncrypted?: boolean;
}

/** A zip whose entries are compressed, as office programs write it; and with lies in it where they are told. */
export function deflatedZip(parts: readonly ArchivePart[]): Buffer {
  const bodies: Buffer[] = [];
  const list: Buffer[] = [];
  let at = 0;
  for (const { name, content, listedName = name, claimedBytes = content.length, isEncrypted } of parts) {
    const packed = deflateRawSync(content, { level: 9 });
    const facts = Buffer.alloc(22);
    facts.writeUInt16LE(20, 0);
    facts.writeUInt16LE(isEncrypted ? 1 : 0, 2);
    facts.writeUInt16LE(8, 4);
    facts.writeUInt32LE(crc32(content), 10);
    facts.writeUInt32LE(packed.length, 14);
    facts.writeUInt32LE(claimedBytes, 18);
    const body = Buffer.concat([
      Buffer.from("PK\x03\x04"),
      facts,
      nameLength(name),
      Buffer.from(name),
      packed,
    ]);
    const place = Buffer.alloc(14);
    place.writeUInt32LE(at, 10);
    list.push(
      Buffer.concat([
        Buffer.from("PK\x01\x02\x14\x00"),
        facts,
        nameLength(listedName),
        place,
        Buffer.from(listedName),
      ]),
    );
    bodies.push(body);
    at += body.length;
  }
  const listed = Buffer.concat(list);
  const end = Buffer.alloc(22);
  end.write("PK\x05\x06", 0, "latin1");
  end.writeUInt16LE(parts.length, 8);
  end.writeUInt16LE(parts.length, 10);
  end.writeUInt32LE(listed.length, 12);
  end.writeUInt32LE(at, 16);
  return Buffer.concat([...bodies, listed, end]);
}

/** Of the name, and of what stands behind it, which is nothing. */
function nameLength(name: string): Buffer {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt16LE(Buffer.byteLength(name), 0);
  return bytes;
}

const XML = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n';
const MAIN = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet.main+xml";

/** The parts of a small workbook, with whatever is put in their place or added. */
export function workbookParts(changed: Readonly<Record<string, string | Buffer>> = {}): ArchivePart[] {
  const parts: Record<string, string | Buffer> = {
    "[Content_Types].xml": `${XML}<Types><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/><Override PartName="/xl/workbook.xml" ContentType="${MAIN}"/></Types>`,
    "_rels/.rels": `${XML}<Relationships><Relationship Id="rId1" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/officeDocument" Target="xl/workbook.xml"/></Relationships>`,
    "xl/workbook.xml": `${XML}<workbook><sheets><sheet name="Sheet1" sheetId="1" r:id="rId1"/></sheets></workbook>`,
    "xl/_rels/workbook.xml.rels": `${XML}<Relationships><Relationship Id="rId1" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/worksheet" Target="worksheets/sheet1.xml"/></Relationships>`,
    "xl/worksheets/sheet1.xml": `${XML}<worksheet><sheetData><row r="1"><c r="A1" t="inlineStr"><is><t>Name</t></is></c></row></sheetData></worksheet>`,
    ...changed,
  };
  return Object.entries(parts).map(([name, content]) => ({ name, content: Buffer.from(content) }));
}

/** A relation of a part to something outside. */
export const outsideRelation = (type: string, target: string): string =>
  `${XML}<Relationships><Relationship Id="rId9" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/${type}" Target="${target}" TargetMode="External"/></Relationships>`;
