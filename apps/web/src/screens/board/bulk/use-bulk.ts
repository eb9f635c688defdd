import { useTranslations } from 'use-intl'
import type { CardModel } from '../../../live/board-model.ts'
import { keptBoard } from '../../../live/board-query.ts'
import { useArchiveCards } from '../../../mutations/archive.ts'
import { type Change, changeCards, type Failed, type Item, itemsOf } from '../../../mutations/change-cards.ts'
import { useCompleteCards } from '../../../mutations/complete.ts'
import { delegated } from '../../../mutations/delegated.ts'
import { inverseOf } from '../../../mutations/inverses.ts'
import { mustWait, unlessItWaits } from '../../../mutations/outbox.ts'
import { useTellFailed } from '../../../mutations/report-failed.ts'
import { changedOf, useUndoableEdits } from '../../../mutations/undo-edits.ts'
import { say } from '../../../ui/toasts/toast.tsx'
import { useBoardFrame } from '../board-context.ts'

type Act = (items: Item[], onStep: (settled: number) => void) => Promise<readonly Failed[]>
type Calls = NonNullable<Change['calls']>
/** `done` names what was done to several cards. */
type Edit = {
  show: (card: CardModel) => Partial<CardModel>
  calls: Calls
  done: 'assigned' | 'unassigned' | 'labelsChanged' | 'priorityChanged' | 'dueChanged'
}

/** One act after the other: an act that is chosen during another one waits for its turn, but not for the network: the outbox keeps the order. */
let underWay: Promise<void> = Promise.resolve()

/**
 * An act on many cards: for selected ones its progress is shown, and the ones that it failed on stay selected. A single unselected card
 * shows no bar.
 */
export function useBulk() {
  const t = useTranslations('act')
  const { board, meId, selection } = useBoardFrame()
  const archiveCards = useArchiveCards(board.id)
  const completeCards = useCompleteCards(board.id)
  const editCards = useEditCards(board.id)

  const runNow = async (cards: readonly CardModel[], act: Act) => {
    const selected = cards.some((card) => selection.ids().has(card.id))
    let isLater = mustWait()
    const progress = (settled: number) => selected && !isLater && selection.setProgress({ settled, of: cards.length })
    progress(0)
    const failed = (await unlessItWaits(act(itemsOf(cards.map((card) => card.id)), progress))) ?? []
    isLater = true
    if (!selected) return
    selection.setProgress(null)
    if (failed.length > 0) selection.set(failed.map(({ item }) => item.cardId))
    const shown = new Set(keptBoard(board.id)?.lists.flatMap((list) => list.cards.map((card) => card.id)))
    selection.keepShown(shown)
  }
  const run = (cards: readonly CardModel[], act: Act): Promise<void> => {
    if (cards.length > 0) underWay = underWay.catch(() => {}).then(() => runNow(cards, act))
    return underWay
  }
  const edit = (cards: readonly CardModel[], { show, calls, done }: Edit) => {
    // On a single card the change shows.
    const title = (count: number) => (cards.length > 1 ? t(done, { count }) : undefined)
    return run(cards, (items, onStep) =>
      editCards(items, { calls, onStep, title, show: new Map(cards.map((card) => [card.id, show(card)])) }),
    )
  }
  return {
    /** `onBegin` is called while the cards are still there, but after the acts that this one waits for. */
    archive: (cards: readonly CardModel[], onBegin: () => void) =>
      run(cards, (items, onStep) => {
        onBegin()
        return archiveCards(items, onStep)
      }),
    /** Completes or reopens cards. Cards in that state already are left alone. */
    complete(cards: readonly CardModel[], done: boolean) {
      const completedAt = done ? new Date().toISOString() : null
      return run(
        cards.filter((card) => (card.completedAt === null) === done),
        (items, onStep) => completeCards(items, completedAt, onStep),
      )
    },
    delegate(cards: readonly CardModel[], agentActorId: string) {
      const agent = board.members.find((member) => member.actorId === agentActorId)?.name ?? ''
      return run(cards, (items, onStep) => {
        const show = new Map(cards.map(({ id, delegation }) => [id, { delegation: delegated(delegation, agentActorId, meId) }]))
        const calls: Calls = ({ cardId }) => [{ name: 'delegation.set', input: { cardId, agentActorId } }]
        return editCards(items, { show, calls, onStep, title: (count) => t('delegated', { count, agent }) })
      })
    },
    /** Cards without an agent are left alone. The message offers no undo: a removed delegation would begin anew, which `Z` says. */
    undelegate: (cards: readonly CardModel[]) =>
      run(cards.filter(isDelegated), async (items, onStep) => {
        const show = new Map(items.map(({ cardId }) => [cardId, { delegation: null }]))
        const calls: Calls = ({ cardId }) => [{ name: 'delegation.clear', input: { cardId } }]
        const failed = await editCards(items, { show, calls, onStep, title: () => undefined })
        const now = keptBoard(board.id)?.lists.flatMap((list) => list.cards) ?? []
        const count = items.filter(({ cardId }) => now.some(({ id, delegation }) => id === cardId && delegation === null)).length
        if (items.length > 1 && count > 0) say({ kind: 'undo', done: true, title: t('undelegated', { count }) })
        return failed
      }),
    edit,
  }
}

export const isDelegated = (card: CardModel): boolean => card.delegation !== null

type EditOfCards = Pick<Change, 'show' | 'onStep'> & { calls: Calls; title: (count: number) => string | undefined }
type EditCards = (items: readonly Item[], change: EditOfCards) => Promise<readonly Failed[]>

/** Changes attributes of cards, and offers an undo. Resolves to the cards that did not change. */
export function useEditCards(boardId: string): EditCards {
  const reportFailed = useTellFailed()
  const beforeEdit = useUndoableEdits(boardId)
  const edit: EditCards = async (items, { title, ...change }) => {
    const offerUndo = beforeEdit(items, (item, prior) => change.calls(item, null).map((call) => inverseOf(call, prior)))
    const changing = changeCards(items, { boardId, ...change })
    offerUndo(
      changing.then((outcome) => changedOf(items, outcome)),
      title,
      true,
    )
    const { failed } = await changing
    reportFailed({ boardId, failed, count: items.length, name: 'edit', retry: (again) => void edit(again, { title, ...change }) })
    return failed
  }
  return edit
}
