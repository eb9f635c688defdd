import type { InputOf } from '@tandem/contract'
import { fieldsOf, isUnanswered } from '../api/failure.ts'
import { type Call, keepCalls, sendCall } from './kept-changes.ts'

/** Sends one of the calls. A refusal is dealt with before the next one is sent, which may be for a card below this one. */
export async function sendKept(calls: Call[], at: number): Promise<unknown> {
  const call = calls[at]
  try {
    return call && (await sendCall(call))
  } catch (failure) {
    return placeOtherwise(calls, at, failure)
  }
}

/**
 * After the refusal of one of the calls. If a neighbour of its place has gone meanwhile, the card is put at the end of the list, or at its
 * top if that was the place. If it stays refused, the cards that were to be below it go where it was to go.
 */
async function placeOtherwise(calls: Call[], at: number, failure: unknown): Promise<void> {
  const call = calls[at]
  if (!call) return
  try {
    if (call.name !== 'card.update' || !isNeighbourGone(failure)) throw failure
    const other = atEdge(call)
    replace(calls, at, [other])
    await sendCall(other)
  } catch (refused) {
    if (!isUnanswered(refused)) replace(calls, at + 1, withoutRefused(calls.slice(at + 1), call))
    throw refused
  }
}

const isNeighbourGone = (failure: unknown): boolean => Object.values(fieldsOf(failure)).some(({ reason }) => reason === 'neighbourGone')

type Update = Extract<Call, { name: 'card.update' }>

function atEdge({ name, input: { beforeId, afterId: _gone, ...input } }: Update): Update {
  return { name, input: { ...input, ...(beforeId === null && { beforeId }) } }
}

/** In storage too: an answer may be lost by a reload. */
function replace(calls: Call[], at: number, others: readonly Call[]): void {
  calls.splice(at, others.length, ...others)
  keepCalls(others)
}

function withoutRefused(later: readonly Call[], refused: Call): Call[] {
  const { listId, cardId, beforeId, afterId } = placeIn(refused)
  let isThere = listId === undefined
  return later.map((call) => {
    const place = placeIn(call)
    if (place.listId === listId && place.cardId === cardId) isThere = true
    if (isThere || call.name !== 'card.update' || place.listId !== listId || place.beforeId !== cardId) return call
    return { ...call, input: { ...call.input, beforeId, afterId } }
  })
}

type Place = Pick<InputOf<'card.update'>, 'listId' | 'beforeId' | 'afterId'> & { cardId?: string }
const placeIn = (call: Call): Place => (call.name === 'card.update' ? call.input : {})
