import { type Integration, integration, type Role } from '@tandem/contract'
import type { IntegrationRow } from '../../db/tables/agents/integrations.ts'
import { atLeast } from '../../kernel/access.ts'
import { recordOf } from '../record-of.ts'

/** Integrations as they leave the service: of their secrets the names. Specification: service §2, decisions §5. */
export type SecretName = { integrationId: string; name: string; setAt: string }

export function integrationOnWire(row: IntegrationRow, secrets: readonly SecretName[], role: Role): Integration {
  return {
    ...fieldsOnWire(row),
    inboundUrl: atLeast(role, 'admin') ? row.inboundUrl : null,
    secrets: secrets.map(({ name, setAt }) => ({ name, setAt })),
  }
}

type Fields = Omit<Integration, 'inboundUrl' | 'secrets'>
export const fieldsOnWire: (row: IntegrationRow) => Fields = recordOf(integration.omit({ inboundUrl: true, secrets: true }), {})
