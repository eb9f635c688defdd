import { type Reader, sql } from '../../db/database.ts'
import type { IntegrationRow } from '../../db/tables/agents/integrations.ts'
import type { HandlerOf } from '../../kernel/handlers.ts'
import { integrationOnWire, type SecretName } from './record.ts'

/** The integrations of a board; one that was removed still answers to its id. Specification: decisions §5. */
const most = 1_000

const ofBoard = sql<IntegrationRow>(`select * from integrations where board_id = $1 and status <> 'removed' order by id limit ${most}`)
const namesOf = sql<SecretName>(`select integration_id, name, set_at from integration_secrets
  where integration_id = any ($1::uuid[]) order by integration_id, name`)

export const listIntegrations: HandlerOf<'integration.list'> = async (read) => {
  const rows = await read.rows(ofBoard, [read.boardId])
  const secrets = Map.groupBy(await secretNames(read, ...rows), (secret) => secret.integrationId)
  return rows.map((row) => integrationOnWire(row, secrets.get(row.id) ?? [], read.role))
}

export const readIntegration: HandlerOf<'integration.get'> = async (read) =>
  integrationOnWire(read.target, await secretNames(read, read.target), read.role)

export const secretNames = (reader: Reader, ...of: readonly IntegrationRow[]): Promise<SecretName[]> =>
  reader.rows(namesOf, [of.map((row) => row.id)])
