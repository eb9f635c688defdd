import type { Integration, Role } from '@tandem/contract'
import type { IntegrationRow } from '../../db/tables/agents/integrations.ts'
import { atLeast } from '../../kernel/access.ts'

/** Integrations as they leave the service: of their secrets the names. Specification: service §2, decisions §5. */
export type SecretName = { integrationId: string; name: string; setAt: string }

export function integrationOnWire(row: IntegrationRow, secrets: readonly SecretName[], role: Role): Integration {
  return {
    ...fieldsOnWire(row),
    inboundUrl: atLeast(role, 'admin') ? row.inboundUrl : null,
    secrets: secrets.map(({ name, setAt }) => ({ name, setAt })),
  }
}

export function fieldsOnWire(row: IntegrationRow) {
  return {
    id: row.id,
    boardId: row.boardId,
    type: row.type,
    name: row.name,
    status: row.status,
    actorId: row.actorId,
    config: row.config,
    createdAt: row.createdAt,
    updatedAt: row.updatedAt,
  }
}
