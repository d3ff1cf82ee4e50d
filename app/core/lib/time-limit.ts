/**
 * Waits for an answer, but no longer than a limit. What was asked can't be stopped: it may still happen later, unseen.
 * @param late makes the error to throw once time is up
 */
export async function withinTimeLimit<T>(
  asked: Promise<T>,
  milliseconds: number,
  late: () => Error,
): Promise<T> {
  const { promise: timeUp, reject } = Promise.withResolvers<never>();
  const timer = setTimeout(() => reject(late()), milliseconds);
  return Promise.race([asked, timeUp]).finally(() => clearTimeout(timer));
}
