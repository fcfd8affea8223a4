import type { AdminActor } from "../../actor.ts";
import { readActor } from "../../auth/sessions.ts";
import type { RouterInputs } from "../../index.ts";
import { type Delivery, startDelivery } from "../delivery.ts";
import { type FolderStorage, withFolderStorage } from "../files.ts";
import type { TestApi } from "../harness.ts";
import { openPayments } from "../payable.ts";
import type { TestProcessors } from "../processors.ts";
import { addAdmin, signInFully } from "../signing-in.ts";

/** One database for the examples of all mutations, with the sandbox for each vendor. */
export interface MutationBook {
  api: TestApi;
  delivery: Delivery;
  processors: TestProcessors;
  storage: FolderStorage;
}

/** An input that succeeds, and a change that makes it another input. */
export interface Example<Input> {
  input: WithoutRequest<Input>;
  other: Partial<WithoutRequest<Input>>;
  /** The admin who calls; by default one of the lowest role that may. */
  as?: AdminActor;
}

type WithoutRequest<Input> = Input extends unknown ? Omit<Input, "requestId"> : never;

type Domain = keyof RouterInputs;
type Path = { [In in Domain]: `${In}.${keyof RouterInputs[In] & string}` }[Domain];
type InputOf<At extends Path> = At extends `${infer In extends Domain}.${infer Verb}`
  ? RouterInputs[In][Verb & keyof RouterInputs[In]]
  : never;

/** Examples by the path of the mutation. Each prepares its own customers. */
export type MutationExamples = { [At in Path]?: (book: MutationBook) => Promise<Example<InputOf<At>>> };

interface OpenedBook extends MutationBook {
  /** Sets the clock back to when the book was opened. */
  resetClock(): void;
  close(): Promise<void>;
}

export async function openMutationBook(): Promise<OpenedBook> {
  const { api, processors } = await openPayments({
    roles: ["SUPERADMIN", "ADMIN", "EMPLOYEE"],
    passcodes: true,
  });
  // No two tables share an id, so an id in an event belongs to one row only.
  await api.asOwner(
    `SELECT setval(format('%I', sequencename)::regclass, 1000000 * row_number() OVER (ORDER BY sequencename))
     FROM pg_sequences WHERE schemaname = 'public' AND data_type = 'integer'::regtype`,
  );
  const openedAt = api.clock.now().getTime();
  const storage = withFolderStorage(api);
  const delivery = await startDelivery(api);
  Object.assign(api.services.ports, delivery.ports);
  return {
    api,
    delivery,
    processors,
    storage,
    resetClock: () => api.clock.advance({ seconds: (openedAt - api.clock.now().getTime()) / 1000 }),
    close: async () => {
      await delivery.close();
      await api.close();
    },
  };
}

/** An admin who has signed in, for a change of their own account. */
export async function signedIn(api: TestApi): Promise<AdminActor> {
  const { email } = await addAdmin(api);
  const { token } = await signInFully(api, email);
  const actor = await readActor(api.services, token, "::1");
  if (actor.kind !== "admin") throw new Error("The admin is not signed in.");
  return actor;
}
