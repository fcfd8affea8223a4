/** The reason to refuse a webhook unread: no signature of the vendor's form, or one of another time. */
export type SignatureRefusal = "UNSIGNED" | "OUTDATED";
