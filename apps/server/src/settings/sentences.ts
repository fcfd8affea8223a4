import type { z } from "zod";
import { describeSetting } from "./kinds.ts";

/** What is wrong with a setting and what to do, in a sentence or two; never its value. */
export function problemSentence(
  name: string,
  schema: z.ZodType,
  isGiven: boolean,
  issue: z.core.$ZodIssue,
): string {
  const { example, make } = describeSetting(schema);
  const toDo = make === undefined ? `For example: ${name}=${example}` : `This makes one: ${make}`;
  return isGiven ? `${name} ${rule(issue)}. ${toDo}` : `${name} is missing. ${toDo}`;
}

/** What a value has to be, as the end of a sentence that begins with the setting's name. */
function rule(issue: z.core.$ZodIssue): string {
  if (issue.message.startsWith("must ")) return issue.message;
  switch (issue.code) {
    case "invalid_type":
      return issue.expected === "number" || issue.expected === "int"
        ? "must be a whole number"
        : "must be a text";
    case "too_small":
      return `must be ${String(issue.minimum)} or more`;
    case "too_big":
      return `must be ${String(issue.maximum)} or less`;
    case "invalid_value":
      return `must be one of: ${issue.values.map(String).join(", ")}`;
    default:
      return "is not of the right form";
  }
}
