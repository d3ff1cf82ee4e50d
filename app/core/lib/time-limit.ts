/**
 * Waits for a promise, but no longer than a limit. The operation itself can't be stopped, so it may still happen later,
 * unnoticed.
 * @param late makes the error to throw when time is up
 */
export async function withinTimeLimit<T>(
  pending: Promise<T>,
  milliseconds: number,
  late: () => Error,
): Promise<T> {
  const { promise: timeUp, reject } = Promise.withResolvers<never>();
  const timer = setTimeout(() => reject(late()), milliseconds);
  return Promise.race([pending, timeUp]).finally(() => clearTimeout(timer));
}
