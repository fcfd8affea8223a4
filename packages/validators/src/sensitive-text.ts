/** Whether a text may name a person (SSN, card, e-mail, phone) and so stands in no address and in no saved view. */
export function looksSensitive(text: string): boolean {
  const digits = text.replace(/\D/g, "");
  return digits.length >= 9 || text.includes("@") || LOCAL_PHONE.test(text);
}

const LOCAL_PHONE = /\b\d{3}[\s.-]\d{4}\b/;
