/** Resolves with `work`, or rejects with the reason of `signal` if that is aborted before. */
export async function before<T>(signal: AbortSignal, work: T | Promise<T>): Promise<T> {
  const aborted = Promise.withResolvers<never>()
  const leave = () => aborted.reject(signal.reason)
  signal.addEventListener('abort', leave)
  try {
    return await Promise.race([work, aborted.promise])
  } finally {
    signal.removeEventListener('abort', leave)
  }
}
