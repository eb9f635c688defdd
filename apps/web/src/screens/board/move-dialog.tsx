import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { boardsQuery } from '../../api/queries.ts'
import { focusCard } from '../../dnd/focus-card.ts'
import type { BoardModel } from '../../live/board-model.ts'
import { boardQuery } from '../../live/board-query.ts'
import { itemsOf } from '../../mutations/change-cards.ts'
import { useMoveAcross } from '../../mutations/move-across.ts'
import { useMoveCards } from '../../mutations/move-cards.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { Select } from '../../ui/form/select.tsx'
import { goOnBeside } from './go-on-beside.ts'
import { MoveNotes, useLimitedName } from './move-notes.tsx'

type Props = { board: BoardModel; cardIds: readonly string[]; anchor: Element | null; onClose: () => void }

/** Moves cards without dragging, also to another board. */
export function MoveDialog({ board, cardIds, anchor, onClose }: Props) {
  const t = useTranslations('bulk.moveTo')
  const nameOf = useLimitedName()
  const moveHere = useMoveCards(board.id)
  const moveAcross = useMoveAcross(board.id)
  const cards = board.lists.flatMap((list) => list.cards.filter((card) => cardIds.includes(card.id)))
  const [first] = cards
  const [boardId, setBoardId] = useState(board.id)
  const [listId, setListId] = useState(first?.listId ?? '')
  const [belowId, setBelowId] = useState<string | null>(null)
  const boards = (useQuery(boardsQuery).data ?? []).filter((one) => one.role !== 'viewer' && one.archivedAt === null)
  const isHere = boardId === board.id
  const other = useQuery({ ...boardQuery(boardId), enabled: !isHere }).data
  const there = isHere ? board : other
  const lists = there?.lists ?? []
  const list = lists.find((one) => one.id === listId) ?? lists[0]
  const others = list?.cards.filter((one) => !cardIds.includes(one.id)) ?? []
  const below = others.some((one) => one.id === belowId) ? belowId : null
  const go = () => {
    if (!there || !list) return
    // The focus goes along with a card that stays on the board.
    goOnBeside(cardIds, anchor, () => isHere && focusCard(first?.id ?? null))
    onClose()
    const items = itemsOf(cards.map((card) => card.id))
    if (isHere) void moveHere(items, { listId: list.id, belowId: below })
    else
      void moveAcross(items, {
        boardId: there.id,
        listId: list.id,
        belowId: below,
        firstId: others[0]?.id ?? null,
        listName: list.name,
        boardName: there.name,
      })
  }
  const [last] = others.slice(-1)
  return (
    <Dialog open onClose={onClose} title={cards.length > 1 ? t('titleOf', { count: cards.length }) : t('title', { key: first?.key ?? '' })}>
      <form
        className="grid gap-4 p-4"
        onSubmit={(event) => {
          event.preventDefault()
          go()
        }}
      >
        {boards.length > 1 && (
          <Select label={t('board')} value={boardId} onChange={setBoardId} choices={boards.map((one) => [one.id, one.name])} />
        )}
        <Select label={t('list')} value={list?.id ?? ''} onChange={setListId} choices={lists.map((one) => [one.id, nameOf(one)])} />
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
        {there && lists.length === 0 && <p className="text-ink-2 text-sm">{t('noLists')}</p>}
        <MoveNotes cards={cards} list={list} isAcross={!isHere} />
        <Button type="submit" variant="primary" disabled={!list} className="justify-self-end">
          {t('move')}
        </Button>
      </form>
    </Dialog>
  )
}
