import type { AuthorizationServer } from '../../kernel/oauth.ts'
import type { RestDeps } from '../rest/deps.ts'

/** `web`: the app that puts the request to the person in place of our own plain page, once it has been built. */
export type OAuthDeps = RestDeps & { oauth: AuthorizationServer; web: { isBuilt(): Promise<boolean> } }
