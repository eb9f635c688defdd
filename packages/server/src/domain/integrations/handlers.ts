import type { Handlers } from '../../kernel/handlers.ts'
import { type InstallDeps, installIntegration } from './install.ts'
import { listIntegrations, readIntegration } from './list.ts'
import { putOwnKey, readOwn } from './own.ts'
import { listPeople } from './people.ts'
import { claimPersonLink, confirmPersonLink, createPersonLink, readPersonLink } from './person-links.ts'
import { removeIntegration } from './remove.ts'
import { putSecrets } from './secrets.ts'
import { listTypes } from './types.ts'
import { changeIntegration } from './update.ts'

export function createIntegrationHandlers(deps: InstallDeps) {
  return {
    'integrationType.list': listTypes,
    'integration.install': installIntegration(deps),
    'integration.list': listIntegrations,
    'integration.get': readIntegration,
    'integration.update': changeIntegration(deps),
    'integration.secrets.put': putSecrets(deps),
    'integration.remove': removeIntegration,
    'integration.people': listPeople,
    'integration.self.get': readOwn(deps),
    'integration.self.key.put': putOwnKey,
    'personLink.create': createPersonLink,
    'personLink.read': readPersonLink,
    'personLink.confirm': confirmPersonLink,
    'personLink.claim': claimPersonLink,
  } satisfies Partial<Handlers>
}
