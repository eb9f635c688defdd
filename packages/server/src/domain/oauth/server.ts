import type { Kernel } from '../../kernel/kernel.ts'
import type { AuthorizationServer } from '../../kernel/oauth.ts'
import { done } from '../../kernel/reply.ts'
import type { ClientDocuments } from './client-documents.ts'
import { registerClient } from './clients.ts'
import { letIn } from './consent.ts'
import { exchangeCode } from './exchange.ts'
import { offerTo } from './offer.ts'
import { refreshTokens } from './refresh.ts'
import { understand } from './request.ts'
import { grantOfToken, revokeToken } from './revoke.ts'
import { grantableScopes } from './scopes.ts'

const byPerson = { self: true, credential: 'session' } as const
const byAnyone = { public: true, anyone: true } as const

/** The authorization server, every step of it through the one door. `documents` null = no documents are fetched. */
export function createAuthorizationServer(kernel: Kernel, documents: ClientDocuments | null): AuthorizationServer {
  return {
    scopes: grantableScopes,
    takesDocuments: documents !== null,
    needsDocument: ({ client_id: id = '' }) => documents?.isFor(id) ?? false,
    understand: (caller, asked, resource) =>
      kernel.prepareStep({ access: byAnyone }, caller, (read) => understand(read, documents, asked, resource)),
    offer: (caller, request) =>
      kernel.prepareStep({ access: byPerson }, caller, (read) => offerTo(read, caller.principal?.actorId ?? '', request)),
    letIn: (caller, request, choice) =>
      kernel.takeStep({ name: 'oauth.consent', access: byPerson }, caller, async (act) => done(await letIn(act, request, choice))),
    register: (caller, asked) =>
      kernel.takeStep({ name: 'oauth.client.register', access: byAnyone }, caller, async (act) => done(await registerClient(act, asked))),
    exchange: (caller, sent) =>
      kernel.takeStep({ name: 'oauth.token.exchange', access: byAnyone }, caller, (act) => exchangeCode(act, sent)),
    refresh: (caller, sent) =>
      kernel.takeStep({ name: 'oauth.token.refresh', access: byAnyone }, caller, (act) => refreshTokens(act, sent)),
    async revoke(caller, sent) {
      const step = { name: 'oauth.token.revoke', access: byAnyone } as const
      const grantId = await kernel.prepareStep(step, caller, (read) => grantOfToken(read, sent.token))
      return grantId === undefined ? null : kernel.takeStep(step, caller, async (act) => done(await revokeToken(act, sent)))
    },
  }
}
