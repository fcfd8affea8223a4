/** Licences that what we use may have: none of them asks for our own source. */
const ALLOWED_LICENCES: ReadonlySet<string> = new Set([
  "0BSD",
  "Apache-2.0",
  "BSD-2-Clause",
  "BSD-3-Clause",
  "BlueOak-1.0.0",
  "CC0-1.0",
  "ISC",
  "MIT",
  "MIT-0",
  "OFL-1.1",
  "Unlicense",
  // Theirs stays theirs: a file of it that is changed has to be given on. None is changed here.
  "EPL-2.0",
  "MPL-2.0",
]);

/** Whether one of several that are offered, or each of several that all hold, is allowed: "(MIT OR GPL-3.0)", "MIT and ISC". */
export function isAllowed(licence: string): boolean {
  const text = licence.replaceAll(/[()]/g, "");
  return text
    .split(/\s+and\s+/i)
    .every((all) => all.split(/\s+or\s+/i).some((one) => ALLOWED_LICENCES.has(one.trim())));
}
