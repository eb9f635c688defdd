import type { Handlers } from '../../kernel/handlers.ts'
import { createToken } from './create.ts'
import { listTokens } from './list.ts'
import { revokeToken } from './revoke.ts'

export const tokenHandlers = {
  'token.create': createToken,
  'token.list': listTokens,
  'token.revoke': revokeToken,
} satisfies Partial<Handlers>
