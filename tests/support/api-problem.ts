import { expect } from "vitest";

/** The error code of a refusal, which must be a problem document (RFC 9457). */
export async function codeOf(response: Response): Promise<string> {
  expect(response.headers.get("Content-Type")).toBe("application/problem+json");
  const problem = (await response.json()) as Record<string, unknown>;
  expect(problem).toMatchObject({
    type: "about:blank",
    title: expect.stringMatching(/\w/),
    status: response.status,
    detail: expect.stringMatching(/\w/),
    requestId: response.headers.get("X-Request-Id"),
  });
  expect(problem.code).toBe(response.headers.get("X-Error-Code"));
  return String(problem.code);
}
