import { hash } from "@node-rs/argon2";

/** As little work as the algorithm allows: it is the hash that says how much checking it costs. */
const COST = { memoryCost: 8, timeCost: 1, parallelism: 1 };

/** A hash as of `hashPassword`, for what tests make and check by the hundred. It protects nothing. */
export const cheapHash = (password: string): Promise<string> => hash(password, COST);
