import type { Client } from '@tandem/client'
import { type BoardOutline, catalogue, type DryRun, type OperationName, type OperationSpec, TandemError } from '@tandem/contract'
import { Complaint } from './failures.ts'
import type { Call, CommandSpec, Shown } from './spec.ts'
import { line } from './terminal/terminal.ts'

/** `--dry-run`: the effect of each change of a command, as the service reports it. */
type Tried = DryRun & { operation: OperationName }
type Given = Call<unknown, Record<string, unknown>>

/** Instead of its result, returns the changes that the command would make; a command that only reads runs as usual. Throws Complaint. */
export async function tryOut(spec: CommandSpec, call: Given): Promise<Shown | void> {
  if ('dryRun' in spec.options) return spec.run({ ...call, options: { ...call.options, dryRun: true } })
  if (spec.noDryRun) throw new Complaint('wrong usage', `tandem ${spec.words.split(/ [<[]/)[0]} does not support --dry-run.`)
  const tried: Tried[] = []
  let real: Client | undefined
  const connect = async () => {
    const connection = await call.connect()
    real = connection.client
    return { ...connection, client: trying(connection.client, tried) }
  }
  const { shown, isWhole } = await run(spec, { ...call, connect }, tried)
  if (!real || tried.length === 0) return shown
  const text = [
    ...(await linesOf(real, tried)),
    ...(isWhole ? [] : ['The next steps of the command depend on these changes and were not tried.']),
  ]
  return { value: { dryRun: true, calls: tried, complete: isWhole }, text: text.join('\n') }
}

/** Records that an earlier call of a dry run would create do not exist for the next one: then the preview ends there. */
async function run(spec: CommandSpec, call: Given, tried: readonly Tried[]): Promise<{ shown: Shown | void; isWhole: boolean }> {
  try {
    return { shown: await spec.run(call), isWhole: true }
  } catch (error) {
    if (tried.length > 0 && isNotFound(error)) return { shown: undefined, isWhole: false }
    throw error
  }
}

const isNotFound = (error: unknown): boolean =>
  error instanceof TandemError ? error.code === 'not_found' : error instanceof Complaint && error.kind === 'not found'

/** The command continues with the result that the call would have. */
function trying(client: Client, tried: Tried[]): Client {
  const call = async (operation: OperationName, ...args: unknown[]) => {
    const { kind }: OperationSpec = catalogue[operation]
    if (kind === 'read') return client.call(operation as 'me.get', ...(args as []))
    const predicted = await client.dryRun(operation as 'notification.readAll', ...(args as []))
    tried.push({ operation, ...predicted })
    return predicted.result
  }
  return { ...client, call: call as Client['call'] }
}

async function linesOf(client: Client, tried: readonly Tried[]): Promise<string[]> {
  const boards = await boardsOf(client, tried)
  const handles = new Map(
    [...boards.values()].flatMap(({ members }) => members.map(({ actorId, handle }) => [actorId, `@${handle}`] as const)),
  )
  const who = (actorId: string) => handles.get(actorId) ?? actorId
  const where = (boardId: string) => boards.get(boardId)?.keyPrefix ?? boardId
  const verbs = new Map(tried.flatMap(({ activities }) => activities.map(({ id, verb }) => [id, verb] as const)))
  const verbOf = (activityId: string) => verbs.get(activityId) ?? activityId
  const sections: [string, (one: Tried) => string[]][] = [
    ['would record', (one) => one.activities.map(({ boardId, verb, payload }) => `${where(boardId)}  ${verb}  ${shortened(payload)}`)],
    [
      'would notify',
      (one) => one.notifications.map(({ actorId, reason, activityId }) => `${who(actorId)}  ${reason}  (${verbOf(activityId)})`),
    ],
    ['would send', (one) => one.deliveries.map(({ webhookId, verb }) => `${verb}  to webhook ${webhookId}`)],
    ['sessions', (one) => one.sessions.map(({ cardKey, state, agentActorId }) => `${cardKey}  ${state}  ${who(agentActorId)}`)],
    ['rules that would run', (one) => one.rules.map(({ name, activityId }) => `${name}  (${verbOf(activityId)})`)],
  ]
  const sectionLines = tried.flatMap((one) =>
    sections.flatMap(([title, linesIn]) => {
      const lines = linesIn(one)
      return lines.length === 0 ? [] : [`${title}:`, ...lines.map((text) => `  ${line(text)}`)]
    }),
  )
  return [
    'Dry run: nothing was changed.',
    ...(sectionLines.length === 0 ? ['It would be accepted. No board would record an event right away.'] : sectionLines),
  ]
}

/** The most boards whose names are read; for others the lines have ids. */
const mostBoards = 5
const longestPayload = 100

async function boardsOf(client: Client, tried: readonly Tried[]): Promise<Map<string, BoardOutline>> {
  const ids = [...new Set(tried.flatMap(({ activities }) => activities.map(({ boardId }) => boardId)))].slice(0, mostBoards)
  // A board that would be created does not exist, and the token may lack the right to read boards.
  const found = await Promise.all(ids.map((boardId) => client.call('board.outline', { boardId }).catch(() => null)))
  return new Map(found.flatMap((outline) => (outline ? [[outline.id, outline] as const] : [])))
}

function shortened(payload: unknown): string {
  const text = JSON.stringify(payload)
  return text.length > longestPayload ? `${text.slice(0, longestPayload)}…` : text
}
