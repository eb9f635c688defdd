import { cardsWithin, focusCard, tileOf } from '../../dnd/focus-card.ts'
import type { CardModel } from '../../live/board-model.ts'
import { useArchiveCards } from '../../mutations/archive.ts'
import { itemsOf } from '../../mutations/change-cards.ts'
import { undoLast } from '../../mutations/undo.ts'
import { type Focused, useCommands } from '../../shell/use-commands.ts'
import type { BoardFrame, Question } from './board-context.ts'
import { isDelegated, useBulk } from './bulk/use-bulk.ts'
import { clearSelection } from './clear-selection.ts'
import { neighbourThatStays } from './neighbour.ts'
import { cardsForKey, cardsIn, useSomeSelected } from './selection.ts'

type Props = { frame: BoardFrame; cardOf: (cardId: string) => CardModel | undefined; onNewCard: ((at: Focused) => void) | null }

/** Commands for the card that has the focus, or for all that are selected. To be called within the frame of the board. */
export function useBoardCommands({ frame: { board, mayWrite, ask, renaming, selection }, cardOf, onNewCard }: Props): void {
  const archive = useArchiveCards(board.id)
  const { complete, undelegate } = useBulk()
  const idsAt = ({ cardId }: Focused): string[] => cardsForKey(selection, cardId)
  const cardsAt = (at: Focused): CardModel[] => idsAt(at).flatMap((id) => cardOf(id) ?? [])
  const onCards = (run: (at: Focused) => void) => ({ when: (at: Focused) => mayWrite && idsAt(at).length > 0, run })
  const asks = (what: Question) =>
    onCards((at) => ask({ what, cardIds: idsAt(at), anchor: tileAt(at) ?? tileOf(at.cardId ?? idsAt(at)[0] ?? null) }))
  const turn = (done: boolean) => ({
    when: (at: Focused) => mayWrite && cardsAt(at).some((card) => (card.completedAt === null) === done),
    run: (at: Focused) => void complete(cardsAt(at), done),
  })
  const someSelected = useSomeSelected(selection)
  const clear = () => clearSelection(selection)
  useCommands({
    below: { when: isOnBoard, run: () => walk(1) },
    above: { when: isOnBoard, run: () => walk(-1) },
    assign: asks('assign'),
    labels: asks('labels'),
    due: asks('due'),
    priority: asks('priority'),
    delegate: asks('delegate'),
    endDelegation: {
      when: (at) => mayWrite && cardsAt(at).some(isDelegated),
      run: (at) => void undelegate(cardsAt(at)),
    },
    moveTo: asks('move'),
    menu: asks('menu'),
    complete: turn(true),
    reopen: turn(false),
    archive: onCards((at) => {
      const cardIds = idsAt(at)
      const next = neighbourThatStays(cardIds)
      void archive(itemsOf(cardIds))
      next()
    }),
    rename: {
      when: ({ cardId }) => mayWrite && cardId !== null,
      run: (at) => renaming.set(tileAt(at)?.dataset.tile ?? at.cardId),
    },
    select: { when: ({ cardId }) => mayWrite && cardId !== null, run: ({ cardId }) => cardId !== null && selection.toggle(cardId) },
    selectList: {
      when: ({ listId }) => mayWrite && listId !== null,
      run: ({ listId }) => listId !== null && selection.set([...selection.ids(), ...cardsIn(listId)]),
    },
    listSettings: {
      when: ({ listId }) => mayWrite && listId !== null,
      run: ({ listId }) => listId !== null && ask({ what: 'listSettings', listId }),
    },
    ...(onNewCard && { newCard: onNewCard }),
    ...(mayWrite && { undo: () => undoLast(board.id) }),
    ...(someSelected && { close: clear, clearSelection: clear }),
  })
}

/** Of several tiles of a card the focused one; from the palette, none has the focus. */
function tileAt({ cardId }: Focused): HTMLElement | null {
  const tile = document.activeElement?.closest<HTMLElement>('[data-card]')
  return tile?.dataset.card === cardId ? (tile ?? null) : null
}

/** Not in the menu of views or in the sidebar, where arrows scroll. */
const isOnBoard = ({ cardId }: Focused): boolean => cardId !== null || document.activeElement === document.body

/** To the card above or below; without a current one, to the first on the board. */
function walk(by: 1 | -1): void {
  const tile = document.activeElement?.closest<HTMLElement>('[data-card]')
  const all = cardsWithin(tile?.closest('[data-list]') ?? document)
  focusCard(all[tile ? all.indexOf(tile.dataset.card ?? '') + by : 0] ?? null, tile?.closest('[data-list]') ?? document)
}
