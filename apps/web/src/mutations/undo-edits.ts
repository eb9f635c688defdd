import type { CardRecord } from '@tandem/contract'
import { cardQuery } from '../api/queries.ts'
import { queryClient } from '../api/query-client.ts'
import { findCard } from '../live/board-model.ts'
import { knownBoard } from '../live/board-query.ts'
import { changeCards, type Failed, type Item, itemsOf, type Outcome } from './change-cards.ts'
import type { Inverse, OfTile, Prior } from './inverse-parts.ts'
import { unlessOthersChanged, unlessOthersChangedSince } from './put-back.ts'
import { useTellFailed } from './report-failed.ts'
import { showOpenCard } from './show-open-card.ts'
import { useOfferUndo } from './undo.ts'

/** The cards that were changed, with the record that the service has answered with, or null if the answer was another one. */
export type Changed = ReadonlyMap<string, CardRecord | null>
/**
 * `title` is the message about that many changed cards; without one the change shows by itself. `mayWait`: without a network, the message is
 * shown at once.
 */
type Offer = (changed: Promise<Changed>, title?: (count: number) => string | undefined, mayWait?: boolean) => void
export type ToUndo = { boardId: string; since: number; inverses: ReadonlyMap<string, readonly Inverse[]> }
type OfCard = Pick<Item, 'cardId'>

/**
 * Records the values of cards that are about to be changed. The returned function makes the change one that can be undone; it does nothing
 * if no card has an inverse.
 */
export function useUndoableEdits(
  boardId: string,
): <I extends OfCard>(items: readonly I[], inversesOf: (item: I, prior: Prior) => readonly (Inverse | null)[]) => Offer {
  const reportFailed = useTellFailed()
  const offerUndo = useOfferUndo()
  return (items, inversesOf) => {
    const toUndo = recordInverses(boardId, items, inversesOf)
    return (changed, title, mayWait) => {
      if (![...toUndo.inverses.values()].some((those) => those.length > 0)) return
      const undo = async () => {
        const failed = await putValuesBack(toUndo, await changed)
        return reportFailed({ boardId, failed, count: (await changed).size, name: 'undo' })
      }
      offerUndo(
        { boardId, items, undo },
        changed.then(({ size }) => (size === 0 ? null : { title: title?.(size) })),
        mayWait ? { title: title?.(items.length) } : undefined,
      )
    }
  }
}

/** How a change that is about to be made is undone, from the values that the cards have now. */
export function recordInverses<I extends OfCard>(
  boardId: string,
  items: readonly I[],
  inversesOf: (item: I, prior: Prior) => readonly (Inverse | null)[],
): ToUndo {
  const inverses = new Map(
    items.map((item) => {
      const prior = stateOf(boardId, item.cardId)
      return [item.cardId, prior ? inversesOf(item, prior).filter((one) => one !== null) : []]
    }),
  )
  return { boardId, since: knownBoard(boardId)?.seq ?? 0, inverses }
}

export function changedOf(items: readonly OfCard[], { done, failed, withdrawn }: Outcome): Changed {
  const records = new Map(done.flatMap((card) => (card ? [[card.id, card]] : [])))
  const stayed = new Set([...failed.map(({ item }) => item), ...withdrawn].map(({ cardId }) => cardId))
  return new Map(items.flatMap(({ cardId }) => (stayed.has(cardId) ? [] : [[cardId, records.get(cardId) ?? null]])))
}

/** Of a tile and the open card, the tile is kept up to date by frames; the card has more. */
function stateOf(boardId: string, cardId: string): Prior | undefined {
  const board = knownBoard(boardId)
  const [tile, card] = [board && findCard(board, cardId), queryClient.getQueryData(cardQuery(cardId).queryKey)]
  return tile ? { ...card, ...tile } : card
}

/** Undoes the changes of the cards, except where another user has changed the same since. Resolves to those cards. */
export async function putValuesBack({ boardId, since, inverses }: ToUndo, changed: Changed): Promise<readonly Failed[]> {
  const ids = [...changed.keys()].filter((cardId) => (inverses.get(cardId) ?? []).length > 0)
  const show = new Map(ids.map((cardId) => [cardId, shownAfter(stateOf(boardId, cardId), inverses.get(cardId) ?? [])]))
  const takeBack = new Map(ids.map((cardId) => [cardId, showOpenCard(cardId, () => show.get(cardId) ?? {})]))
  const { failed, withdrawn } = await changeCards(itemsOf(ids), {
    boardId,
    show,
    async send({ cardId, mutationId }) {
      const record = changed.get(cardId)
      let card: CardRecord | null = null
      for (const [at, { isAbout, send }] of (inverses.get(cardId) ?? []).entries())
        card = record
          ? await unlessOthersChanged(record, isAbout, (ifVersion) => send(`${mutationId}:${at}`, ifVersion))
          : await unlessOthersChangedSince({ cardId, boardId, since }, isAbout, () => send(`${mutationId}:${at}`))
      return card
    },
  })
  for (const { cardId } of [...failed.map(({ item }) => item), ...withdrawn]) takeBack.get(cardId)?.()
  // A link to a card of another board is an activity of that board, of which this page may hear nothing.
  for (const cardId of ids) void queryClient.invalidateQueries({ queryKey: cardQuery(cardId).queryKey })
  return failed
}

const shownAfter = (now: Prior | undefined, inverses: readonly Inverse[]): Partial<OfTile> =>
  Object.assign({}, ...inverses.map(({ show }) => (now ? show(now) : {})))
