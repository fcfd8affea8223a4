/** Names one press of one button, for a change that is never sent again by the same press. */
export const newRequestId = (): string => crypto.randomUUID();

/**
 * Ids for a form: the first is made at once and stays while the same values are sent again, so that a repeat is
 * answered with the first result. Other values get a new one.
 */
export function makeRequestIds(makeId: () => string = newRequestId): (values: unknown) => string {
  let id = makeId();
  let sent: string | null = null;
  return (values) => {
    const text = JSON.stringify(values);
    if (sent !== null && sent !== text) id = makeId();
    sent = text;
    return id;
  };
}
