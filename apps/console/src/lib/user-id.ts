import { typedText } from "@countinghouse/validators/invisible";

const LARGEST_ID = 2_147_483_647;

/** A customer's id as it stands in an address: digits and nothing else; null for any other text. */
export function readUserId(text: string): number | null {
  const id = /^[1-9]\d{0,9}$/.test(text) ? Number(text) : 0;
  return id >= 1 && id <= LARGEST_ID ? id : null;
}

/** A customer's id as a person types or pastes it: "10001", " #10001 ". Null for any other text. */
export const readTypedUserId = (text: string): number | null => readUserId(typedText(text).replace(/^#/, ""));
