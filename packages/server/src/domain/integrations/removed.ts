import { TandemError } from '@tandem/contract'
import type { IntegrationRow } from '../../db/rows.ts'

export function refuseRemoved({ id, status }: IntegrationRow): void {
  if (status !== 'removed') return
  throw new TandemError('conflict', 'This integration was removed. Install it again.', { details: { integrationId: id } })
}
