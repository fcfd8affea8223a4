import { VENDORS, type Vendor } from "@countinghouse/api/vendors-off";
import { z } from "zod";
import { FOLDER_SETTINGS, S3_SETTINGS } from "../object-storage-settings.ts";
import { type Description, describeSetting, MAKE_KEY } from "./kinds.ts";
import { OWN_SECTIONS } from "./own.ts";
import { VENDOR_SETTINGS } from "./vendors.ts";

interface Line extends Description {
  name: string;
  /** The default: null for a required setting, "" for a setting without a default. */
  standard: string | null;
  /** The accepted values; "" for any text. */
  takes: string;
}

interface Section {
  title: string;
  intro: string;
  lines: Line[];
}

const ALL_OPTIONAL = "All of these settings are optional.";

const REFUSED_IN_PRODUCTION = [
  "a vendor, mail server, customer portal or file store on this machine, on a private network, or at an `http:` address;",
  "a `PUBLIC_URL` without https;",
  "a database on another machine without `sslmode=require`, `verify-ca` or `verify-full`;",
  "`DATABASE_OWNER_URL`, or a role of `DATABASE_URL` with more rights than the server needs ([database.md](database.md#two-roles));",
  "no `CODE_KEY`, a key that is not random, or one key for two purposes.",
];

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
      "Store documents in a folder (`FILES_DIR`) or in a bucket (`OBJECT_STORAGE=s3` and all `S3_…` settings; `S3_REGION` has a default).",
    lines: settingLines(FILES),
  };
  const vendors = Object.entries(VENDOR_SETTINGS).map(([vendor, shape]) => {
    const { name, off } = VENDORS[vendor as Vendor];
    const lines = settingLines(shape);
    const needed = lines.filter(({ standard }) => standard === null).map((line) => `\`${line.name}\``);
    return {
      title: `Vendor: ${name}`,
      intro: `${off} unless you set all of these: ${needed.join(", ")}.`,
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

/** The accepted values in words: the choices, or the range. */
function acceptedText(schema: z.ZodType): string {
  if (schema instanceof z.ZodDefault || schema instanceof z.ZodOptional)
    return acceptedText(schema.unwrap() as z.ZodType);
  if (schema instanceof z.ZodEnum) return schema.options.map((option) => `\`${String(option)}\``).join(", ");
  if (schema instanceof z.ZodNumber) {
    const { minValue, maxValue, isInt } = schema;
    const kind = isInt ? "whole number" : "number";
    const most = maxValue === null || maxValue >= Number.MAX_SAFE_INTEGER ? null : maxValue;
    return most === null ? `${kind}, ${minValue ?? 0} or more` : `${kind}, ${minValue ?? 0} to ${most}`;
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
    "`npm run tool -- settings` generates this page from the code. `npm run settings:check` reports missing and wrong",
    "settings without starting the server. `npm run settings:check -- FILE` checks a file like `.env.example`.",
    "",
    "The server reads the settings from its environment: `node --env-file=.env apps/server/src/main.ts`. An empty value",
    "counts as unset. To read a value from a file, as vaults and orchestrators mount secrets, add `_FILE` to the name:",
    "`SEALING_KEYS_FILE=/run/secrets/sealing_keys`. The server ignores the line end at the end of that file.",
    "",
    "## Required",
    "",
    "The server does not start without these settings. A bucket can replace `FILES_DIR` ([Files](#files)).",
    "",
    ...table(required),
    "",
    "Generate the keys with these commands. Store them away from the backups: the sealed fields cannot be read without the keys.",
    "",
    "```sh",
    ...required.flatMap(({ name, make }) => (make === undefined ? [] : [`${make} # ${name}`])),
    "```",
    "",
    "## Production",
    "",
    "With `NODE_ENV=production` the server does not start with:",
    "",
    ...REFUSED_IN_PRODUCTION.map((each) => `- ${each}`),
    "",
    "With another `NODE_ENV` the server does not start when `PUBLIC_URL` is a public address.",
    "",
    ...all.flatMap(({ title, intro, lines }) => {
      const rest =
        isVendor(title) || title === "Files" ? lines : lines.filter(({ standard }) => standard !== null);
      if (rest.length === 0) return [];
      return [`## ${title}`, "", intro || ALL_OPTIONAL, "", ...table(rest), ""];
    }),
  ]
    .join("\n")
    .trimEnd()
    .concat("\n");
}

const isVendor = (title: string): boolean => title.startsWith("Vendor: ");

const table = (lines: readonly Line[]): string[] => [
  "| Setting | Description | Default | Example |",
  "| --- | --- | --- | --- |",
  ...lines.map(
    ({ name, what, takes, standard, example }) =>
      `| \`${name}\` | ${what}${takes && ` Accepts: ${takes}.`} | ${standard === null ? "*required*" : standard && `\`${standard}\``} | \`${example}\` |`,
  ),
];

/** `.env.example`, with a # before each optional setting. */
export function exampleFile(): string {
  return [
    "# Settings of Countinghouse. Copy this file to .env and fill it in; docs/settings.md describes each setting.",
    `# Generate each key with: ${MAKE_KEY}`,
    "# Then run npm run settings:check -- .env. Each command reads the file with --settings .env.",
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
    `# ${plain(what)}${make === undefined ? "" : ` Generate it with: ${make}`}`,
    `${open ? "" : "# "}${name}=${quoted(value)}`,
  ];
}

/** The value as a shell, systemd and Node read it from a settings file. */
const quoted = (value: string): string =>
  /^[\w@%+=:,.?/-]*$/.test(value) ? value : `"${value.replaceAll(/["$\\`]/g, "\\$&")}"`;

/** The text without Markdown and without links in brackets. */
const plain = (text: string): string =>
  text.replace(/ \((?:(?:, )?\[[^\]]+\]\([^)]+\))+\)/g, "").replaceAll(/[`*]/g, "");
