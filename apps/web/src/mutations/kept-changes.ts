import type { CallArguments, CallableName } from '@tandem/client'
import type { InputOf, OutputOf } from '@tandem/contract'
import { api } from '../api/client.ts'
import { meQuery } from '../api/queries.ts'
import { queryClient } from '../api/query-client.ts'
import { forgetChanges, keptPlace } from './forget-changes.ts'

/**
 * Changes that wait for the network, as data, in the storage of this tab: a reload does not lose them. They end with the sign-in that made
 * them, and are sent for that account alone. The mutation id is stored with each, so that a change that was sent, with only its answer
 * lost, is not done again.
 */
export type Call = { [N in KeptName]: { name: N; input: InputOf<N> } }[KeptName]
type KeptName = (typeof keptNames)[number]
const keptNames = [
  'card.create',
  'card.addChildren',
  'card.update',
  'card.assign',
  'card.unassign',
  'card.label',
  'card.unlabel',
  'card.field.set',
  'card.field.clear',
  'checklist.add',
  'checklist.update',
  'comment.create',
  'watch.set',
  'watch.clear',
  'delegation.set',
  'delegation.clear',
] satisfies readonly CallableName[]

/**
 * The limits of the storage, in calls and characters; a browser keeps 5 MB for a site. Calls beyond them wait in memory alone, and leaving
 * the page asks for confirmation.
 */
const [mostKept, longestKept] = [500, 1_000_000]

export const isKeptName = (name: string): name is KeptName => (keptNames as readonly string[]).includes(name)

/** The calls as they are sent, each with a mutation id of its own. */
export const withIds = (calls: readonly Call[], mutationId: string): Call[] =>
  calls.map((call, at) => {
    const clientMutationId = at === 0 ? mutationId : `${mutationId}:${at}`
    return { ...call, input: { ...call.input, clientMutationId } } as Call
  })

/** The parameters of `call` are the input, which the compiler cannot see through the union of names. */
export const sendCall = <N extends KeptName>({ name, input }: { name: N; input: InputOf<N> }): Promise<OutputOf<N>> =>
  api.call(name, ...([input] as unknown as CallArguments<N>))

/** A call that is stored already keeps its place in the order. */
export function keepCalls(calls: readonly Call[]): void {
  const of = queryClient.getQueryData(meQuery.queryKey)?.id
  if (of === undefined) return
  const kept = new Map([...keptOf(of), ...calls].map((call) => [call.input.clientMutationId, call]))
  store(of, [...kept.values()])
}

export function dropCalls(calls: readonly Call[]): void {
  const of = queryClient.getQueryData(meQuery.queryKey)?.id
  if (of === undefined || calls.length === 0 || sessionStorage.getItem(keptPlace) === null) return
  const ids = new Set(calls.map(({ input }) => input.clientMutationId))
  store(
    of,
    keptOf(of).filter(({ input }) => !ids.has(input.clientMutationId)),
  )
}

/** The calls that this account has left in this tab, in their order. */
export function keptOf(meId: string): Call[] {
  try {
    const kept: unknown = JSON.parse(sessionStorage.getItem(keptPlace) ?? 'null')
    return isKept(kept) && kept.of === meId ? kept.calls.filter(isCall) : []
  } catch {
    return []
  }
}

function store(of: string, calls: readonly Call[]): void {
  if (calls.length === 0) return forgetChanges()
  const text = JSON.stringify({ of, calls: calls.slice(0, mostKept) })
  if (text.length > longestKept) return
  try {
    sessionStorage.setItem(keptPlace, text)
  } catch {
    // The storage is full or switched off: the change waits in memory.
  }
}

function isKept(kept: unknown): kept is { of: string; calls: unknown[] } {
  return typeof kept === 'object' && kept !== null && 'of' in kept && 'calls' in kept && Array.isArray(kept.calls)
}

function isCall(call: unknown): call is Call {
  if (typeof call !== 'object' || call === null || !('name' in call) || !('input' in call)) return false
  const { name, input } = call
  return typeof name === 'string' && isKeptName(name) && typeof input === 'object' && input !== null && 'clientMutationId' in input
}
