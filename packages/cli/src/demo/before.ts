/** `work`, unless `signal` is aborted before it is done: then its reason. */
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
