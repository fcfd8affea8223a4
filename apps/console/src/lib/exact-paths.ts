import type { Parser } from "wouter";

/** Matches addresses letter by letter: one in capitals names no page (specification 2, section 2). */
export const exactPaths: Parser = (route) => ({
  pattern: route === "*" ? /^/ : new RegExp(`^${route}/?$`),
});
