import type pg from 'pg'

/** A table in a backup. All tables are read from the database itself, so that a new one is in the next backup. */
export type Table = { name: string; columns: string[] }

/** Without tables of extensions; `migrations` has a part of its own. Generated columns are generated again. */
const ownTables = `select c.relname as name,
    array(select a.attname::text from pg_attribute a where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.attgenerated = ''
      order by a.attnum) as columns
  from pg_class c
  where c.relkind = 'r' and c.relnamespace = current_schema()::regnamespace and c.relname <> 'migrations'
    and not exists (select from pg_depend d where d.classid = 'pg_class'::regclass and d.objid = c.oid and d.deptype = 'e')
  order by c.relname`

export async function tablesIn(client: pg.Client): Promise<Table[]> {
  return (await client.query<Table>(ownTables)).rows
}

/** How text reads does not depend on the server, its settings or its release. */
export const sameTexts = [
  `set local datestyle = 'ISO, YMD'`,
  `set local timezone = 'UTC'`,
  `set local intervalstyle = 'postgres'`,
  'set local extra_float_digits = 1',
  `set local bytea_output = 'hex'`,
  `set local client_encoding = 'UTF8'`,
  'set local statement_timeout = 0',
  'set local idle_in_transaction_session_timeout = 0',
].join('; ')

export const quoted = (name: string): string => `"${name.replaceAll('"', '""')}"`

export const columnsOf = ({ name, columns }: Table): string => `${quoted(name)} (${columns.map(quoted).join(', ')})`
