import { z } from "zod";

/** Asks the provider how all banks are doing. */
export const RefreshInstitutions = z.strictObject({});
