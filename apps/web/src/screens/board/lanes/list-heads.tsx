import { Plus } from 'lucide-react'
import { useTranslations } from 'use-intl'
import type { BoardModel, ListModel } from '../../../live/board-model.ts'
import { IconButton } from '../../../ui/button.tsx'
import { LabelDot } from '../../../ui/label-color.tsx'
import { AddCard } from '../add-card.tsx'
import { AddList } from '../add-list.tsx'
import { useBoardFrame } from '../board-context.ts'
import { useListHead } from '../column/use-list-head.ts'
import { ListCount } from '../list/list-count.tsx'
import { ListMenu } from '../list-menu.tsx'
import { ListName } from '../list-name.tsx'
import { QueueSign } from '../queue-sign.tsx'

type Props = {
  board: BoardModel
  /** With the cards that match the filter. */
  lists: readonly ListModel[]
  adding: string | null
  onAdding: (listId: string | null) => void
}

/** The names of the lists, above all rows: they stay visible. Lists are dragged by them. */
export function ListHeads({ board, lists, adding, onAdding }: Props) {
  const { mayWrite } = useBoardFrame()
  return (
    <div className="sticky top-0 z-20 flex items-start gap-3 bg-canvas pb-1.5">
      {lists.map((list, at) => (
        <Head
          key={list.id}
          list={list}
          whole={board.lists.find((one) => one.id === list.id) ?? list}
          at={at}
          isLast={at === lists.length - 1}
          isAdding={adding === list.id}
          onAdding={onAdding}
        />
      ))}
      {mayWrite && <AddList isFirst={lists.length === 0} />}
    </div>
  )
}

type HeadProps = { list: ListModel; whole: ListModel; at: number; isLast: boolean; isAdding: boolean } & Pick<Props, 'onAdding'>

function Head({ list, whole, at, isLast, isAdding, onAdding }: HeadProps) {
  const t = useTranslations('list')
  const { mayWrite } = useBoardFrame()
  const { column, look, head, name } = useListHead(list.id)
  return (
    <section {...column} className={look}>
      <header {...head} className="flex min-h-10 select-none items-center gap-2 pr-1 pl-3">
        {whole.color !== null && <LabelDot color={whole.color} size="md" />}
        <ListName list={whole} {...name} />
        {whole.queue && <QueueSign />}
        <ListCount list={whole} shown={list.cards.length} all={whole.cards.length} />
        {mayWrite && (
          <>
            <IconButton
              size="sm"
              label={t('addCard', { list: list.name })}
              icon={<Plus size={15} aria-hidden />}
              onClick={() => onAdding(list.id)}
            />
            <ListMenu list={whole} at={at} isLast={isLast} onRename={() => name.onEditing(true)} />
          </>
        )}
      </header>
      {isAdding && <AddCard list={whole} open onOpen={(open) => onAdding(open ? list.id : null)} />}
    </section>
  )
}
