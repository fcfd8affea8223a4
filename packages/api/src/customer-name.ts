interface Named {
  id: number;
  firstname: string;
  lastname: string;
  businessName: string;
}

/** What a customer is called: by name, else by business, else by number. */
export const customerName = ({ id, firstname, lastname, businessName }: Named): string =>
  `${firstname} ${lastname}`.trim() || businessName || `User ${id}`;
