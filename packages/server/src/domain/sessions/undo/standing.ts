import type { Act, Later } from './acts.ts'
import { madeBy, partsIn } from './goals.ts'
import { followsOthers, type Part, partKeyOf, partsOf } from './inverses.ts'

/**
 * Which parts of a session earlier calls have undone or restored. A call may leave parts as they are, because the caller may not change them
 * or because a list is full, so this is kept for each part and not for the session as a whole.
 */

/** Whether earlier calls have already undone, or already restored, the change that an activity made to a part. */
export type IsDone = (partKey: string, activityId: string) => boolean
/** An activity of a call that undid or restored. `octets`: the size of its payload. */
export type OfUndo = Later & { undoId: string; octets: number }
type Standing = { isTakenBack: IsDone; isBroughtBack: IsDone; toBringBack: OfUndo[] }

/** `undoId`: the group of activities that undo; the other groups restore. */
export function standingOf(undos: readonly OfUndo[], undoId: string | null): Standing {
  const [undone, broughtBack] = [new Map<string, string>(), new Map<string, string>()]
  for (const seen of undos) {
    const last = seen.undoId === undoId ? undone : broughtBack
    for (const partKey of partsOf(seen).flatMap(partKeysOf)) if (seen.id > (last.get(partKey) ?? '')) last.set(partKey, seen.id)
  }
  const isBroughtBack: IsDone = (partKey, id) => (broughtBack.get(partKey) ?? '') > id
  const isTakenBack: IsDone = (partKey, id) => {
    const at = undone.get(partKey) ?? ''
    return at > id && !isBroughtBack(partKey, at)
  }
  const ofUndo = undos.filter((seen) => seen.undoId === undoId)
  const isLeft = (seen: OfUndo): boolean => partsOf(seen).some((part) => !isBroughtBack(partKeyOf(part), seen.id))
  return { isTakenBack, isBroughtBack, toBringBack: ofUndo.filter(isLeft) }
}

/** A list that the session made is archived by an undo. */
const partKeysOf = (part: Part): string[] =>
  part.kind === 'listArchived' ? [partKeyOf(part), partKeyOf({ ...part, kind: 'listMade' })] : [partKeyOf(part)]

/** The acts of which a part is left, and the acts without parts that do not only follow from others. */
export function notDone(acts: readonly Act[], isDone: IsDone): Act[] {
  const made = madeBy(acts)
  return acts.filter((act) => {
    const parts = partsIn(act, made)
    return parts.length === 0 ? !followsOthers(act) : parts.some((part) => !isDone(partKeyOf(part), act.id))
  })
}
