import { readdir, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { type Activity, catalogue, type DryRun, type OperationName } from '@tandem/contract'
import type { TestService } from '../kit/service.ts'

/**
 * Tries each mutation as a dry run before the real call: the dry run leaves nothing behind, and predicts the rows that the real call
 * writes.
 */
type Trials = {
  /** Sends a request of an operation, after a dry run of it where it is a mutation. */
  send(name: OperationName, url: string, init: RequestInit): Promise<Response>
  /** The problems of the trials of an operation; undefined when there were none. */
  problemsOf(name: OperationName): string[] | undefined
}

/** These record activities on a board that the caller does not see, which a dry run leaves out. */
const elsewhere: ReadonlySet<OperationName> = new Set(['agent.settleRequest', 'answerLink.use'])

export function createTrials(serviceOf: () => TestService): Trials {
  const problems = new Map<OperationName, string[]>()
  return {
    problemsOf: (name) => problems.get(name),
    async send(name, url, init) {
      if (catalogue[name].kind === 'read') return fetch(url, init)
      const tandem = serviceOf()
      const before = await stateOf(tandem)
      const headers = new Headers(init.headers)
      headers.set('prefer', 'dry-run')
      const tried = await fetch(url, { ...init, headers })
      const told = await tried.text()
      const after = await stateOf(tandem)
      const left = Object.keys({ ...before, ...after }).filter((part) => before[part] !== after[part])
      const rows = await rowsOf(tandem)
      const real = await fetch(url, init)
      if (real.ok) {
        problems.set(name, [
          ...(problems.get(name) ?? []),
          ...left.map((part) => `it leaves something in ${part}`),
          ...problemsIn(tried, told),
          ...(tried.ok && !elsewhere.has(name) ? differences(await written(tandem, rows), predicted(JSON.parse(told))) : []),
          ...(tried.ok && real.status !== 204 ? compared('result', shapeOf(JSON.parse(told).result), shapeOf(await bodyOf(real))) : []),
        ])
      }
      return real
    },
  }
}

function problemsIn({ status, headers }: Response, told: string): string[] {
  if (status !== 200) return [`it is answered ${status}: ${told}`]
  return [
    headers.get('preference-applied') === 'dry-run' ? [] : 'no Preference-Applied',
    headers.getSetCookie().length === 0 ? [] : 'it sets a cookie',
  ].flat()
}

async function bodyOf(response: Response): Promise<unknown> {
  const text = await response.clone().text()
  return text === '' ? null : JSON.parse(text)
}

/** The last use of a credential is recorded before the request is known to be a dry run. */
const stampedBefore = 'last_used_at'

/** A checksum of each table and sequence, and each stored file. */
async function stateOf({ database, config }: TestService): Promise<Record<string, string>> {
  const { rows: names } = await database.pool.query<{ name: string }>(
    `select quote_ident(relname) as name from pg_class where relnamespace = current_schema()::regnamespace and relkind = 'r'`,
  )
  const sums = names.map(
    ({ name }) => `select '${name}' as name, count(*) || ' ' || coalesce(md5(string_agg(row, '|' order by row)), '') as sum
      from (select (to_jsonb(t) - '${stampedBefore}')::text as row from ${name} t) rows`,
  )
  const sequences = `select sequencename, coalesce(last_value::text, '') from pg_sequences where schemaname = current_schema()`
  const { rows } = await database.pool.query<{ name: string; sum: string }>([...sums, sequences].join(' union all '))
  const folder = join(config.DATA_DIR, 'files')
  const files = await readdir(folder, { recursive: true }).catch(() => [])
  const sizes = await Promise.all(files.map(async (file) => [`files/${file}`, String((await stat(join(folder, file))).size)] as const))
  return Object.fromEntries([...rows.map(({ name, sum }) => [name, sum] as const), ...sizes])
}

type Rows = Record<'activities' | 'notified' | 'deliveries' | 'sessions', Map<string, { row: string; told: string }>>

const reads: { [K in keyof Rows]: string } = {
  activities: `select id::text as key, '' as row, board_id || ' ' || verb || ' ' || payload::text as told from activities`,
  // Without invitations by e-mail: predicting those notices would tell that the address has an account.
  notified: `select * from (select actor_id || ' ' || activity_id as key, '' as row, actor_id || ' ' || reason as told from notifications
    union select actor_id || ' ' || activity_id, '', actor_id || ' ' || reason from notification_mails) t where told not like '% invited'`,
  deliveries: `select d.id::text as key, d::text as row, d.webhook_id || ' ' || case when d.pinged_by is null then a.verb else 'ping' end as told
    from deliveries d join activities a on a.board_id = d.board_id and a.seq = d.seq where d.state = 'pending'`,
  sessions: `select id::text as key, s::text as row, card_id || ' ' || state as told from sessions s`,
}

async function rowsOf({ database }: TestService): Promise<Rows> {
  const entries = await Promise.all(
    Object.entries(reads).map(async ([kind, text]) => {
      const { rows } = await database.pool.query<{ key: string; row: string; told: string }>(text)
      return [kind, new Map(rows.map(({ key, row, told }) => [key, { row, told }]))] as const
    }),
  )
  return Object.fromEntries(entries) as Rows
}

type Told = Record<keyof Rows, string[]>

/** The rows that the real call has added or changed. */
async function written(tandem: TestService, before: Rows): Promise<Told> {
  const after = await rowsOf(tandem)
  const changed = (kind: keyof Rows) =>
    [...after[kind]].flatMap(([key, { row, told }]) => (before[kind].get(key)?.row === row ? [] : [normal(told)])).toSorted()
  return {
    activities: changed('activities'),
    notified: changed('notified'),
    deliveries: changed('deliveries'),
    sessions: changed('sessions'),
  }
}

function predicted({ activities, notifications, deliveries, sessions }: DryRun): Told {
  const logged = ({ boardId, verb, payload }: Activity) => `${boardId} ${verb} ${JSON.stringify(payload)}`
  return {
    activities: activities.map((activity) => normal(logged(activity))).toSorted(),
    notified: notifications.map(({ actorId, reason }) => normal(`${actorId} ${reason}`)).toSorted(),
    deliveries: deliveries.map(({ webhookId, verb }) => normal(`${webhookId} ${verb}`)).toSorted(),
    sessions: sessions.map(({ cardId, state }) => normal(`${cardId} ${state}`)).toSorted(),
  }
}

/** Ids and times differ between the dry run and the real call. */
const normal = (text: string): string =>
  text.replaceAll(/[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/g, 'ID').replaceAll(/\d{4}-\d\d-\d\dT[\d:.]+Z/g, 'TIME')

const differences = (real: Told, dry: Told): string[] =>
  Object.keys(reads).flatMap((kind) => compared(kind, dry[kind as keyof Told], real[kind as keyof Told]))

function compared(what: string, dry: unknown, real: unknown): string[] {
  const [one, other] = [JSON.stringify(dry), JSON.stringify(real)]
  return one === other ? [] : [`${what}: predicted ${one}, but then ${other}`]
}

/** The names of properties and the types of values. */
function shapeOf(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(shapeOf)
  // A secret, which is a text, is null in a dry run.
  if (typeof value === 'string' || value === null) return 'text or null'
  if (typeof value !== 'object') return typeof value
  return Object.fromEntries(Object.entries(value).map(([key, one]) => [key, shapeOf(one)]))
}
