import { attributeNames, kindOf } from '@tandem/contract'
import { Plus } from 'lucide-react'
import { memo } from 'react'
import { useTranslations } from 'use-intl'
import type { CardModel, ListModel } from '../../live/board-model.ts'
import { IconButton } from '../../ui/button.tsx'
import { classes } from '../../ui/classes.ts'
import { LabelDot } from '../../ui/label-color.tsx'
import { AddCard } from './add-card.tsx'
import { useBoardFrame } from './board-context.ts'
import { ListCards } from './column/list-cards.tsx'
import { useListHead } from './column/use-list-head.ts'
import { ListCount } from './list/list-count.tsx'
import { ListMenu } from './list-menu.tsx'
import { ListName } from './list-name.tsx'
import { QueueSign } from './queue-sign.tsx'
import { RestOfList } from './rest-of-board.tsx'
import { Amount } from './tile/tile-facts.tsx'

type Props = {
  list: ListModel
  /** The displayed order: with the held card at its slot. */
  cards: readonly CardModel[]
  /** The number of cards that the filter hides. */
  hidden: number
  /** Its index among the lists. */
  at: number
  isLast: boolean
  adding: boolean
  onAdding: (listId: string | null) => void
}

const leastColumnPx = 280

export const ListColumn = memo(function ListColumn({ list, cards, hidden, at, isLast, adding, onAdding }: Props) {
  const t = useTranslations('list')
  const { mayWrite, isPart } = useBoardFrame()
  const { column, look, head, name } = useListHead(list.id)
  return (
    <section
      {...column}
      data-cell={list.id}
      aria-label={list.name}
      className={classes('flex max-h-full snap-start flex-col self-start', look)}
    >
      <header {...head} className="flex h-10 shrink-0 select-none items-center gap-2 pr-1 pl-3">
        {list.color !== null && <LabelDot color={list.color} size="md" />}
        <ListName list={list} {...name} />
        {list.queue && <QueueSign />}
        <ListCount list={list} shown={cards.length} all={cards.length + hidden} />
        {!isPart && <Sums cards={cards} />}
        {mayWrite && (
          <>
            <IconButton
              size="sm"
              label={t('addCard', { list: list.name })}
              icon={<Plus size={15} aria-hidden />}
              onClick={() => onAdding(list.id)}
            />
            <ListMenu list={list} at={at} isLast={isLast} onRename={() => name.onEditing(true)} />
          </>
        )}
      </header>
      <ListCards
        cards={cards}
        startsInView={at * leastColumnPx < innerWidth}
        className="flex min-h-10 flex-col gap-1.5 overflow-y-auto overscroll-y-contain rounded-md px-1.5 pb-1.5"
      />
      {isPart && <RestOfList hasMore={list.more === true} />}
      {mayWrite && <AddCard list={list} open={adding} onOpen={(open) => onAdding(open ? list.id : null)} />}
    </section>
  )
})

const summedAttributes = attributeNames.filter((name) => kindOf(name) === 'number')

/** The sum of each number attribute over the displayed cards, if any card has one. */
function Sums({ cards }: { cards: readonly CardModel[] }) {
  const t = useTranslations('attributes')
  return summedAttributes.map((name) => {
    const amounts = cards.map((card) => card[name]).filter((value) => typeof value === 'number')
    if (amounts.length === 0) return null
    const sum = amounts.reduce((total, amount) => total + amount, 0)
    return (
      <span key={name} data-tip={t(`${name}.name`)} className="text-ink-3 text-sm tabular-nums">
        <Amount name={t(`${name}.name`)} amount={Number(sum.toFixed(6))} />
      </span>
    )
  })
}
