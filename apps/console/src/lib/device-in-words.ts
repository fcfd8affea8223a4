const BROWSERS = [
  [/\bEdg\//, "Edge"],
  [/\bOPR\//, "Opera"],
  [/\bFirefox\//, "Firefox"],
  [/\bChrome\//, "Chrome"],
  [/\bSafari\//, "Safari"],
] as const;

const SYSTEMS = [
  [/\bAndroid\b/, "Android"],
  [/\biPhone|iPad\b/, "iOS"],
  [/\bWindows\b/, "Windows"],
  [/\bMac OS X\b/, "macOS"],
  [/\bLinux\b/, "Linux"],
] as const;

const findName = (agent: string, known: readonly (readonly [RegExp, string])[]): string | undefined =>
  known.find(([pattern]) => pattern.test(agent))?.[1];

/** What a browser says of itself, in words: "Chrome on Windows". What is not known stands as it was said. */
export function deviceInWords(userAgent: string): string {
  const [browser, system] = [findName(userAgent, BROWSERS), findName(userAgent, SYSTEMS)];
  if (browser === undefined) return userAgent || "Unknown device";
  return system === undefined ? browser : `${browser} on ${system}`;
}
