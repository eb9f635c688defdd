import { sql } from '../../db/database.ts'
import type { LinkRow } from '../../db/tables/cards/links.ts'
import type { RunOf } from '../../kernel/handlers.ts'
import { page } from '../../kernel/reply.ts'
import { ownIntegrationOf } from './owner.ts'
import { linkOnWire } from './record.ts'

/** An integration finds its own links by their external ids. Specification: decisions §3. */
const findLinks = sql<LinkRow>(`select * from links where integration_id = $1 and external_system = $2 and external_id between $3 and $4
  and ($5::uuid is null or id > $5) order by id limit $6`)

/** The greatest character: in byte order, all texts with a prefix are between the prefix and the prefix followed by this. */
const last = '\u{10ffff}'

export const findOwnLinks: RunOf<'link.find'> = async (read, input) => {
  const { externalId, externalIdPrefix: prefix = '' } = input
  const integrationId = ownIntegrationOf(read.principal)
  if (externalId !== undefined && !externalId.startsWith(prefix)) return page([], null)
  const range = externalId === undefined ? [prefix, prefix + last] : [externalId, externalId]
  const rows = await read.rows(findLinks, [integrationId, input.externalSystem, ...range, input.cursor ?? null, input.limit + 1])
  const shown = rows.slice(0, input.limit)
  const cursor = shown.at(-1)?.id
  return page(shown.map(linkOnWire), rows.length > input.limit && cursor !== undefined ? { cursor } : null)
}
