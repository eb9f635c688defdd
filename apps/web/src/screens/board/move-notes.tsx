import { useTranslations } from 'use-intl'
import type { ListModel } from '../../live/board-model.ts'

type Limited = Pick<ListModel, 'name' | 'wipLimit' | 'cards'>

/** The name of a list, with its number of cards if that has a limit. */
export function useLimitedName(): (list: Limited) => string {
  const t = useTranslations('bulk.moveTo')
  return ({ name, wipLimit, cards: { length } }) =>
    wipLimit === null ? name : t('limited', { list: name, count: length, limit: wipLimit })
}

type Props = { cards: readonly { id: string; listId: string }[]; list: ListModel | undefined; isAcross: boolean }

/** Says before a move what the cards lose on another board, and that the list would be over its limit. */
export function MoveNotes({ cards, list, isAcross }: Props) {
  const t = useTranslations('bulk.moveTo')
  const others = list?.cards.filter(({ id }) => cards.every((card) => card.id !== id)) ?? []
  // A new place in the same list adds nothing to it.
  const isAdded = cards.some((card) => card.listId !== list?.id)
  const beyond = isAdded && list && list.wipLimit !== null && others.length + cards.length > list.wipLimit
  const isRefused = list?.wipPolicy === 'all'
  return (
    <>
      {isAcross && <p className="text-ink-2 text-sm">{t('across', { count: cards.length })}</p>}
      {beyond && (
        <p className="text-danger text-sm">{t(isRefused ? 'refused' : 'beyond', { limit: list.wipLimit ?? 0, count: cards.length })}</p>
      )}
    </>
  )
}
