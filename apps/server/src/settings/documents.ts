import { VENDORS, type Vendor } from "@countinghouse/api/vendors-off";
import { z } from "zod";
import { FOLDER_SETTINGS, S3_SETTINGS } from "../object-storage-settings.ts";
import { type Description, describeSetting, MAKE_KEY } from "./kinds.ts";
import { OWN_SECTIONS } from "./own.ts";
import { VENDOR_SETTINGS } from "./vendors.ts";

interface Line extends Description {
  name: string;
  /** What it is where nobody says; null where somebody has to, "" where it is simply not set. */
  standard: string | null;
  /** What may be set, where that is not any text. */
  takes: string;
}

interface Section {
  title: string;
  intro: string;
  lines: Line[];
}

const REQUIRED_NOWHERE = "Not needed: each has a value, or may be left out.";

const FILES = { ...FOLDER_SETTINGS, ...S3_SETTINGS, OBJECT_STORAGE: FOLDER_SETTINGS.OBJECT_STORAGE };

/** Every setting of the server, by section; vendors last. */
function sections(): Section[] {
  const own = Object.entries(OWN_SECTIONS).map(([title, shape]) => ({
    title,
    intro: "",
    lines: settingLines(shape),
  }));
  const files = {
    title: "Files",
    intro:
      "Documents lie in a folder (`FILES_DIR` is needed) or in a bucket (`OBJECT_STORAGE=s3`; all of `S3_…` but the region are needed).",
    lines: settingLines(FILES),
  };
  const vendors = Object.entries(VENDOR_SETTINGS).map(([vendor, shape]) => {
    const { name, off } = VENDORS[vendor as Vendor];
    const lines = settingLines(shape);
    const needed = lines.filter(({ standard }) => standard === null).map((line) => `\`${line.name}\``);
    return {
      title: `Vendor: ${name}`,
      intro: `${off} where none of these is set. Together: ${needed.join(", ")}.`,
      lines,
    };
  });
  return [...own.slice(0, 4), files, ...own.slice(4), ...vendors];
}

const settingLines = (shape: Record<string, z.ZodType>): Line[] =>
  Object.entries(shape).map(([name, schema]) => {
    const description = describeSetting(schema);
    return {
      name,
      ...description,
      standard: description.inProduction ? null : defaultText(schema),
      takes: acceptedText(schema),
    };
  });

function defaultText(schema: z.ZodType): string | null {
  const { success, data } = schema.safeParse(undefined);
  if (!success) return null;
  if (Array.isArray(data)) return data.join(",");
  return typeof data === "string" || typeof data === "number" || typeof data === "boolean" ? `${data}` : "";
}

/** In words what the schema takes: its choices, or from where to where. */
function acceptedText(schema: z.ZodType): string {
  if (schema instanceof z.ZodDefault || schema instanceof z.ZodOptional)
    return acceptedText(schema.unwrap() as z.ZodType);
  if (schema instanceof z.ZodEnum) return schema.options.map((option) => `\`${String(option)}\``).join(", ");
  if (schema instanceof z.ZodNumber) {
    const { minValue, maxValue, isInt } = schema;
    const what = isInt ? "whole number" : "number";
    const most = maxValue === null || maxValue >= Number.MAX_SAFE_INTEGER ? null : maxValue;
    return most === null ? `${what}, ${minValue ?? 0} or more` : `${what}, ${minValue ?? 0} to ${most}`;
  }
  return "";
}

/** `docs/settings.md`. */
export function settingsPage(): string {
  const all = sections();
  const required = [
    ...all.filter(({ title }) => !isVendor(title) && title !== "Files").flatMap(({ lines }) => lines),
    ...settingLines({ FILES_DIR: FILES.FILES_DIR }),
  ].filter(({ standard }) => standard === null);
  return [
    "# Settings",
    "",
    "Made from the code by `npm run tool -- settings`; a test holds it. `npm run settings:check` says what is missing or wrong",
    "without starting anything; `npm run settings:check -- FILE` says it of a file like `.env.example`.",
    "",
    "The server takes them from its environment: `node --env-file=.env apps/server/src/main.ts`. An empty value sets nothing.",
    "Each may stand in a file instead, as vaults and orchestrators mount secrets: `SEALING_KEYS_FILE=/run/secrets/sealing_keys` reads that",
    "file, without the line end behind it.",
    "",
    "## Required",
    "",
    "Nothing starts without these. Instead of `FILES_DIR` a bucket will do ([Files](#files)).",
    "",
    ...table(required),
    "",
    "Keys are made by these commands. Keep them apart from backups of the database: without them the sealed fields can not be read.",
    "",
    "```sh",
    ...required.flatMap(({ name, make }) => (make === undefined ? [] : [`${make} # ${name}`])),
    "```",
    "",
    ...all.flatMap(({ title, intro, lines }) => {
      const rest =
        isVendor(title) || title === "Files" ? lines : lines.filter(({ standard }) => standard !== null);
      if (rest.length === 0) return [];
      return [`## ${title}`, "", intro || REQUIRED_NOWHERE, "", ...table(rest), ""];
    }),
  ]
    .join("\n")
    .trimEnd()
    .concat("\n");
}

const isVendor = (title: string): boolean => title.startsWith("Vendor: ");

const table = (lines: readonly Line[]): string[] => [
  "| setting | what it is | unless set | example |",
  "| --- | --- | --- | --- |",
  ...lines.map(
    ({ name, what, takes, standard, example }) =>
      `| \`${name}\` | ${what}${takes && ` Takes: ${takes}.`} | ${standard === null ? "*needed*" : standard && `\`${standard}\``} | \`${example}\` |`,
  ),
];

/** `.env.example`: what is needed stands open, everything else behind a #. */
export function exampleFile(): string {
  return [
    "# Settings of Countinghouse. Copy to .env and fill in; docs/settings.md tells more of each.",
    `# Keys: ${MAKE_KEY}`,
    "# Then: npm run settings:check -- .env. Every command reads the file with --settings .env.",
    ...sections().flatMap(({ title, intro, lines }) => [
      "",
      `### ${title}${intro && `. ${plain(intro)}`}`,
      ...lines.flatMap((line) => exampleLines(line, isVendor(title) || line.name.startsWith("S3_"))),
    ]),
    "",
  ].join("\n");
}

function exampleLines({ name, what, example, make, standard }: Line, isOptional: boolean): string[] {
  const open = name === "NODE_ENV" || (standard === null && !isOptional);
  const value = make === undefined || !open ? example : "";
  return [
    `# ${plain(what)}${make === undefined ? "" : ` Made by: ${make}`}`,
    `${open ? "" : "# "}${name}=${quoted(value)}`,
  ];
}

/** The value as a shell, systemd and Node read it from a file of settings. */
const quoted = (value: string): string =>
  /^[\w@%+=:,.?/-]*$/.test(value) ? value : `"${value.replaceAll(/["$\\`]/g, "\\$&")}"`;

/** Without the marks of a document. */
const plain = (text: string): string =>
  text.replace(/ ?\(?\[[^\]]+\]\([^)]+\)\)?/g, "").replaceAll(/[`*]/g, "");
