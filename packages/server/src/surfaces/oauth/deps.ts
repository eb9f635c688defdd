import type { AuthorizationServer } from '../../kernel/oauth.ts'
import type { HttpDeps } from '../http/deps.ts'

/** `web`: the app that puts the request to the person in place of our own plain page, once it has been built. */
export type OAuthDeps = HttpDeps & { oauth: AuthorizationServer; web: { isBuilt(): Promise<boolean> } }
