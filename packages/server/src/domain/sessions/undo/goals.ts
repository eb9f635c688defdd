import type { ReasonToLeave, TextAuthor } from '@tandem/contract'
import type { Act, Later } from './acts.ts'
import { followsOthers, inverses, type Part, partKeyOf, partsOf, type Seen } from './inverses.ts'
import type { IsDone } from './standing.ts'

/** Computes, from the log alone, the earlier values to restore and the activities that an undo leaves. */
export type Step = { act: Act; part: Part }
/** Several activities on one part restore the value before the oldest of them. */
export type Goal = { part: Part; to: unknown; steps: Step[] }
export type Left = { act: Act; field?: string | undefined; because: ReasonToLeave }

/** `acts`: newest first. Parts that are done are passed over. */
export function goalsOf(acts: readonly Act[], later: readonly Later[], isDone: IsDone = () => false): { goals: Goal[]; left: Left[] } {
  const made = madeBy(acts)
  const { byPart, left } = stepsByPart(acts, made, isDone)
  const lastBy = lastChanges(later, made)
  const goals: Goal[] = []
  for (const [partKey, steps] of byPart) {
    const since = lastBy.get(partKey) ?? ''
    const isOfMadeCard = steps.some(({ act }) => act.verb === 'card.created')
    // A card that the session has made goes as a whole, or stays as a whole.
    const taken = isOfMadeCard && since !== '' ? [] : steps.filter(({ act }) => act.id > since)
    left.push(...steps.slice(taken.length).map(leftBecause('changed_since')))
    const known = isOfMadeCard ? taken : taken.slice(0, firstUnknown(taken))
    left.push(...taken.slice(known.length).map(leftBecause('before_unknown')))
    const oldest = known.at(-1)
    if (oldest) goals.push({ part: oldest.part, to: isOfMadeCard ? true : beforeOf(oldest), steps: known })
  }
  return { goals, left }
}

/** The cards that these activities made. */
export const madeBy = (acts: readonly Act[]): ReadonlySet<string> =>
  new Set(acts.flatMap(({ verb, cardId }) => (verb === 'card.created' && cardId !== null ? [cardId] : [])))

/** The parts that an activity changed: of a card that the session made, the whole. */
export const partsIn = (seen: Seen, made: ReadonlySet<string>): Part[] =>
  seen.cardId !== null && made.has(seen.cardId) ? [wholeCard(seen.cardId)] : partsOf(seen)

function stepsByPart(acts: readonly Act[], made: ReadonlySet<string>, isDone: IsDone): { byPart: Map<string, Step[]>; left: Left[] } {
  const byPart = new Map<string, Step[]>()
  const left: Left[] = []
  const add = (step: Step) => {
    const partKey = partKeyOf(step.part)
    if (isDone(partKey, step.act.id)) return
    byPart.set(partKey, [...(byPart.get(partKey) ?? []), step])
  }
  for (const act of acts) {
    if (act.cardId !== null && made.has(act.cardId)) {
      add({ act, part: wholeCard(act.cardId) })
      continue
    }
    if (followsOthers(act)) continue
    const because = reasonToLeave(act)
    const parts = because === undefined ? partsOf(act) : []
    for (const part of parts) add({ act, part })
    // An erasure leaves an empty payload.
    if (parts.length === 0) left.push({ act, because: because ?? (act.keys.length === 0 ? 'before_unknown' : 'final') })
  }
  return { byPart, left }
}

const wholeCard = (cardId: string): Part => ({ kind: 'archived', id: cardId, key: '' })

function reasonToLeave({ verb, payload }: Act): ReasonToLeave | undefined {
  const inverse = inverses[verb]
  if ('parts' in inverse) return inverse.leave?.(payload)
  return 'leave' in inverse ? inverse.leave : undefined
}

/** The last activity in which someone else changed each part. */
function lastChanges(later: readonly Later[], made: ReadonlySet<string>): Map<string, string> {
  const last = new Map<string, string>()
  for (const seen of later) {
    // Additions by rules to a card that the session made go with it.
    if (seen.isSetOff && seen.cardId !== null && made.has(seen.cardId)) continue
    for (const partKey of partsIn(seen, made).map(partKeyOf)) if (seen.id > (last.get(partKey) ?? '')) last.set(partKey, seen.id)
  }
  return last
}

const leftBecause =
  (because: ReasonToLeave) =>
  ({ act, part }: Step): Left => ({ act, field: part.field, because })

function beforeOf({ act, part }: Step): unknown {
  const inverse = inverses[act.verb]
  return 'parts' in inverse ? inverse.before(act.payload, part.key) : undefined
}

/** The first step, going back, whose value before is not in the log. */
function firstUnknown(steps: readonly Step[]): number {
  const at = steps.findIndex((step) => beforeOf(step) === undefined)
  return at === -1 ? steps.length : at
}

/** The author of the restored text, from the oldest step that names one: a step that names none did not change the author. */
export function authorBefore(steps: readonly Step[]): TextAuthor | undefined {
  const oldestFirst = steps.toSorted((one, other) => one.act.seq - other.act.seq)
  const authors = oldestFirst.map(({ act }) => (act.payload.previous as { author?: TextAuthor } | undefined)?.author)
  return authors.find((author) => author !== undefined)
}
