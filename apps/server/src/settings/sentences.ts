import type { z } from "zod";
import { describeSetting } from "./kinds.ts";

/** Returns one or two sentences with the error of a setting and its correction, without its value. */
export function problemSentence(
  name: string,
  schema: z.ZodType,
  isGiven: boolean,
  issue: z.core.$ZodIssue,
): string {
  const { example, make } = describeSetting(schema);
  const toDo = make === undefined ? `For example: ${name}=${example}` : `Generate one with: ${make}`;
  return isGiven ? `${name} ${rule(issue)}. ${toDo}` : `${name} is missing. ${toDo}`;
}

/** The rule that a value breaks, as the end of a sentence that begins with the setting's name. */
function rule(issue: z.core.$ZodIssue): string {
  if (issue.message.startsWith("must ")) return issue.message;
  switch (issue.code) {
    case "invalid_type":
      return issue.expected === "number" || issue.expected === "int"
        ? "must be a whole number"
        : "must be text";
    case "too_small":
      return `must be ${String(issue.minimum)} or more`;
    case "too_big":
      return `must be ${String(issue.maximum)} or less`;
    case "invalid_value":
      return `must be one of: ${issue.values.map(String).join(", ")}`;
    default:
      return "has the wrong format";
  }
}
