type Named = { id: number; firstname: string; lastname: string; businessName: string };

/** What a customer is called: by name, else by business, else by number. */
export const userName = ({ id, firstname, lastname, businessName }: Named): string =>
  `${firstname} ${lastname}`.trim() || businessName || `User ${id}`;

/** The first letters of the first two words, whatever the script. */
export const nameInitials = (name: string): string =>
  name
    .split(/\s+/)
    .slice(0, 2)
    .map((word) => /[\p{L}\p{N}]/u.exec(word)?.[0] ?? "")
    .join("")
    .toUpperCase();
