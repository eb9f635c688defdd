import type pg from 'pg'
import { copyIn } from './copy.ts'
import type { Manifest } from './manifest.ts'
import { columnsOf, quoted, tablesIn } from './tables.ts'

type Constraint = { place: string; name: string; definition: string }

const foreignKeys = `select conrelid::regclass::text as place, quote_ident(conname) as name, pg_get_constraintdef(oid) as definition
  from pg_constraint where contype = 'f' and connamespace = current_schema()::regnamespace order by 1, 2`
const identities = `select c.relname as table, a.attname as column from pg_attribute a join pg_class c on c.oid = a.attrelid
  where a.attidentity <> '' and c.relkind = 'r' and c.relnamespace = current_schema()::regnamespace`

/** Tables that are filled with rows as they were: no trigger adds to them, and references are checked when all are there. */
export type Loading = {
  load(table: string, chunks: AsyncIterable<Buffer>): Promise<number>
  finish(): Promise<void>
}

/** Within a transaction, on the schema of the backup. Throws when that is another one than its name says. */
export async function beginLoading(client: pg.Client, manifest: Manifest): Promise<Loading> {
  const tables = await tablesIn(client)
  if (JSON.stringify(tables) !== JSON.stringify(manifest.tables))
    throw new Error('The tables of this backup do not match its release. Nothing was changed.')
  const names = tables.map(({ name }) => quoted(name))
  const { rows: references } = await client.query<Constraint>(foreignKeys)
  for (const { place, name } of references) await client.query(`alter table ${place} drop constraint ${name}`)
  for (const name of names) await client.query(`alter table ${name} disable trigger user`)
  // The backup has the rows that migrations insert too.
  await client.query(`truncate ${names.join(', ')}`)
  const columns = new Map(tables.map((table) => [table.name, columnsOf(table)]))
  return {
    load: (table, chunks) => copyIn(client, `copy ${columns.get(table)} from stdin`, chunks),
    async finish() {
      for (const name of names) await client.query(`alter table ${name} enable trigger user`)
      for (const { place, name, definition } of references) await client.query(`alter table ${place} add constraint ${name} ${definition}`)
      await continueIdentities(client)
      await client.query(`analyze ${names.join(', ')}`)
    },
  }
}

async function continueIdentities(client: pg.Client): Promise<void> {
  const { rows } = await client.query<{ table: string; column: string }>(identities)
  for (const { table, column } of rows)
    await client.query(`select setval(pg_get_serial_sequence('${quoted(table)}', '${column}'), coalesce(max(${quoted(column)}), 0) + 1, false)
      from ${quoted(table)}`)
}
