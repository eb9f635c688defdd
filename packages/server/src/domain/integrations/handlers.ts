import { answers, type Handlers } from '../../kernel/handlers.ts'
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
    'integrationType.list': answers(listTypes),
    'integration.install': installIntegration(deps),
    'integration.list': answers(listIntegrations),
    'integration.get': answers(readIntegration),
    'integration.update': changeIntegration(deps),
    'integration.secrets.put': answers(putSecrets(deps)),
    'integration.remove': answers(removeIntegration),
    'integration.people': answers(listPeople),
    'integration.self.get': answers(readOwn(deps)),
    'integration.self.key.put': putOwnKey,
    'personLink.create': answers(createPersonLink),
    'personLink.read': answers(readPersonLink),
    'personLink.confirm': answers(confirmPersonLink),
    'personLink.claim': answers(claimPersonLink),
  } satisfies Partial<Handlers>
}
