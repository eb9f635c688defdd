import type pg from 'pg'

const tables = `select c.oid, c.oid::regclass::text as name from pg_class c join pg_namespace n on n.oid = c.relnamespace
  where c.relkind = 'r' and n.nspname = 'public' order by name`
const indexes = `select c.oid, c.oid::regclass::text as name, i.indisunique as is_unique
  from pg_class c join pg_namespace n on n.oid = c.relnamespace join pg_index i on i.indexrelid = c.oid join pg_am m on m.oid = c.relam
  where c.relkind = 'i' and m.amname = 'btree' and n.nspname = 'public' order by name`

/**
 * Checks every table (with its TOAST) and every index against its table by the bundled extension `amcheck`; needs a superuser.
 * Returns what is damaged, and how many tables and indexes were looked at.
 */
export async function checkStorage(client: pg.ClientBase): Promise<{ faults: string[]; tables: number; indexes: number }> {
  await client.query('create extension if not exists amcheck')
  const faults: string[] = []
  const heaps = (await client.query<{ oid: number; name: string }>(tables)).rows
  for (const { oid, name } of heaps) {
    const found = await client.query('select blkno, offnum, attnum, msg from verify_heapam($1::oid, check_toast => true)', [oid])
    faults.push(...found.rows.map((row) => `${name}: ${JSON.stringify(row)}`))
  }
  const trees = (await client.query<{ oid: number; name: string; is_unique: boolean }>(indexes)).rows
  for (const { oid, name, is_unique } of trees) {
    await client
      .query('select bt_index_check($1::oid, heapallindexed => true, checkunique => $2)', [oid, is_unique])
      .catch((error: Error) => faults.push(`${name}: ${error.message}`))
  }
  return { faults, tables: heaps.length, indexes: trees.length }
}
