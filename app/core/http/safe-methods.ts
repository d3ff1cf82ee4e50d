/** The methods whose requests can only read. */
const SAFE_METHODS = ["GET", "HEAD", "OPTIONS"];

/** Whether the method of a request can only read. */
export const isSafe = ({ method }: Pick<Request, "method">) => SAFE_METHODS.includes(method);
