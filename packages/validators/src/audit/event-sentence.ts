import { formatCents } from "../money.ts";
import { ACTION_WORDS } from "./action-words.ts";
import { MONEY_ACTION_WORDS, PAYMENT_SENTENCES } from "./action-words-money.ts";
import { inWords } from "./rules.ts";

const WORDS = { ...ACTION_WORDS, ...MONEY_ACTION_WORDS };

/** The name of an action: "Created a note". An unknown or former action is spelled in words. */
export function actionLabel(action: string): string {
  const words = WORDS[action];
  if (words !== undefined) return typeof words === "string" ? words : words[0];
  const [area = "", ...verb] = action.split(".");
  return verb.length === 0 ? inWords(area) : `${inWords(area)}: ${inWords(verb.join(" ")).toLowerCase()}`;
}

export interface ToldEvent {
  /** The name of the person or job. */
  who: string;
  action: string;
  /** The name of the customer, or null. */
  customer: string | null;
  before: unknown;
  after: unknown;
}

/** An event as a sentence: "Erin Novak charged $25.00 to card •••• 4242 of Luis Delgado". Values are cents where their name ends so. */
export function eventSentence({ who, action, customer, before, after }: ToldEvent): string {
  const values = valuesOf(after);
  const words = WORDS[action];
  const template =
    (action === "payments.run" ? PAYMENT_SENTENCES[String(values.mode)] : undefined) ??
    (words === undefined || typeof words === "string" ? undefined : words[1]);
  const filled =
    template === undefined ? null : fill(template, { ...values, customer, was: valuesOf(before) });
  if (filled !== null) return `${who} ${filled}`;
  const name = `${actionLabel(action)}${customer === null ? "" : ` for ${customer}`}`;
  return IMPERSONAL.test(name) ? name : `${who} ${name.charAt(0).toLowerCase()}${name.slice(1)}`;
}

/** The name of an action that tells what happened, not what somebody did. */
const IMPERSONAL = /^(An?|The) /;

const valuesOf = (stored: unknown): Record<string, unknown> =>
  typeof stored === "object" && stored !== null ? (stored as Record<string, unknown>) : {};

/** Returns the sentence with its values, or null when a value outside brackets is missing. */
function fill(template: string, values: Record<string, unknown>): string | null {
  let isWhole = true;
  const filled = template.replaceAll(
    /\[(?<optional>[^\]]*)\]|(?<slot>\{(?:was\.)?\w+\})/g,
    (_, optional: string | undefined, slot: string | undefined) => {
      const text = put(optional ?? slot ?? "", values);
      if (text === null && slot !== undefined) isWhole = false;
      return text ?? "";
    },
  );
  return isWhole ? filled : null;
}

/** Returns the text with its values, or null when one is missing. */
function put(text: string, values: Record<string, unknown>): string | null {
  let isWhole = true;
  const filled = text.replaceAll(/\{(was\.)?(\w+)\}/g, (_, was: string | undefined, name: string) => {
    const value = (was ? valuesOf(values.was) : values)[name];
    if (value === undefined || value === null || value === "") isWhole = false;
    const cents = /cents$/i.test(name) ? Number(value) : Number.NaN;
    return Number.isSafeInteger(cents) ? formatCents(cents) : String(value);
  });
  return isWhole ? filled : null;
}
