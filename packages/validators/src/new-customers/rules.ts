export const CUSTOMER_ADDED = "Customer added.";
export const APPLICATION_BEGUN = "Application created. Set its terms in Edit User, then have it approved.";

/** What is kept of an application that staff began as the reason why it has to be looked at. */
export const BEGUN_BY_HAND = "Created by hand";

/** Why a customer of these names can not be added, or null: somebody has to be named. */
export const whyNotName = ({
  firstname,
  lastname,
  companyName,
}: Partial<Record<"firstname" | "lastname" | "companyName", string>>): string | null =>
  (firstname && lastname) || companyName ? null : "Enter first and last name, or a company name.";

/** Why a customer who is reached like this can not be added, or null. */
export const whyNotReach = ({ email, phone }: Partial<Record<"email" | "phone", string>>): string | null =>
  email || phone ? null : "Enter an e-mail address or a phone number.";

/** Why no application can be begun, or null. `application` is the newest one, null when there is none. */
export const whyNotBeginApplication = (application: { stage: string } | null): string | null =>
  application === null || application.stage === "funded"
    ? null
    : "This customer has an application that is not funded. Restart it instead.";
