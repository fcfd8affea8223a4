import { z } from "zod";

/** Puts right what differs outside. */
export const RepairDrift = z.strictObject({ id: z.uuid() });
export type RepairDrift = z.infer<typeof RepairDrift>;
