/** Seeds that are always run first: those under which something was found, and one to begin with. */
export const KEPT_SEEDS: readonly number[] = [1, 3428];
