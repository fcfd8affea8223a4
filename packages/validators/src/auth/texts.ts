/** Messages of the sign-in (specification 1 section 2), word for word. */
export const AUTH_TEXTS = {
  codeSent: "Otp has been sent, please verify",
  codeResent: "OTP has been resent successfully!",
  codeOnItsWay: (why: string) =>
    `The mail server has not taken the code yet. It may still arrive: wait a minute before you ask for another.${because(why)}`,
  codeRefused: (why: string) =>
    `The mail server refused the code. Contact the operator of the console.${because(why)}`,
  codeFailed: "You have provided an invalid credentials, please try again",
  codeExpired: "This code has expired. Press Resend, or sign in again.",
  invalidCredentials: "You have provided an invalid credentials!",
  resendFailed: "Unable to sent otp please try again!",
  /** The same for addresses that are known and that are not. */
  onlyByReset: "Too many wrong passwords. Press Forgot password to set a new one.",
  signedIn: "You are successfully logged In!",
} as const;

function because(why: string): string {
  return why === "" ? "" : ` (${why})`;
}
