/** Plaid's type of an answer as it stands on the wire: its enums as the texts they are. */
export type Wire<T> = T extends string
  ? `${T}`
  : T extends readonly (infer Element)[]
    ? Wire<Element>[]
    : T extends object
      ? { [Key in keyof T]: Wire<T[Key]> }
      : T;
