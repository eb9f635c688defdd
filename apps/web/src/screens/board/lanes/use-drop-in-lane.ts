import { useTranslations } from 'use-intl'
import type { BoardModel, CardModel } from '../../../live/board-model.ts'
import { keptBoard } from '../../../live/board-query.ts'
import { changeCards, type Failed, type Item, itemsOf, type Outcome } from '../../../mutations/change-cards.ts'
import { inverseOf } from '../../../mutations/inverses.ts'
import { placing, type Slot } from '../../../mutations/move-cards.ts'
import { homesOf, putBack } from '../../../mutations/put-back.ts'
import { useTellFailed } from '../../../mutations/report-failed.ts'
import { useOfferUndo } from '../../../mutations/undo.ts'
import { changedOf, putValuesBack, recordInverses } from '../../../mutations/undo-edits.ts'
import type { LaneChange, Standing } from './lane-change.ts'
import type { Lane } from './lanes.ts'
import type { TakeBack } from './use-field-values.ts'

type Args = {
  boardId: string
  change: LaneChange
  nameOf: (lane: Lane) => string
  /** Shows a change outside the tree of the board, such as the value of a field. Returns how it is taken back. */
  showElsewhere: (standings: ReadonlyMap<string, Standing>) => TakeBack
}
export type DropInLane = { cardIds: readonly string[]; from: Lane; to: Lane; slot: Slot | null }

/** Moves cards to another row, to another position, or both; one undo reverts all of it. */
export function useDropInLane({ boardId, change, nameOf, showElsewhere }: Args): (drop: DropInLane) => Promise<void> {
  const t = useTranslations('views.lanes')
  const act = useTranslations('act')
  const reportFailed = useTellFailed()
  const offerUndo = useOfferUndo()

  /** Changes each card's values. `undo` puts back those that nobody else has changed since. */
  const become = (cards: readonly CardModel[], from: ReadonlyMap<string, Standing>, to: ReadonlyMap<string, Standing>) => {
    const changing = cards.filter(({ id }) => from.get(id)?.join() !== to.get(id)?.join())
    const items = itemsOf(changing.map(({ id }) => id))
    const calls = ({ cardId }: Item) => change.calls(cardId, from.get(cardId) ?? [], to.get(cardId) ?? [])
    const toUndo = recordInverses(boardId, items, (item, prior) =>
      // The last change first: some attributes refuse a second value.
      calls(item)
        .toReversed()
        .map((call) => inverseOf(call, { ...prior, ...change.prior?.(item.cardId) })),
    )
    const takeBack = showElsewhere(new Map(changing.map(({ id }) => [id, to.get(id) ?? []])))
    const becoming = changeCards(items, {
      boardId,
      show: new Map(changing.map((card) => [card.id, change.show(card, to.get(card.id) ?? [])])),
      calls,
    })
    const became = becoming.then((outcome) => {
      takeBack(stayedIn(outcome))
      return outcome
    })
    const undo = async () => {
      const changed = changedOf(items, await became)
      const back = showElsewhere(new Map([...changed.keys()].map((cardId) => [cardId, from.get(cardId) ?? []])))
      const failed = await putValuesBack(toUndo, changed)
      back(failed.map(({ item }) => item.cardId))
      return failed
    }
    return { items, became, undo }
  }

  return async ({ cardIds, from, to, slot }) => {
    const board = keptBoard(boardId)
    const cards = cardsIn(board, cardIds)
    if (!board || cards.length === 0) return
    const before = new Map(cards.map((card) => [card.id, change.standingOf(card)]))
    const after = new Map(
      [...before].map(([id, standing]) => [id, from.id === to.id ? standing : change.next(standing, from.value, to.value)]),
    )
    const homes = homesOf(board, cardIds)
    const list = board.lists.find((one) => one.id === slot?.listId)
    const items = itemsOf(cardIds)
    const moving = list && slot ? changeCards(items, { boardId, inOrder: true, ...placing(list, items, slot) }) : nothing
    const { items: becoming, became, undo: undoValues } = become(cards, before, after)
    const both = Promise.all([moving, became])
    const undo = async () => {
      const [{ done }] = await both
      const moved = done.filter((card) => card !== null)
      const failed = eachOnce([...(await putBack(boardId, homes, moved)), ...(await undoValues())])
      return reportFailed({ boardId, failed, count: cardIds.length, name: 'undo' })
    }
    const words = (count: number) => ({
      title: from.id === to.id ? act('moved', { count, list: list?.name ?? '' }) : t('moved', { count, lane: nameOf(to) }),
    })
    const said = both.then((outcome) => {
      const count = cardIds.length - new Set(outcome.flatMap(stayedIn)).size
      return count === 0 ? null : words(count)
    })
    offerUndo({ boardId, items: [...items, ...becoming], undo }, said, words(cardIds.length))
    const failed = eachOnce((await both).flatMap((outcome) => outcome.failed))
    reportFailed({ boardId, failed, count: cardIds.length, name: 'move' })
  }
}

const nothing: ReturnType<typeof changeCards> = Promise.resolve({ done: [], failed: [], withdrawn: [] })

/** A card of which both the place and the value failed is reported once. */
const eachOnce = (failed: readonly Failed[]): Failed[] => [...new Map(failed.map((one) => [one.item.cardId, one])).values()]

/** The cards that did not change. */
const stayedIn = ({ failed, withdrawn }: Outcome): string[] => [...failed.map(({ item }) => item), ...withdrawn].map(({ cardId }) => cardId)

const cardsIn = (board: BoardModel | undefined, cardIds: readonly string[]): CardModel[] =>
  board?.lists.flatMap((list) => list.cards.filter((card) => cardIds.includes(card.id))) ?? []
