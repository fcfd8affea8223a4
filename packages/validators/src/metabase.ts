/** Where the button Metabase leads (specification 2, section 2). */
export const METABASE_PATH = "/metabase/";
export const METABASE_LABEL = "Metabase";
