import { type Card, type CardRecord, TandemError } from '@tandem/contract'
import { useTranslations } from 'use-intl'
import { api } from '../api/client.ts'
import { queryClient } from '../api/query-client.ts'
import { boardQuery, keptBoard } from '../live/board-query.ts'
import { say } from '../ui/toasts/toast.tsx'
import { changeCards, type Failed, type Item, itemsOf } from './change-cards.ts'
import { isFieldValue } from './inverse-parts.ts'
import { homesOf, putBack } from './put-back.ts'
import { useTellFailed } from './report-failed.ts'
import { useOfferUndo } from './undo.ts'

/** A position on another board: a list, and the card above it, or the top above the card that is first now. */
export type PlaceAcross = {
  boardId: string
  listId: string
  belowId: string | null
  firstId: string | null
  listName: string
  boardName: string
}

type Moved = { moved: readonly CardRecord[]; failed: readonly Failed[] }
type MoveAcross = (items: readonly Item[], place: PlaceAcross, onStep?: (settled: number) => void) => Promise<Moved>

/**
 * Moves cards to another board, and offers an undo: it restores the labels, people and field values that the other board lacks. An ended
 * delegation and links are not restored, which the user is told beforehand.
 */
export function useMoveAcross(boardId: string): MoveAcross {
  const t = useTranslations('act')
  const reportFailed = useTellFailed()
  const offerUndo = useOfferUndo()
  const move: MoveAcross = async (items, place, onStep = () => {}) => {
    const board = keptBoard(boardId)
    if (!board) return { moved: [], failed: [] }
    const homes = homesOf(
      board,
      items.map(({ cardId }) => cardId),
    )
    const before = new Map<string, Card>()
    const moving = changeCards(items, {
      boardId,
      onStep,
      inOrder: true,
      // To a list that this board does not have: the cards leave it.
      show: new Map(items.map(({ cardId }) => [cardId, { listId: place.listId }])),
      async before({ cardId }) {
        // Sent again after an outage, the card may be there already.
        if (!before.has(cardId)) before.set(cardId, (await api.call('card.get', { cardId })).card)
      },
      calls({ cardId }, above) {
        const beforeId = above?.cardId ?? place.belowId
        const neighbours = beforeId === null ? { beforeId, afterId: place.firstId } : { beforeId }
        return [{ name: 'card.update', input: { cardId, listId: place.listId, ...neighbours } }]
      },
    })
    const moved = moving.then(({ done }) => done.filter((card) => card !== null))
    const undo = async () => {
      const records = await moved
      // From the target board: frames of this one may not come any more, and its places would be old.
      await queryClient.fetchQuery({ ...boardQuery(boardId), staleTime: 0 }).catch(() => undefined)
      const failed = await putBack(boardId, homes, records)
      const stayed = new Set(failed.map(({ item }) => item.cardId))
      const back = items.filter(({ cardId }) => !stayed.has(cardId) && records.some(({ id }) => id === cardId))
      const { failed: incomplete, skipped } = await restoreAttributes(boardId, back, before)
      const isBack = reportFailed({ boardId, failed: [...failed, ...incomplete], count: records.length, name: 'undo' })
      if (!isBack || skipped === 0) return isBack
      say({ kind: 'undo', done: true, title: t('undone'), text: t('notRestored', { count: skipped }) })
      return false
    }
    const words = (count: number) => ({ title: t('movedAcross', { count, list: place.listName, board: place.boardName }) })
    const said = moved.then((records) => {
      if (records.length === 0) return null
      return { ...words(records.length), text: records.some((card) => lost(before.get(card.id), card)) ? t('leftBehind') : undefined }
    })
    offerUndo({ boardId, items, alsoOn: place.boardId, undo }, said, words(items.length))
    const { failed } = await moving
    reportFailed({ boardId, failed, count: items.length, name: 'move', retry: (again) => void move(again, place) })
    return { moved: await moved, failed }
  }
  return move
}

/** Labels differ by board: those of the same name are kept. The answer does not list the fields. */
function lost(before: Card | undefined, { labelIds, assigneeActorIds, delegation }: CardRecord): boolean {
  if (!before) return false
  const fewer = labelIds.length < before.labelIds.length || assigneeActorIds.length < before.assigneeActorIds.length
  return fewer || (before.delegation !== null && delegation === null) || before.fieldValues.length > 0 || before.links.length > 0
}

/**
 * Restores the attributes of cards that have come back, each by itself. Values that others have set meanwhile stay. A deleted label or a
 * person who has left does not stop the rest; these are counted.
 */
async function restoreAttributes(
  boardId: string,
  items: readonly Item[],
  before: ReadonlyMap<string, Card>,
): Promise<{ failed: readonly Failed[]; skipped: number }> {
  // By card, since a card is restored again from the start where an outage came between.
  const skipped = new Map<string, number>()
  const { failed } = await changeCards(itemsOf(items.map(({ cardId }) => cardId)), {
    boardId,
    async send({ cardId }) {
      const had = before.get(cardId)
      if (!had) return null
      const { card: now } = await api.call('card.get', { cardId })
      const unlessRefused = async (change: Promise<unknown>): Promise<void> => {
        if (!(await isAccepted(change))) skipped.set(cardId, (skipped.get(cardId) ?? 0) + 1)
      }
      skipped.delete(cardId)
      const hasValue = (fieldId: string, value: unknown) => now.fieldValues.some((one) => one.fieldId === fieldId && one.value === value)
      for (const labelId of missing(had.labelIds, now.labelIds)) await unlessRefused(api.call('card.label', { cardId, labelId }))
      for (const actorId of missing(had.assigneeActorIds, now.assigneeActorIds))
        await unlessRefused(api.call('card.assign', { cardId, actorId }))
      for (const { fieldId, value } of had.fieldValues)
        if (isFieldValue(value) && !hasValue(fieldId, value))
          await unlessRefused(api.call('card.field.set', { cardId, fieldId, value, ifValue: null }))
      return (await api.call('card.get', { cardId })).card
    },
  })
  return { failed, skipped: [...skipped.values()].reduce((sum, count) => sum + count, 0) }
}

const missing = (had: readonly string[], has: readonly string[]): string[] => had.filter((id) => !has.includes(id))

/** The codes of expected refusals: a label or field was deleted, a person has left, or a value was set by another user since. */
const refusals: readonly string[] = ['validation', 'not_found', 'conflict']

async function isAccepted(change: Promise<unknown>): Promise<boolean> {
  try {
    await change
    return true
  } catch (failure) {
    if (failure instanceof TandemError && refusals.includes(failure.code)) return false
    throw failure
  }
}
