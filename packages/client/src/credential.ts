import type { ClientOptions } from './types.ts'

/** How a request says who calls. */
export type Credential = {
  headers(): Record<string, string>
  /** Takes over the cookie that signing in, renewal and signing out set. A browser keeps that to itself. */
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
