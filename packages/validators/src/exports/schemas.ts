import { z } from "zod";

/** How many lines the console wrote into a file of its own. */
export const FileRows = z.number().int().min(1).max(1_000_000);
