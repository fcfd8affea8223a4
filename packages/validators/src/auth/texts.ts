/** Messages of the sign-in (specification 1 section 2), word for word. */
export const AUTH_TEXTS = {
  codeSent: "Otp has been sent, please verify",
  codeResent: "OTP has been resent successfully!",
  codeOnItsWay: (why: string) =>
    `The mail server has not taken the code yet. It may still arrive: wait a minute before you ask for another.${because(why)}`,
  codeRefused: (why: string) =>
    `The code could not be mailed: the mail server refused it. Tell whoever runs the console.${because(why)}`,
  codeFailed: "You have provided an invalid credentials, please try again",
  codeExpired: "This code has expired. Press Resend, or sign in again.",
  invalidCredentials: "You have provided an invalid credentials!",
  resendFailed: "Unable to sent otp please try again!",
  /** The same for addresses that are known and that are not. */
  onlyByReset: "Too many wrong tries. Press Forgot password for a link to set a new one.",
  signedIn: "You are successfully logged In!",
} as const;

function because(why: string): string {
  return why === "" ? "" : ` (${why})`;
}
