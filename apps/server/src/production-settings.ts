import { isIP } from "node:net";
import { MAKE_KEY } from "./settings/kinds.ts";

/** External systems. In production none is on this machine, on a private network, or without TLS. */
const VENDORS = [
  "SMTP_URL",
  "GOOGLE_SHEETS_URL",
  "PLAID_URL",
  "ZOHO_URL",
  "ZOHO_ACCOUNTS_URL",
  "PAYLIANCE_BASE_URL",
  "TABAPAY_BASE_URL",
  "ALLOY_URL",
  "MIDDESK_BASE_URL",
  "CUSTOMER_PORTAL_URL",
  "S3_ENDPOINT",
];

/** The settings before validation. Their own schemas report missing and wrong values. */
type Settings = Readonly<Record<string, unknown>>;

/** Returns a sentence, without a value, for each setting that production forbids. */
export function whyNotProduction(settings: Settings): string[] {
  const settingText = (name: string): string | null =>
    typeof settings[name] === "string" ? settings[name] : null;
  const settingList = (name: string): string[] => {
    const value = settings[name];
    return Array.isArray(value) ? value.map(String) : [];
  };
  const host = settingText("SFTP_HOST");
  return [
    ...VENDORS.flatMap((name) => whyNotReach(name, settingText(name))),
    ...whyNotReach("SFTP_HOST", host && `sftp://${host}`),
    ...((settingText("PUBLIC_URL") ?? "https:").startsWith("https:")
      ? []
      : ["PUBLIC_URL must be https in production."]),
    ...["DATABASE_URL", "DATABASE_DIRECT_URL", "DATABASE_REPLICA_URL", "DATABASE_OWNER_URL"].flatMap((name) =>
      whyNotDatabase(name, settingText(name)),
    ),
    ...(settings.CODE_KEY === undefined ? [`CODE_KEY is missing. ${MAKE_ANOTHER}`] : []),
    ...whyNotKeys(settingText, settingList),
  ];
}

/** Returns a sentence when PUBLIC_URL is public: then NODE_ENV must be production. */
export function whyNotElsewhere({ PUBLIC_URL }: Settings): string[] {
  if (typeof PUBLIC_URL !== "string" || !URL.canParse(PUBLIC_URL)) return [];
  // A host name without a dot is on this network.
  const isOurs = isLoopback(PUBLIC_URL) || isPrivate(PUBLIC_URL) || /^[^.:]+$/.test(hostName(PUBLIC_URL));
  return isOurs
    ? []
    : ["NODE_ENV must be production when PUBLIC_URL is a public address. Set NODE_ENV=production"];
}

function whyNotReach(name: string, address: string | null): string[] {
  if (address === null) return [];
  if (isLoopback(address))
    return [`${name} must not be on this machine in production. Set the address of the real service.`];
  if (isPrivate(address))
    return [`${name} must not be a private or link-local address in production. Set a public address.`];
  const { protocol } = new URL(address);
  return protocol === "http:" ? [`${name} must be https in production.`] : [];
}

/** Returns true for an address on this machine. */
export const isLoopback = (address: string): boolean =>
  /^(localhost$|.*\.localhost$|127\.|\[?::1\]?$|0\.|\[::\]$)/i.test(
    embeddedV4(hostName(address)) ?? hostName(address),
  );

/** Returns true for a private or link-local address; metadata services of clouds have such addresses. */
function isPrivate(address: string): boolean {
  const host = hostName(address).replace(/^\[(.*)\]$/, "$1");
  if (isIP(host) === 4) return isPrivateV4(host);
  if (isIP(host) !== 6) return /(^|\.)(internal|local|lan|home\.arpa)$/i.test(host);
  return /^f([cd]|e[89a-f])/i.test(host) || isPrivateV4(embeddedV4(host) ?? "");
}

