import { PHONE_MASK } from "@countinghouse/validators/contact/digit-mask";
import type { FieldValues } from "react-hook-form";
import type { FieldProps } from "./field.tsx";
import { MaskedField } from "./masked-field.tsx";

/** A US phone number as "(###) ###-####". */
export const PhoneField = <Fields extends FieldValues, Output>(props: FieldProps<Fields, Output>) => (
  <MaskedField {...props} mask={PHONE_MASK} type="tel" inputMode="tel" />
);
