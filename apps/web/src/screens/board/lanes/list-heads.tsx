import { Plus } from 'lucide-react'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import type { BoardModel, ListModel } from '../../../live/board-model.ts'
import { IconButton } from '../../../ui/button.tsx'
import { LabelDot } from '../../../ui/label-color.tsx'
import { AddCard } from '../add-card.tsx'
import { useBoardFrame } from '../board-context.ts'
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

/** The names of the lists, above all rows: they stay visible. */
export function ListHeads({ board, lists, adding, onAdding }: Props) {
  return (
    <div className="sticky top-0 z-20 flex items-start gap-3 bg-canvas pb-1.5">
      {lists.map((list, at) => {
        const whole = board.lists.find((one) => one.id === list.id) ?? list
        return (
          <div key={list.id} className="w-[calc(100vw-2.75rem)] shrink-0 rounded-lg bg-sunken md:w-[17.5rem]">
            <Head list={list} whole={whole} at={at} isLast={at === lists.length - 1} onAdding={onAdding} />
            {adding === list.id && <AddCard list={whole} open onOpen={(open) => onAdding(open ? list.id : null)} />}
          </div>
        )
      })}
    </div>
  )
}

type HeadProps = { list: ListModel; whole: ListModel; at: number; isLast: boolean } & Pick<Props, 'onAdding'>

function Head({ list, whole, at, isLast, onAdding }: HeadProps) {
  const t = useTranslations('list')
  const { mayWrite } = useBoardFrame()
  const [renaming, setRenaming] = useState(false)
  return (
    <div data-head={list.id} className="flex min-h-10 items-center gap-2 pr-1 pl-3">
      {whole.color !== null && <LabelDot color={whole.color} size="md" />}
      <ListName list={whole} editing={renaming} onEditing={setRenaming} />
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
          <ListMenu list={whole} at={at} isLast={isLast} onRename={() => setRenaming(true)} />
        </>
      )}
    </div>
  )
}
