import { expect, it } from "vitest";
import { type ArchivePart, deflatedZip, outsideRelation, workbookParts } from "../testing/archives.ts";
import { storedZip } from "../testing/zip.ts";
import { DOCUMENT_LIMITS } from "./content.ts";
import { keptInMemory } from "./kept-bytes.ts";
import { whyNotOfficeDocument } from "./workbook.ts";

const whyNot = (zip: Buffer, limits = DOCUMENT_LIMITS) => whyNotOfficeDocument(keptInMemory(zip), limits);
const workbook = (changed: Record<string, string | Buffer> = {}) => deflatedZip(workbookParts(changed));

const DAMAGED = "Its content is damaged.";
const TOO_MUCH = "It unpacks to much more than its size.";
const ENTITIES = "It defines entities of its own, by which it could read other files.";
const has = (what: string) => `It contains ${what}: save it without and try again.`;

it("a workbook is taken: compressed, stored as it is, with a comment, with an address to click on", async () => {
  expect(await whyNot(workbook())).toBeNull();
  expect(await whyNot(storedZip(workbookParts()))).toBeNull();
  const commented = Buffer.concat([workbook(), Buffer.from("saved by a program")]);
  commented.writeUInt16LE(18, commented.length - 18 - 2);
  expect(await whyNot(commented)).toBeNull();
  const link = outsideRelation("hyperlink", "https://example.com/");
  expect(await whyNot(workbook({ "xl/worksheets/_rels/sheet1.xml.rels": link }))).toBeNull();
});

it("150 MB in 146 kB are not unpacked to their end", async () => {
  const bomb = workbook({ "xl/worksheets/sheet1.xml": Buffer.alloc(150_000_000, " ") });
  expect(bomb.length).toBeLessThan(160_000);
  expect(await whyNot(bomb)).toBe(TOO_MUCH);
});

it("so many bytes are too many whatever they were packed into, and what a size claims is not believed", async () => {
  const limits = { entries: 10, bytes: 3_000, ratio: 100 };
  const parts = [{ name: "a.xml", content: Buffer.alloc(3_001, "a"), claimedBytes: 5 }];
  expect(await whyNot(deflatedZip(parts), limits)).toBe(TOO_MUCH);
  expect(await whyNot(deflatedZip(parts))).toBe(DAMAGED);
});

it("20,000 entries are not taken, nor are more than the list says", async () => {
  const parts = Array.from({ length: 20_000 }, (_, index) => ({
    name: `${index}.xml`,
    content: Buffer.of(),
  }));
  const zip = deflatedZip(parts);
  expect(await whyNot(zip)).toBe("It holds more than 2,000 files.");
  zip.writeUInt16LE(7, zip.length - 22 + 8);
  zip.writeUInt16LE(7, zip.length - 22 + 10);
  expect(await whyNot(zip)).toBe(DAMAGED);
});

