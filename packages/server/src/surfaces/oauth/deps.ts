import type { AuthorizationServer } from '../../kernel/oauth.ts'
import type { RestDeps } from '../rest/deps.ts'

export type OAuthDeps = RestDeps & { oauth: AuthorizationServer }
