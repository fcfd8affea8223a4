import { hash, verify } from "@node-rs/argon2";

/** OWASP's parameters for argon2id (the library's default algorithm). */
const COST = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };

/** Hashes a password or passcode with argon2id; the result carries its own salt and parameters. */
export const hashPassword = (password: string): Promise<string> => hash(password, COST);

/** Whether `password` is the one `hashed` was made from; none fits what is no hash. */
export const verifyPassword = async (hashed: string, password: string): Promise<boolean> =>
  hashed.startsWith("$argon2") && verify(hashed, password);