it.each([
  ["macros under their own name", { "xl/vbaProject.bin": "x" }, has("macros")],
  [
    "macros under another name",
    { "xl/data.bin": Buffer.from("d0cf11e0a1b11ae1", "hex") },
    has("other files"),
  ],
  [
    "the kind of a workbook with macros",
    {
      "[Content_Types].xml":
        '<Types><Override ContentType="application/vnd.ms-excel.sheet.macroEnabled.main+xml"/></Types>',
    },
    has("macros"),
  ],
  [
    "that kind, written in references of characters",
    {
      "[Content_Types].xml":
        '<Types><Override ContentType="application/vnd.ms-excel.sheet.&#x6D;acroEnabled.main+xml"/></Types>',
    },
    has("macros"),
  ],
  ["old macro sheets", { "xl/macrosheets/sheet1.xml": "<x/>" }, has("macros")],
  ["a control", { "xl/activeX/activeX1.xml": "<x/>" }, has("controls or add-ins")],
  ["an embedded file", { "xl/embeddings/oleObject1.bin": "x" }, has("embedded files")],
  ["a program", { "xl/media/image1.png": "MZ\x90" }, has("other files")],
  ["a zip within", { "xl/media/more.png": workbook() }, has("other files")],
  [
    "a link to another workbook",
    { "xl/externalLinks/externalLink1.xml": "<x/>" },
    has("links to other files"),
  ],
  ["a data connection", { "xl/connections.xml": "<x/>" }, has("data connections")],
  [
    "a picture from elsewhere",
    { "xl/drawings/_rels/drawing1.xml.rels": outsideRelation("image", "https://example.com/x.png") },
    has("links to other files"),
  ],
  [
    "a template from elsewhere",
    { "word/_rels/settings.xml.rels": outsideRelation("attachedTemplate", "\\\\example.com\\x.dotm") },
    has("links to other files"),
  ],
  [
    "an address that is a file",
    { "xl/worksheets/_rels/sheet1.xml.rels": outsideRelation("hyperlink", "file:///C:/x.exe") },
    has("links to other files"),
  ],
  [
    "a link elsewhere behind a value with a bracket, and with what looks like another kind of link in a value",
    {
      "word/_rels/settings.xml.rels":
        "<Relationship Id='a>b' Note=' TargetMode=\"Internal\"' Type='x/image' Target='https://example.com/' TargetMode='External'/>",
    },
    has("links to other files"),
  ],
  [
    "an external entity",
    {
      "xl/sharedStrings.xml":
        '<?xml version="1.0"?><!DOCTYPE x [<!ENTITY y SYSTEM "file:///etc/passwd">]><sst><si><t>&y;</t></si></sst>',
    },
    ENTITIES,
  ],
  [
    "an external entity in UTF-16",
    {
      "xl/sharedStrings.xml": Buffer.from(
        '\ufeff<?xml version="1.0"?><!DOCTYPE x SYSTEM "http://example.com/x"><sst/>',
        "utf16le",
      ),
    },
    ENTITIES,
  ],
  [
    "an encoding that hides it",
    { "xl/a.xml": '<?xml version="1.0" encoding="UTF-7"?><x/>' },
    "Its XML is written in an unusual encoding.",
  ],
  [
    "a name that leads upwards",
    { "xl/../../x.xml": "<x/>" },
    "A file in it has a name that leads out of its folder.",
  ],
  [
    "a name that leads to a drive",
    { "C:x.xml": "<x/>" },
    "A file in it has a name that leads out of its folder.",
  ],
] as [string, Record<string, string | Buffer>, string][])(
  "with %s it is refused",
  async (_what, changed, reason) => {
    expect(await whyNot(workbook(changed))).toBe(reason);
  },
);

it("an entity is found where it begins in one piece and ends in the next", async () => {
  const start = " ".repeat(64 * 1024 - 5 - 21);
  const xml = `<?xml version="1.0"?>${start}<!DOCTYPE x>`;
  const zip = storedZip(workbookParts({ "xl/sharedStrings.xml": xml }));
  expect(await whyNot(zip)).toBe(ENTITIES);
});

it.each([
  ["is cut off", (zip: Buffer) => zip.subarray(0, -1)],
  ["has something behind its end", (zip: Buffer) => Buffer.concat([zip, Buffer.of(0)])],
  ["is of no bytes that can be unpacked", (zip: Buffer) => corrupted(zip)],
])("an archive that %s is damaged", async (_what, damage) => {
  expect(await whyNot(damage(workbook()))).toBe(DAMAGED);
});

it.each([
  ["is encrypted", { isEncrypted: true }, "It is encrypted."],
  ["is listed under another name", { listedName: "other.xml" }, DAMAGED],
] as [string, Partial<ArchivePart>, string][])(
  "an entry that %s is not taken",
  async (_what, lie, reason) => {
    const [first, ...others] = workbookParts();
    expect(
      await whyNot(
        deflatedZip([{ name: "a.xml", content: Buffer.from("<a/>"), ...first, ...lie }, ...others]),
      ),
    ).toBe(reason);
  },
);

it("two entries of one name in other letters, and an archive of the large kind, are named as what they are", async () => {
  const twice = ["17/Letter.pdf", "17/letter.pdf"].map((name) => ({ name, content: Buffer.from("x") }));
  expect(await whyNot(deflatedZip(twice))).toBe(
    "Two files in it have the same name, or one that differs in upper and lower case alone.",
  );
  const large = workbook();
  large.fill(0xff, large.length - 14, large.length - 10);
  expect(await whyNot(large)).toMatch(/^It is a ZIP64 archive, which is not read\./);
});

it("two entries that are the same bytes are not taken", async () => {
  const zip = deflatedZip([
    { name: "a.xml", content: Buffer.from("<a/>") },
    { name: "b.xml", content: Buffer.from("<b/>") },
  ]);
  const listAt = zip.readUInt32LE(zip.length - 22 + 16);
  zip.copy(zip, zip.indexOf("b.xml", listAt) - 4, listAt + 42, listAt + 46);
  expect(await whyNot(zip)).toBe(DAMAGED);
});

/** The first letters of what is packed first are written over. */
function corrupted(zip: Buffer): Buffer {
  const copy = Buffer.from(zip);
  copy.fill(0xff, 30 + copy.readUInt16LE(26), 30 + copy.readUInt16LE(26) + 8);
  return copy;
}
