export const USERS_EXPORT_PATH = "/api/exports/users";
export const USERS_FILE_NAME = "users.csv";

export const USERS_EXPORT_COLUMNS = [
  "Id",
  "First Name",
  "Last Name",
  "Business",
  "Email",
  "Phone Number",
  "Address",
  "Stage",
  "Balance (USD)",
  "Next Due (America/New_York)",
  "Days Past Due",
  "Last Payment (America/New_York)",
  "Last Payment (USD)",
  "Tags",
] as const;
