import type { CardModel } from '../../live/board-model.ts'
import { useArchiveCards } from '../../mutations/archive.ts'
import { itemsOf } from '../../mutations/change-cards.ts'
import { undoLast } from '../../mutations/undo.ts'
import { type Focused, useCommands } from '../../shell/use-commands.ts'
import type { BoardFrame, Question } from './board-context.ts'
import { useBulk } from './bulk/use-bulk.ts'
import { cardsIn, useSomeSelected } from './selection.ts'

type Props = { frame: BoardFrame; cards: ReadonlyMap<string, CardModel>; onNewCard: ((at: Focused) => void) | null }

/** Commands for the card that has the focus, or for all that are selected. To be called within the frame of the board. */
export function useBoardCommands({ frame: { board, mayWrite, ask, renaming, selection }, cards, onNewCard }: Props): void {
  const archive = useArchiveCards(board.id)
  const { complete } = useBulk()
  const idsAt = ({ cardId }: Focused): string[] => {
    const selected = [...selection.ids()]
    return selected.length > 0 ? selected : cardId === null ? [] : [cardId]
  }
  const cardsAt = (at: Focused): CardModel[] => idsAt(at).flatMap((id) => cards.get(id) ?? [])
  const onCards = (run: (at: Focused) => void) => ({ when: (at: Focused) => mayWrite && idsAt(at).length > 0, run })
  const asks = (what: Question) => onCards((at) => ask({ what, cardIds: idsAt(at), anchor: tileOf(at.cardId ?? idsAt(at)[0]) }))
  const turn = (done: boolean) => ({
    when: (at: Focused) => mayWrite && cardsAt(at).some((card) => (card.completedAt === null) === done),
    run: (at: Focused) => void complete(cardsAt(at), done),
  })
  const someSelected = useSomeSelected(selection)
  useCommands({
    below: { when: isOnBoard, run: () => walk(1) },
    above: { when: isOnBoard, run: () => walk(-1) },
    assign: asks('assign'),
    labels: asks('labels'),
    due: asks('due'),
    priority: asks('priority'),
    delegate: asks('delegate'),
    moveTo: asks('move'),
    menu: asks('menu'),
    complete: turn(true),
    reopen: turn(false),
    archive: onCards((at) => {
      const cardIds = idsAt(at)
      const next = neighbourThatStays(cardIds)
      void archive(itemsOf(cardIds))
      next?.focus()
    }),
    rename: {
      // The calendar has no room for it.
      when: ({ cardId, listId }) => mayWrite && cardId !== null && listId !== null,
      run: ({ cardId }) => renaming.set(cardId),
    },
    select: { when: ({ cardId }) => mayWrite && cardId !== null, run: ({ cardId }) => cardId !== null && selection.toggle(cardId) },
    selectList: {
      when: ({ listId }) => mayWrite && listId !== null,
      run: ({ listId }) => listId !== null && selection.set([...selection.ids(), ...cardsIn(listId)]),
    },
    ...(onNewCard && { newCard: onNewCard }),
    ...(mayWrite && { undo: () => undoLast(board.id) }),
    ...(someSelected && { close: selection.clear }),
  })
}

const tileOf = (cardId: string | undefined): Element | null =>
  cardId === undefined ? null : document.querySelector(`[data-card="${cardId}"]`)

/** Not in a list of views or in the sidebar, where arrows scroll. */
const isOnBoard = ({ cardId }: Focused): boolean => cardId !== null || document.activeElement === document.body

/** To the card above or below; with none, to the first on the board. In a list of its own a card stands among those of that list. */
function walk(by: 1 | -1): void {
  const tile = document.activeElement?.closest('[data-card]')
  const all = [...(tile?.closest('[data-list]') ?? document).querySelectorAll('[data-card]')]
  const next = tile ? all[all.indexOf(tile) + by] : all[0]
  next?.querySelector('a')?.focus()
}

/** Archiving takes the focus away with the card: it goes to the one below, or above, or to its list. */
function neighbourThatStays(cardIds: readonly string[]): HTMLElement | null {
  const tile = document.activeElement?.closest('[data-card]')
  const stays = (one: Element) => !cardIds.includes((one instanceof HTMLElement && one.dataset.card) || '')
  const beside = [...(tile?.parentElement?.querySelectorAll('[data-card]') ?? [])]
  const at = tile ? beside.indexOf(tile) : -1
  const found = beside.slice(at + 1).find(stays) ?? beside.slice(0, Math.max(at, 0)).findLast(stays)
  return found?.querySelector('a') ?? tile?.closest('[data-list]')?.querySelector('button') ?? null
}
