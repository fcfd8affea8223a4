const LARGEST_ID = 2_147_483_647;

/** A customer's id as it is typed or stands in an address: digits and nothing else; null for any other text. */
export function readUserId(text: string): number | null {
  const id = /^[1-9]\d{0,9}$/.test(text) ? Number(text) : 0;
  return id >= 1 && id <= LARGEST_ID ? id : null;
}
