/** Where browsers report a page's errors. */
export const ERROR_REPORTS_PATH = "/error-reports";
