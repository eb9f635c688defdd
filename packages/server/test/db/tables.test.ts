import { globSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { is } from 'drizzle-orm'
import { getTableConfig, type PgColumn, PgTable } from 'drizzle-orm/pg-core'
import pg from 'pg'
import { expect, test } from 'vitest'
import { freshDatabase } from '../kit/database.ts'

const folder = new URL('../../src/db/tables/', import.meta.url)

type Column = { type: string; notNull: boolean; hasDefault: boolean; isGenerated: boolean }

const inDatabase = `select c.relname as table, a.attname as name, format_type(a.atttypid, a.atttypmod) as type, a.attnotnull as not_null,
    a.atthasdef and a.attgenerated = '' as has_default, a.attgenerated <> '' or a.attidentity <> '' as is_generated
  from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
  where c.relnamespace = 'public'::regnamespace and c.relkind = 'r'`

test('each table is declared as the migrations make it', async () => {
  const { address, drop } = await freshDatabase()
  const client = new pg.Client(address)
  await client.connect()
  const { rows } = await client.query(inDatabase)
  await client.end()
  await drop()
  const made: Record<string, Record<string, Column>> = {}
  for (const { table, name, type, not_null, has_default, is_generated } of rows) {
    made[table] ??= {}
    made[table][name] = { type, notNull: not_null, hasDefault: has_default, isGenerated: is_generated }
  }
  expect(await declared()).toEqual(made)
})

test('the name of a column in the code is that in SQL, in camel case', async () => {
  const odd = (await tables()).flatMap(({ columns }) => columns.filter(({ table, name }) => !(camelCaseOf(name) in table)))
  expect(odd.map(({ name }) => name)).toEqual([])
})

async function declared(): Promise<Record<string, Record<string, Column>>> {
  const entries = (await tables()).map(({ name, columns }) => [
    name,
    Object.fromEntries(columns.map((column) => [column.name, shapeOf(column)])),
  ])
  return Object.fromEntries(entries)
}

function shapeOf(column: PgColumn): Column {
  const isGenerated = column.generated !== undefined || column.generatedIdentity !== undefined
  const hasDefault = column.default !== undefined && !isGenerated
  return { type: column.getSQLType(), notNull: column.notNull, hasDefault, isGenerated }
}

async function tables() {
  const files = globSync('*/*.ts', { cwd: fileURLToPath(folder) })
  const modules: Record<string, unknown>[] = await Promise.all(files.map((name) => import(new URL(name, folder).href)))
  return modules.flatMap((module) => Object.values(module)).flatMap((value) => (is(value, PgTable) ? [getTableConfig(value)] : []))
}

const camelCaseOf = (name: string): string => name.replaceAll(/_([a-z0-9])/g, (_, first: string) => first.toUpperCase())
