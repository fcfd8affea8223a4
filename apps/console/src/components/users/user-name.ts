type Named = { id: number; firstname: string; lastname: string; businessName: string };

/** Returns the name of a customer, else the business, else the number. */
export const userName = ({ id, firstname, lastname, businessName }: Named): string =>
  `${firstname} ${lastname}`.trim() || businessName || `User ${id}`;

/** Returns the first letters of the first two words, in any script. */
export const nameInitials = (name: string): string =>
  name
    .split(/\s+/)
    .slice(0, 2)
    .map((word) => /[\p{L}\p{N}]/u.exec(word)?.[0] ?? "")
    .join("")
    .toUpperCase();