/** IPv6 prefixes that embed an IPv4 address, and the index of its first group: mapped, compatible, NAT64, 6to4. */
const EMBEDDING: readonly (readonly [head: readonly number[], at: number])[] = [
  [[0, 0, 0, 0, 0, 0xffff], 6],
  [[0, 0, 0, 0, 0, 0], 6],
  [[0x64, 0xff9b, 0, 0, 0, 0], 6],
  [[0x2002], 1],
];

/** Returns the IPv4 address that an IPv6 address embeds; null without one, and for :: and ::1. */
function embeddedV4(host: string): string | null {
  const text = host.replace(/^\[(.*)\]$/, "$1");
  if (isIP(text) !== 6 || text === "::" || text === "::1") return null;
  const [left = "", right] = text.split("::");
  const groups = (part: string) =>
    part.split(":").flatMap((each) => (each === "" ? [] : [Number.parseInt(each, 16)]));
  const [first, last] = [groups(left), groups(right ?? "")];
  const all = [...first, ...Array.from({ length: 8 - first.length - last.length }, () => 0), ...last];
  const found = EMBEDDING.find(([head]) => head.every((group, at) => group === all[at]));
  if (found === undefined) return null;
  const [high = 0, low = 0] = all.slice(found[1], found[1] + 2);
  return [high >> 8, high & 255, low >> 8, low & 255].join(".");
}

const isPrivateV4 = (host: string): boolean =>
  /^(10\.|192\.168\.|172\.(1[6-9]|2\d|3[01])\.|169\.254\.|100\.(6[4-9]|[7-9]\d|1[01]\d|12[0-7])\.)/.test(
    host,
  );

/** Returns the host in the notation of browsers: 2130706433 and 0x7f.1 become 127.0.0.1. */
function hostName(address: string): string {
  const { host } = new URL(address.replace(/^[a-z]+:/i, "http:"));
  return new URL(`http://${host}`).hostname.replace(/\.$/, "");
}

/** A database on this machine needs no TLS. */
function whyNotDatabase(name: string, url: string | null): string[] {
  if (url === null) return [];
  const { hostname, searchParams } = new URL(url.replace("@/", "@localhost/"));
  const host = searchParams.get("host") ?? hostname;
  const isHere = host === "" || host.startsWith("/") || isLoopback(`http://${host}`);
  const mode = searchParams.get("sslmode");
  return isHere || mode === "require" || mode === "verify-ca" || mode === "verify-full"
    ? []
    : [`${name} must have sslmode=verify-full in production. Add it at the end: ?sslmode=verify-full`];
}

const MAKE_ANOTHER = `Generate a new key with: ${MAKE_KEY}`;

/** Refuses keys that are not random, and a key with two purposes. */
function whyNotKeys(
  readText: (name: string) => string | null,
  readList: (name: string) => readonly string[],
): string[] {
  const keys = [
    ...["SEALING_KEYS", "AUDIT_KEYS"].flatMap((name) =>
      (readText(name)?.split(",") ?? []).map((pair) => [name, pair.split(":")[1] ?? ""]),
    ),
    ...["INDEX_KEY", "BOT_CHECK_KEY", "BACKUP_KEY"].flatMap((name) =>
      (readText(name) ?? "").split(",").map((each) => [name, each]),
    ),
    ...["TOKEN_KEY", "CODE_KEY"].flatMap((name) => readList(name).map((each) => [name, each])),
  ].flatMap(([name = "", text = ""]) => (text === "" ? [] : [{ name, key: Buffer.from(text, "base64") }]));
  const known = new Map<string, string>();
  return keys.flatMap(({ name, key }) => {
    const text = key.toString("hex");
    const other = known.get(text);
    known.set(text, name);
    if (other !== undefined) return [`${name} must not be the same key as ${other}. ${MAKE_ANOTHER}`];
    return isRandom(key) ? [] : [`${name} must be random bytes. ${MAKE_ANOTHER}`];
  });
}

/** Random keys have at least 20 different bytes (an exception has odds below 1 in 10^12) and are not readable text. */
const isRandom = (key: Buffer): boolean =>
  new Set(key).size >= 20 && !/^[\x20-\x7e\r\n]+$/.test(key.toString("latin1"));
