import { refusal } from '@tandem/contract'
import type { Principal } from '../../kernel/identity/principal.ts'

/** Links belong to the integration that makes them. Throws forbidden when the caller is not an integration. */
export function ownIntegrationOf({ integrationId }: Principal): string {
  if (integrationId !== undefined) return integrationId
  throw refusal('linksOfIntegrations')
}
