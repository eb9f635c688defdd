import type pg from 'pg'
import type { Migration } from '../../db/migrate.ts'

/** An object in the schema that a restore is to fill, other than those of extensions. */
type Found = { kind: 'table' | 'view' | 'function'; name: string; target: string }

const isOfExtension = (catalog: string, oid: string) =>
  `exists (select from pg_depend d where d.classid = '${catalog}'::regclass and d.objid = ${oid} and d.deptype = 'e')`
const findObjects = `
  select case c.relkind when 'v' then 'view' else 'table' end as kind, c.relname as name, c.oid::regclass::text as target from pg_class c
    where c.relkind in ('r', 'p', 'v', 'm', 'f') and c.relnamespace = current_schema()::regnamespace and not ${isOfExtension('pg_class', 'c.oid')}
  union all
  select 'function', p.proname, p.oid::regprocedure::text from pg_proc p
    where p.pronamespace = current_schema()::regnamespace and not ${isOfExtension('pg_proc', 'p.oid')}
  order by kind desc, name`

/**
 * Refuses a database that has other tables, that is in use, or, unless it may be replaced, that has accounts. Answers the objects of Tandem
 * in it. Changes nothing.
 */
export async function inspectTarget(client: pg.Client, known: readonly Migration[], mayReplace: boolean): Promise<Found[]> {
  const { rows: found } = await client.query<Found>(findObjects)
  const own = new Set(['table migrations', ...known.flatMap(({ sql }) => namesIn(sql))])
  const foreign = found.find(({ kind, name }) => !own.has(`${kind} ${name}`))
  if (foreign)
    throw new Error(
      `The database contains the ${foreign.kind} ${foreign.name}, which does not belong to Tandem. Restore into a separate database.`,
    )
  await refuseUsed(client)
  if (!mayReplace && found.some(({ kind, name }) => kind === 'table' && name === 'actors')) await refusePeople(client)
  return found
}

/** Drops each kind in one statement, without cascade: it fails if other objects depend on them. */
export async function dropFound(client: pg.Client, found: readonly Found[]): Promise<void> {
  for (const kind of ['view', 'table', 'function'] as const) {
    const targets = found.filter((one) => one.kind === kind).map(({ target }) => target)
    if (targets.length > 0) await client.query(`drop ${kind} ${targets.join(', ')}`)
  }
}

const namesIn = (sql: string): string[] =>
  [...sql.matchAll(/^ *create (?:or replace )?(table|view|function) (?:if not exists )?(\w+)/gm)].map(([, kind, name]) => `${kind} ${name}`)

async function refuseUsed(client: pg.Client): Promise<void> {
  const { rows } = await client.query<{ others: number }>(`select count(*)::int as others from pg_stat_activity
    where datname = current_database() and pid <> pg_backend_pid() and coalesce(backend_type, 'client backend') = 'client backend'`)
  const others = rows[0]?.others ?? 0
  if (others > 0)
    throw new Error(
      `The database is in use, by ${others === 1 ? 'one other connection' : `${others} other connections`}. Stop every instance of the service, then run this again.`,
    )
}

async function refusePeople(client: pg.Client): Promise<void> {
  const { rows } = await client.query<{ people: boolean }>(`select exists (select from actors where kind = 'human') as people`)
  if (rows[0]?.people)
    throw new Error('The database is not empty. Use --replace to replace its contents with the backup, or choose an empty database.')
}
