import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { useMoveCard } from '../../act/move-card.ts'
import { type BoardModel, findCard } from '../../live/board-model.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { Select } from '../../ui/select.tsx'

/** Moves a card without dragging it. */
export function MoveDialog({ board, cardId, onClose }: { board: BoardModel; cardId: string; onClose: () => void }) {
  const t = useTranslations('move')
  const move = useMoveCard(board.id)
  const card = findCard(board, cardId)
  const [listId, setListId] = useState(card?.listId ?? '')
  const others = board.lists.find((list) => list.id === listId)?.cards.filter((one) => one.id !== cardId) ?? []
  const [belowId, setBelowId] = useState<string | null>(null)
  const below = others.some((one) => one.id === belowId) ? belowId : null
  const go = () => {
    onClose()
    void move(cardId, { listId, belowId: below })
  }
  return (
    <Dialog open onClose={onClose} title={t('title', { key: card?.key ?? '' })}>
      <form
        className="grid gap-4 p-4"
        onSubmit={(event) => {
          event.preventDefault()
          go()
        }}
      >
        <Select label={t('list')} value={listId} onChange={setListId} choices={board.lists.map((list) => [list.id, list.name])} />
        <Select
          label={t('place')}
          value={below ?? ''}
          onChange={(id) => setBelowId(id === '' ? null : id)}
          choices={[['', t('top')], ...others.map((one): [string, string] => [one.id, t('below', { title: one.title })])]}
        />
        <Button type="submit" look="primary" className="justify-self-end">
          {t('move')}
        </Button>
      </form>
    </Dialog>
  )
}
