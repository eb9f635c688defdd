import { answers, type Handlers } from '../../kernel/handlers.ts'
import { createToken } from './create.ts'
import { listTokens } from './list.ts'
import { revokeToken } from './revoke.ts'

export const tokenHandlers = {
  'token.create': { run: createToken },
  'token.list': answers(listTokens),
  'token.revoke': answers(revokeToken),
} satisfies Partial<Handlers>
