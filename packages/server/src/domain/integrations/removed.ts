import { refusal } from '@tandem/contract'
import type { IntegrationRow } from '../../db/tables/agents/integrations.ts'

export function refuseRemoved({ id, status }: IntegrationRow): void {
  if (status !== 'removed') return
  throw refusal('integrationGone', {}, { details: { integrationId: id } })
}
