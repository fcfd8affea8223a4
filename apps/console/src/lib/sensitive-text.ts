/** Whether a search text may name a person (SSN, card, e-mail, phone) and so must stay out of the URL. */
export function looksSensitive(text: string): boolean {
  const digits = text.replace(/\D/g, "");
  return digits.length >= 9 || text.includes("@") || LOCAL_PHONE.test(text);
}

const LOCAL_PHONE = /\b\d{3}[\s.-]\d{4}\b/;
