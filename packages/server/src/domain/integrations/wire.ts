import type { Integration, Role } from '@tandem/contract'
import type { IntegrationRow } from '../../db/rows.ts'
import { atLeast } from '../../kernel/access.ts'

/** Integrations as they leave the service: of their secrets the names. Specification: service §2, decisions §5. */
export type SecretName = { integration_id: string; name: string; set_at: string }

export function integrationOnWire(row: IntegrationRow, secrets: readonly SecretName[], role: Role): Integration {
  return {
    ...fieldsOnWire(row),
    inboundUrl: atLeast(role, 'admin') ? row.inbound_url : null,
    secrets: secrets.map(({ name, set_at: setAt }) => ({ name, setAt })),
  }
}

export function fieldsOnWire(row: IntegrationRow) {
  return {
    ...{ id: row.id, boardId: row.board_id, type: row.type, name: row.name, status: row.status, actorId: row.actor_id },
    ...{ config: row.config, createdAt: row.created_at, updatedAt: row.updated_at },
  }
}
