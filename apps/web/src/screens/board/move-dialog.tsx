import { useState } from 'react'
import { useTranslations } from 'use-intl'
import type { BoardModel } from '../../live/board-model.ts'
import { itemsOf } from '../../mutations/change-cards.ts'
import type { MoveCards } from '../../mutations/move-cards.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { Select } from '../../ui/form/select.tsx'

type Props = { board: BoardModel; cardIds: readonly string[]; move: MoveCards; onClose: () => void }

/** Moves cards without dragging them. */
export function MoveDialog({ board, cardIds, move, onClose }: Props) {
  const t = useTranslations('move')
  const cards = board.lists.flatMap((list) => list.cards.filter((card) => cardIds.includes(card.id)))
  const [first] = cards
  const [listId, setListId] = useState(first?.listId ?? '')
  const [belowId, setBelowId] = useState<string | null>(null)
  const list = board.lists.find((one) => one.id === listId)
  const others = list?.cards.filter((one) => !cardIds.includes(one.id)) ?? []
  const below = others.some((one) => one.id === belowId) ? belowId : null
  const beyond = list !== undefined && list.wipLimit !== null && others.length + cards.length > list.wipLimit
  const isRefused = list?.wipPolicy === 'all' && cards.some((card) => card.listId !== list.id)
  const go = () => {
    onClose()
    void move(itemsOf(cards.map((card) => card.id)), { listId, belowId: below })
  }
  const [last] = others.slice(-1)
  const nameOf = ({ name, wipLimit, cards: { length } }: BoardModel['lists'][number]) =>
    wipLimit === null ? name : t('limited', { list: name, count: length, limit: wipLimit })
  return (
    <Dialog open onClose={onClose} title={cards.length > 1 ? t('titleOf', { count: cards.length }) : t('title', { key: first?.key ?? '' })}>
      <form
        className="grid gap-4 p-4"
        onSubmit={(event) => {
          event.preventDefault()
          go()
        }}
      >
        <Select label={t('list')} value={listId} onChange={setListId} choices={board.lists.map((one) => [one.id, nameOf(one)])} />
        <Select
          label={t('place')}
          value={below ?? ''}
          onChange={(id) => setBelowId(id === '' ? null : id)}
          choices={[
            ['', t('top')],
            ...(last ? [[last.id, t('end')] as const] : []),
            ...others.slice(0, -1).map((one) => [one.id, t('below', { title: one.title })] as const),
          ]}
        />
        {beyond && <p className="text-danger text-sm">{t(isRefused ? 'refused' : 'beyond', { limit: list.wipLimit ?? 0 })}</p>}
        <Button type="submit" variant="primary" className="justify-self-end">
          {t('move')}
        </Button>
      </form>
    </Dialog>
  )
}
