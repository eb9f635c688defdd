import pg from 'pg'

/**
 * The result of a check of the stored bytes: the tables and indexes read, the damaged ones, and those that could not be read; `skipped`
 * says why nothing was checked.
 */
export type StorageChecked = { tables: number; indexes: number; faults: string[]; unread: string[]; skipped: string | null }

type Client = Pick<pg.ClientBase, 'query'>

const tables = `select c.oid, c.oid::regclass::text as name from pg_class c
  where c.relkind = 'r' and c.relnamespace = current_schema()::regnamespace order by name`
/** Selects the kinds of index that this release of the extension can check. */
const indexes = `select c.oid, c.oid::regclass::text as name, m.amname as kind, i.indisunique as is_unique
  from pg_class c join pg_index i on i.indexrelid = c.oid join pg_am m on m.oid = c.relam
  where c.relkind = 'i' and i.indisvalid and c.relnamespace = current_schema()::regnamespace
    and m.amname = any ($1::text[]) order by name`

/**
 * Reads every table (with its TOAST data) and every index, and checks each index against its table, with PostgreSQL's own extension
 * `amcheck`. Each check is a transaction of its own, so that vacuum waits no longer than for one. Where the extension is not installed, it
 * is created in a transaction that is rolled back: nothing is changed.
 */
export async function checkStorage(client: Client, onProgress: (done: number, total: number) => void = () => {}): Promise<StorageChecked> {
  if (await installed(client)) return examineAll(client, apart, onProgress)
  await client.query('begin')
  try {
    const failure = await failureToInstall(client)
    return failure === null ? await examineAll(client, together, onProgress) : skippedFor(failure)
  } finally {
    await client.query('rollback')
  }
}

/** Statements around one check, so that its failure does not end the others. */
type Bracket = { open: string; close: string }
const apart: Bracket = { open: 'begin', close: 'rollback' }
const together: Bracket = { open: 'savepoint one', close: 'rollback to savepoint one; release savepoint one' }

const skippedFor = (skipped: string): StorageChecked => ({ tables: 0, indexes: 0, faults: [], unread: [], skipped })

const insufficientPrivilege = '42501'
const notAllowed = 'only a superuser can use the extension amcheck. Use a DATABASE_URL with a superuser'
const notAvailable = 'this PostgreSQL does not have the extension amcheck, which is in the package of contributed modules'
const tooOld = 'the extension amcheck is from an older PostgreSQL. Update it with: alter extension amcheck update'

async function failureToInstall(client: Client): Promise<string | null> {
  const { rowCount } = await client.query(`select from pg_available_extensions where name = 'amcheck'`)
  if (rowCount === 0) return notAvailable
  try {
    await client.query('create extension amcheck')
    return null
  } catch (error) {
    if (!(error instanceof pg.DatabaseError)) throw error
    return error.code === insufficientPrivilege ? notAllowed : `the extension amcheck cannot be installed: ${error.message}`
  }
}

/** The schema of the extension, which need not be on the search path, and the functions that its release has. */
type Extension = { schema: string; may: boolean; tables: boolean; gin: boolean; unique: boolean }

async function installed(client: Client): Promise<Extension | undefined> {
  const { rows } = await client.query<Extension>(`
    select quote_ident(n.nspname) as schema,
      has_schema_privilege(n.oid, 'usage') and bool_and(has_function_privilege(p.oid, 'execute')) as may,
      bool_or(p.proname = 'verify_heapam') as tables,
      bool_or(p.proname = 'gin_index_check') as gin,
      bool_or(p.proname = 'bt_index_check' and p.pronargs = 3) as unique
    from pg_extension x join pg_namespace n on n.oid = x.extnamespace
      join pg_depend d on d.refclassid = 'pg_extension'::regclass and d.refobjid = x.oid and d.classid = 'pg_proc'::regclass
      join pg_proc p on p.oid = d.objid and p.proname in ('verify_heapam', 'bt_index_check', 'gin_index_check')
    where x.extname = 'amcheck' group by n.oid`)
  return rows[0]
}

async function examineAll(client: Client, bracket: Bracket, onProgress: (done: number, total: number) => void): Promise<StorageChecked> {
  const extension = await installed(client)
  if (!extension?.may) return skippedFor(notAllowed)
  if (!extension.tables) return skippedFor(tooOld)
  const failure = await failureToLoad(client, bracket, extension)
  if (failure !== null) return skippedFor(`the extension amcheck cannot be used: ${failure}`)
  const examinations = [...(await ofTables(client, extension)), ...(await ofIndexes(client, extension))]
  const checked: StorageChecked = { tables: 0, indexes: 0, faults: [], unread: [], skipped: null }
  for (const [before, { kind, name, statement, oid }] of examinations.entries()) {
    const { faults, reason } = await examine(client, bracket, statement, oid)
    checked.faults.push(...faults.map((fault) => `${name}: ${fault}`))
    if (reason === null) checked[kind] += 1
    else checked.unread.push(`${name}: ${reason}`)
    onProgress(before + 1, examinations.length)
  }
  return checked
}

const invalidParameter = '22023'

/** The files of the extension may be gone while the database still lists it: that must not look like files of tables that are gone. */
async function failureToLoad(client: Client, { open, close }: Bracket, { schema }: Extension): Promise<string | null> {
  await client.query(open)
  try {
    await client.query(`select from ${schema}.verify_heapam(null)`)
    return null
  } catch (error) {
    if (!(error instanceof pg.DatabaseError)) throw error
    return error.code === invalidParameter ? null : error.message
  } finally {
    await client.query(close)
  }
}

type Examination = { kind: 'tables' | 'indexes'; name: string; oid: number; statement: string }

async function ofTables(client: Client, { schema }: Extension): Promise<Examination[]> {
  const statement = `select blkno, offnum, attnum, msg from ${schema}.verify_heapam($1::oid, check_toast => true)`
  const { rows } = await client.query<{ oid: number; name: string }>(tables)
  return rows.map((row) => ({ ...row, kind: 'tables', statement }))
}

async function ofIndexes(client: Client, { schema, gin, unique }: Extension): Promise<Examination[]> {
  const kinds = gin ? ['btree', 'gin'] : ['btree']
  const { rows } = await client.query<{ oid: number; name: string; kind: string; is_unique: boolean }>(indexes, [kinds])
  return rows.map(({ oid, name, kind, is_unique }) => {
    const isUnique = unique ? `, checkunique => ${is_unique}` : ''
    const check = kind === 'gin' ? 'gin_index_check($1::oid)' : `bt_index_check($1::oid, heapallindexed => true${isUnique})`
    return { kind: 'indexes', name, oid, statement: `select ${schema}.${check} as checked` }
  })
}

/** Inconsistent data or an inconsistent index, a missing file, a failing disk. Any other error says nothing about the stored bytes. */
const damage = new Set(['XX001', 'XX002', '58P01', '58030'])

/** A damaged table is reported as rows, a damaged index as an error; either may be so damaged that reading it fails. */
async function examine(client: Client, { open, close }: Bracket, statement: string, oid: number) {
  await client.query(open)
  try {
    const { rows } = await client.query<{ checked?: string }>(statement, [oid])
    return { faults: rows.filter(({ checked }) => checked === undefined).map((row) => JSON.stringify(row)), reason: null }
  } catch (error) {
    if (!(error instanceof pg.DatabaseError)) throw error
    return damage.has(error.code ?? '') ? { faults: [error.message], reason: null } : { faults: [], reason: error.message }
  } finally {
    await client.query(close)
  }
}
