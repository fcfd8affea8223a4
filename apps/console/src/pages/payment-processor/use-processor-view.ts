import { SENT_STATES, type SentState } from "@countinghouse/validators/payments/states";
import { createParser, createSerializer, parseAsString, parseAsStringLiteral, useQueryStates } from "nuqs";
import { useLocation } from "wouter";
import { useHistoryState } from "wouter/use-browser-location";
import { parseAsDay } from "@/lib/parse-as-day.ts";
import { looksSensitive } from "@/lib/sensitive-text.ts";
import { readUserId } from "@/lib/user-id.ts";
import { routes } from "@/paths.ts";

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

const params = {
  user: createParser({ parse: readUserId, serialize: String }),
  ref: parseAsString.withDefault(""),
  from: parseAsDay,
  to: parseAsDay,
  state: parseAsStringLiteral(SENT_STATES),
  /** The payment that lies open over the page. */
  payment: createParser({ parse: (text) => (UUID.test(text) ? text : null), serialize: String }),
};

const serialize = createSerializer(params);

export type ProcessorFilters = {
  reference: string;
  from: string | null;
  to: string | null;
  state: SentState | null;
};

export const NO_FILTERS: ProcessorFilters = { reference: "", from: null, to: null, state: null };

export type ProcessorView = {
  userId: number | null;
  filters: ProcessorFilters;
  /** Whether the reference is kept out of the address, because it may be the number of a card or an account. */
  isReferenceHidden: boolean;
  paymentId: string | null;
  search: (filters: ProcessorFilters) => void;
  showUser: (userId: number | null) => void;
  open: (paymentId: string) => void;
  close: () => void;
};

/** What is searched for and what lies open, kept in the address; a sensitive text in the history entry only. */
export function useProcessorView(): ProcessorView {
  const [{ user, ref, from, to, state, payment }, setParams] = useQueryStates(params);
  const [, navigate] = useLocation();
  const hidden = hiddenReference(useHistoryState<unknown>());
  return {
    userId: user,
    filters: { reference: hidden ?? ref, from, to, state },
    isReferenceHidden: hidden !== null,
    paymentId: payment,
    search: ({ reference, ...days }) => {
      const hide = looksSensitive(reference);
      navigate(serialize(routes.paymentProcessor, { user, ...days, ref: hide ? null : reference }), {
        state: hide ? { ref: reference } : null,
      });
    },
    showUser: (next) => void setParams({ user: next }, { history: "push" }),
    open: (id) => void setParams({ payment: id }, { history: "push" }),
    close: () => void setParams({ payment: null }),
  };
}

function hiddenReference(state: unknown): string | null {
  const ref = typeof state === "object" && state !== null && "ref" in state ? state.ref : null;
  return typeof ref === "string" ? ref : null;
}
