import { EIN_MASK } from "@countinghouse/validators/contact/digit-mask";
import type { FieldValues } from "react-hook-form";
import type { FieldProps } from "./field.tsx";
import { MaskedField } from "./masked-field.tsx";

/** An employer identification number as "##-#######". */
export const EinField = <Fields extends FieldValues, Output>(props: FieldProps<Fields, Output>) => (
  <MaskedField {...props} mask={EIN_MASK} />
);
