import type { ClientOptions } from './types.ts'

/** The credential of requests. */
export type Credential = {
  headers(): Record<string, string>
  /** Stores the cookie of signing in, renewal and signing out. In a browser it is not visible. */
  learn(headers: Headers): void
}

const sessionCookie = 'kb_session='

export function createCredential({ token, cookie }: Pick<ClientOptions, 'token' | 'cookie'>): Credential {
  if (token !== undefined) return { headers: () => ({ authorization: `Bearer ${token}` }), learn: () => {} }
  let kept = cookie
  return {
    headers: (): Record<string, string> => (kept === undefined ? {} : { cookie: kept }),
    learn(headers) {
      const pair = headers
        .getSetCookie()
        .find((line) => line.startsWith(sessionCookie))
        ?.split(';')[0]
      if (pair !== undefined) kept = pair === sessionCookie ? undefined : pair
    },
  }
}
