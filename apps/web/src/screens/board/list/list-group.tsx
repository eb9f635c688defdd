import { ChevronDown, ChevronRight, Plus } from 'lucide-react'
import { useState } from 'react'
import { useLocale, useTranslations } from 'use-intl'
import type { BoardModel, ListModel } from '../../../live/board-model.ts'
import { IconButton } from '../../../ui/button.tsx'
import { AddCard } from '../add-card.tsx'
import { useBoardFrame } from '../board-context.ts'
import { QueueSign } from '../queue-sign.tsx'
import { ListCount } from './list-count.tsx'
import { ListRow } from './list-row.tsx'
import { type Order, ordered } from './ordering.ts'

type Props = {
  list: ListModel
  /** With the cards that the filter leaves out. */
  whole: ListModel
  order: Order | null
  members: BoardModel['members']
}

export function ListGroup({ list, whole, order, members }: Props) {
  const locale = useLocale()
  const [folded, setFolded] = useState(false)
  const [adding, setAdding] = useState(false)
  const cards = folded ? [] : ordered(list.cards, order, { members, locale })
  return (
    <tbody data-list={list.id} className="mb-3 block">
      <tr className="block">
        <th
          scope="rowgroup"
          className="flex h-9 items-center gap-2 rounded-md bg-sunken pr-1 pl-1.5 text-left font-normal pointer-coarse:h-11"
        >
          <Fold name={list.name} folded={folded} onFold={setFolded} />
          {whole.queue && <QueueSign />}
          <ListCount list={list} shown={list.cards.length} all={whole.cards.length} />
          <AddButton name={list.name} onClick={() => setAdding(true)} />
        </th>
      </tr>
      {cards.map((card) => (
        <ListRow key={card.id} card={card} />
      ))}
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

function Fold({ name, folded, onFold }: { name: string; folded: boolean; onFold: (folded: boolean) => void }) {
  const Chevron = folded ? ChevronRight : ChevronDown
  return (
    <button
      type="button"
      aria-expanded={!folded}
      onClick={() => onFold(!folded)}
      className="flex h-full min-w-0 items-center gap-1.5 rounded-sm"
    >
      <Chevron size={14} aria-hidden className="shrink-0 text-ink-3" />
      <span className="truncate font-semibold">{name}</span>
    </button>
  )
}

function AddButton({ name, onClick }: { name: string; onClick: () => void }) {
  const t = useTranslations('list')
  const { mayWrite } = useBoardFrame()
  if (!mayWrite) return null
  return <IconButton size="sm" label={t('addCard', { list: name })} icon={<Plus size={15} aria-hidden />} onClick={onClick} />
}
