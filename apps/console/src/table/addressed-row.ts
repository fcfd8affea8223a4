import { useSearch } from "wouter";

/** The key of the row that the address names (`?row=KEY`), as a link to one row of a list does. */
export const useAddressedRow = (): string | null => new URLSearchParams(useSearch()).get("row");
