/** Rows of one page of derogatory remarks. */
export const REMARKS_PAGE_SIZE = 10;
