import type { EntityLink } from '@tandem/contract'
import type { LinkRow } from '../../db/rows.ts'

/** A link under both names of each value. Specification: service §2, decisions §3. */
export function linkOnWire(row: LinkRow): EntityLink {
  return {
    ...{ id: row.id, linkId: row.id, cardId: row.card_id, integrationId: row.integration_id },
    ...{ system: row.external_system, externalSystem: row.external_system, externalId: row.external_id },
    ...{ url: row.external_url, externalUrl: row.external_url, title: row.title, state: row.state, createdAt: row.created_at },
  }
}

/** What the log says of a link. Specification: service §6. */
export function linkInLog(row: LinkRow) {
  return { linkId: row.id, externalSystem: row.external_system, externalId: row.external_id, externalUrl: row.external_url }
}
