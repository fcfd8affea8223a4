import {
  GetPaymentPreference,
  SetPaymentPreference,
} from "@countinghouse/validators/payment-preferences/schemas";
import { command } from "@countinghouse/validators/request-id";
import { can, router } from "../trpc.ts";
import { getPaymentPreference, setPaymentPreference } from "./service.ts";

export const paymentPreferencesRouter = router({
  get: can("payments.read")
    .input(GetPaymentPreference)
    .query(({ ctx, input }) => getPaymentPreference(ctx, input)),
  set: can("paymentPreferences.write")
    .input(command(SetPaymentPreference))
    .mutation(({ ctx, input }) => setPaymentPreference(ctx, input)),
});
