import { TandemError } from '@tandem/contract'
import type { Principal } from '../../kernel/principal.ts'

/** Links belong to the integration that makes them. Throws forbidden when the caller is none. */
export function ownIntegrationOf({ integrationId }: Principal): string {
  if (integrationId !== undefined) return integrationId
  throw new TandemError('forbidden', 'Links belong to integrations: use the token that the installation of one gave out.')
}
