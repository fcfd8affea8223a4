import { isTest, repositoryFiles } from "../checks/repository-files.ts";

/** What the product says, as its code spells it. */
export interface ProductTexts {
  /** Whether something on the screen is called exactly so. */
  isLabel(text: string): boolean;
  /** Whether it says so, where … stands for what differs from time to time. */
  says(message: string): boolean;
}

const SPOKEN = /^(apps\/console\/src|packages\/(validators|api)\/src)\/.*\.tsx?$/;

/** Reads what the console, its rules and the API say. */
export function readProductTexts(): ProductTexts {
  const code = repositoryFiles()
    .filter(({ path }) => SPOKEN.test(path) && !isTest(path))
    .map(({ text }) => text.replaceAll("\\n", " ").replaceAll('\\"', '"').replaceAll("&amp;", "&"))
    .join("\n");
  const flat = code.replaceAll(/\s+/g, " ");
  const exact = new Set([
    ...all(code, /"((?:[^"\\\n]|\\.)+)"/g),
    ...all(code, />\s*([^<>{}]+?)\s*</g).map((text) => text.replaceAll(/\s+/g, " ")),
    ...code.split("\n").map((line) => line.trim()),
  ]);
  const patterns = all(code, /`([^`\n]*\$\{[^`\n]*)`/g)
    .filter((template) => /[A-Za-z]{3}/.test(template.replaceAll(/\$\{[^}]*\}/g, "")))
    .map(
      (template) =>
        new RegExp(
          `^${template
            .split(/\$\{[^}]*\}/)
            .map(escaped)
            .join(".+")}$`,
        ),
    );
  return {
    isLabel: (text) => exact.has(text) || patterns.some((pattern) => pattern.test(text)),
    says: (message) =>
      message
        .split("…")
        .map((part) => part.trim())
        .every((part) => part === "" || flat.includes(part)),
  };
}

const all = (text: string, pattern: RegExp): string[] =>
  Array.from(text.matchAll(pattern), ([, found = ""]) => found);

const escaped = (text: string): string => text.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`);
