/** One of several servers did not take a connection; others may. */
export class ServerFailure extends Error {
  constructor(name: string, cause: Error) {
    super(`${name}: ${cause.message}`, { cause })
  }
}

/** None of the servers took a connection in time. */
export class NoServer extends Error {
  constructor(failures: readonly ServerFailure[]) {
    super(`no server takes a connection for writes; ${failures.map(({ message }) => message).join('; ')}`, { cause: failures[0] })
  }
}

/** The pool replaces the error of a client that has not connected in time, and names it as the cause. */
export function serverFailureIn(error: unknown): ServerFailure | null {
  if (error instanceof ServerFailure) return error
  return error instanceof Error && error.cause instanceof ServerFailure ? error.cause : null
}
