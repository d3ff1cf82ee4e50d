/** Where the browser sends the errors of a page. */
export const ERROR_REPORTS_PATH = "/error-reports";
