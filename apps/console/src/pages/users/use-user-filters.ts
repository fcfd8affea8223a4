import {
  LAST_PAYMENTS,
  NEXT_DUE,
  PAST_DUE,
  USER_BALANCES,
  USER_STAGES,
  USER_TAGS,
} from "@countinghouse/validators/users/filters";
import type { UserFilters } from "@countinghouse/validators/users/schemas";
import { param } from "@/lib/list-params.ts";

/** The filters as parameters of the address. */
export const FILTER_PARAMS = {
  stage: param.oneOf(USER_STAGES),
  balance: param.oneOf(USER_BALANCES),
  nextDue: param.oneOf(NEXT_DUE),
  pastDue: param.oneOf(PAST_DUE),
  lastPayment: param.oneOf(LAST_PAYMENTS),
  tags: param.listOf(USER_TAGS).withDefault([]),
};

export const FILTER_NAMES = Object.keys(FILTER_PARAMS) as (keyof typeof FILTER_PARAMS)[];

export const isFiltered = ({ tags, ...others }: UserFilters): boolean =>
  tags.length > 0 || Object.values(others).some((value) => value !== null);
