import { ChevronDown, ChevronRight, Plus } from 'lucide-react'
import { useLayoutEffect, useMemo, useRef, useState } from 'react'
import { useLocale, useTranslations } from 'use-intl'
import { tellListed, useWanted } from '../../../dnd/focus-card.ts'
import type { BoardModel, CardModel, ListModel } from '../../../live/board-model.ts'
import { IconButton } from '../../../ui/button.tsx'
import { LabelDot } from '../../../ui/label-color.tsx'
import { useFocused } from '../../../ui/window/use-focused.ts'
import { useWindow } from '../../../ui/window/use-window.ts'
import { AddCard } from '../add-card.tsx'
import { useBoardFrame } from '../board-context.ts'
import { ListName } from '../list-name.tsx'
import { QueueSign } from '../queue-sign.tsx'
import { ListCount } from './list-count.tsx'
import { ListRow } from './list-row.tsx'
import { fieldIn, type Order, ordered } from './ordering.ts'
import { useFieldValues } from './use-table-fields.tsx'

type Props = {
  list: ListModel
  /** The list with all of its cards, including those that the filter hides. */
  whole: ListModel
  order: Order | null
  board: Pick<BoardModel, 'members' | 'fields'>
}

export function ListGroup({ list, whole, order, board: { members, fields } }: Props) {
  const locale = useLocale()
  const [folded, setFolded] = useState(false)
  const [adding, setAdding] = useState(false)
  const [renaming, setRenaming] = useState(false)
  const field = fieldIn(order, fields)
  const values = useFieldValues(field?.id ?? null)
  const cards = useMemo(
    () => (folded ? [] : ordered(list.cards, order, { members, locale, field, values })),
    [folded, list.cards, order, members, locale, field, values],
  )
  const [rows, parts] = useRows(cards)
  return (
    <tbody ref={rows} data-list={list.id} data-cards={parts ? 'some' : 'all'} className="mb-3 block">
      <tr className="block">
        <th
          scope="rowgroup"
          data-head={list.id}
          className="flex min-h-9 items-center gap-2 rounded-md bg-sunken pr-1 pl-1.5 text-left font-normal pointer-coarse:min-h-11"
        >
          <Fold name={list.name} folded={folded} onFold={setFolded} />
          {whole.color !== null && <LabelDot color={whole.color} size="md" />}
          <ListName list={whole} editing={renaming} onEditing={setRenaming} />
          {whole.queue && <QueueSign />}
          <ListCount list={list} shown={list.cards.length} all={whole.cards.length} />
          <AddButton name={list.name} onClick={() => setAdding(true)} />
        </th>
      </tr>
      {(parts ?? [{ from: 0, to: cards.length }]).flatMap((part, at) =>
        'room' in part
          ? [<Room key={`room ${at}`} height={part.room} />]
          : cards.slice(part.from, part.to).map((card) => <ListRow key={card.id} card={card} />),
      )}
      {adding && (
        <tr className="block">
          <td className="block max-w-xl pt-2">
            <AddCard list={list} open onOpen={setAdding} />
          </td>
        </tr>
      )}
    </tbody>
  )
}

/** The height of a row; on a phone, of the two lines of a card with facts. */
const rowPx = 37
const rowPhonePx = 60

/** Like the tiles of a list: of many rows only the visible ones are drawn. */
function useRows(cards: readonly CardModel[]) {
  const { isLarge } = useBoardFrame()
  const list = useRef<HTMLTableSectionElement>(null)
  const ids = useMemo(() => cards.map((card) => card.id), [cards])
  const kept = [useFocused(list, isLarge, rowAround), useWanted(ids)]
  const estimate = () => (innerWidth < mdPx ? rowPhonePx : rowPx)
  const parts = useWindow({ list, isOn: isLarge, ids, estimate, gap: 0, kept, idOf, startsInView: true })
  useLayoutEffect(() => {
    if (list.current) tellListed(list.current, ids)
  }, [ids])
  return [list, parts] as const
}

const mdPx = 768
const idOf = (row: HTMLElement): string | undefined => row.dataset.card
const rowAround = (target: Element): string | undefined => target.closest<HTMLElement>('[data-card]')?.dataset.card

function Room({ height }: { height: number }) {
  return <tr aria-hidden className="block [overflow-anchor:none]" style={{ height }} />
}

function Fold({ name, folded, onFold }: { name: string; folded: boolean; onFold: (folded: boolean) => void }) {
  const t = useTranslations('list')
  const Chevron = folded ? ChevronRight : ChevronDown
  return (
    <IconButton
      size="sm"
      label={t('cardsOf', { list: name })}
      aria-expanded={!folded}
      icon={<Chevron size={14} aria-hidden />}
      onClick={() => onFold(!folded)}
    />
  )
}

function AddButton({ name, onClick }: { name: string; onClick: () => void }) {
  const t = useTranslations('list')
  const { mayWrite } = useBoardFrame()
  if (!mayWrite) return null
  return <IconButton size="sm" label={t('addCard', { list: name })} icon={<Plus size={15} aria-hidden />} onClick={onClick} />
}
