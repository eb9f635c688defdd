import type { BoardOutline, CardSummary } from '@tandem/contract'
import { Link } from '@tanstack/react-router'
import { Trash2 } from 'lucide-react'
import { type ReactNode, useId, useState } from 'react'
import { useTranslations } from 'use-intl'
import { cardModelOf } from '../../live/board-model.ts'
import { rereadBoard, takeCard } from '../../live/board-query.ts'
import { nothingToRestore } from '../../mutations/undo.ts'
import { useWrite } from '../../mutations/use-write.ts'
import { Button, IconButton } from '../../ui/button.tsx'
import { Menu, MenuHeading, MenuItem } from '../../ui/menu.tsx'
import { Ago } from '../../ui/time.tsx'
import { say } from '../../ui/toasts/toast.tsx'
import { useBoardFrame } from '../board/board-context.ts'
import { DeleteCard } from './delete-card.tsx'

type List = BoardOutline['lists'][number]
type Props = { cards: readonly CardSummary[]; lists: readonly List[]; onMore: (() => void) | null; isReading: boolean }

export function ArchivedCards({ cards, lists, onMore, isReading }: Props) {
  const t = useTranslations('archive')
  const { board, isAdmin, mayWrite } = useBoardFrame()
  const [deleting, setDeleting] = useState<CardSummary | null>(null)
  const { restore, isRestored } = useRestore()
  return (
    <ArchiveSection title={t('cards')}>
      {cards
        .filter((card) => !isRestored(card))
        .map((card) => {
          const list = lists.find((one) => one.id === card.listId)
          return (
            <li key={card.id} className={rowClasses}>
              <CardName card={card} list={list} />
              {card.archivedAt !== null && <Ago at={card.archivedAt} />}
              {isAdmin && mayWrite && (
                <IconButton
                  size="sm"
                  label={t('delete.button', { key: card.key })}
                  icon={<Trash2 size={15} aria-hidden />}
                  onClick={() => setDeleting(card)}
                />
              )}
              {mayWrite && <RestoreButton card={card} list={list} lists={lists} onPick={(to) => void restore(card, to)} />}
            </li>
          )
        })}
      {deleting && <DeleteCard card={deleting} boardId={board.id} onClose={() => setDeleting(null)} />}
      {onMore && (
        <li className="pt-3">
          <Button size="sm" busy={isReading} onClick={onMore}>
            {t('more')}
          </Button>
        </li>
      )}
    </ArchiveSection>
  )
}

function CardName({ card, list }: { card: CardSummary; list: List | undefined }) {
  const t = useTranslations('archive')
  const { board } = useBoardFrame()
  const where = list ? (list.archivedAt === null ? list.name : t('inArchivedList', { list: list.name })) : t('noList')
  return (
    <div className="min-w-0 flex-1">
      <Link
        to="/boards/$boardId/cards/$key"
        params={{ boardId: board.id, key: card.key }}
        className="line-clamp-2 font-medium hover:underline [overflow-wrap:anywhere]"
      >
        {card.title}
      </Link>
      <p className="truncate text-ink-3 text-xs">
        <span className="font-mono">{card.key}</span> · {where}
      </p>
    </div>
  )
}

type RestoreButtonProps = { card: CardSummary; list: List | undefined; lists: readonly List[]; onPick: (list: List) => void }

/** Restores into the original list; if that is archived too, into a chosen one. */
function RestoreButton({ card, list, lists, onPick }: RestoreButtonProps) {
  const t = useTranslations('archive')
  if (list && list.archivedAt === null)
    return (
      <Button size="sm" data-commands aria-label={t('restoreCard', { key: card.key })} onClick={() => onPick(list)}>
        {t('restore')}
      </Button>
    )
  const trigger = (
    <Button size="sm" data-commands aria-label={t('restoreTo', { key: card.key })}>
      {t('restore')} …
    </Button>
  )
  return (
    <Menu trigger={trigger}>
      <MenuHeading>{t('bringTo')}</MenuHeading>
      {lists
        .filter((one) => one.archivedAt === null)
        .map((one) => (
          <MenuItem key={one.id} onClick={() => onPick(one)}>
            {one.name}
          </MenuItem>
        ))}
    </Menu>
  )
}

/** Removed from this list at once, and added to the board with the answer. */
function useRestore() {
  const t = useTranslations('archive')
  const { board } = useBoardFrame()
  const write = useWrite()
  const [back, setBack] = useState<ReadonlySet<string>>(new Set())
  // A card that is archived again has another version.
  const nameOf = ({ id, archivedAt }: CardSummary) => `${id} ${archivedAt}`
  const restore = async (card: CardSummary, list: List) => {
    const show = () => {
      setBack((now) => new Set([...now, nameOf(card)]))
      return () => setBack((now) => new Set([...now].filter((one) => one !== nameOf(card))))
    }
    const to = list.id === card.listId ? {} : { listId: list.id }
    const done = await write('card.update', { cardId: card.id, archived: false, ...to }, { failed: 'unarchive', show })
    if (!done) return
    takeCard(board.id, cardModelOf(done.answer))
    nothingToRestore(card.id)
    say({ done: true, title: t('cardBack', { key: card.key, list: list.name }) })
  }
  return { restore, isRestored: (card: CardSummary) => back.has(nameOf(card)) }
}

/** Each list comes back with the cards that were archived with it. */
export function ArchivedLists({ lists }: { lists: BoardOutline['lists'] }) {
  const t = useTranslations('archive')
  const { board, mayWrite } = useBoardFrame()
  const write = useWrite()
  const [back, setBack] = useState<ReadonlySet<string>>(new Set())
  const restore = async ({ id: listId, name: list }: BoardOutline['lists'][number]) => {
    const show = () => {
      setBack((now) => new Set([...now, listId]))
      return () => setBack((now) => new Set([...now].filter((id) => id !== listId)))
    }
    if (!(await write('list.update', { listId, archived: false }, { failed: 'list', show }))) return
    nothingToRestore(listId)
    say({ done: true, title: t('listBack', { list }) })
    rereadBoard(board.id)
  }
  return (
    <ArchiveSection title={t('lists')}>
      {lists
        .filter((list) => !back.has(list.id))
        .map((list) => (
          <li key={list.id} className={rowClasses}>
            <span className="min-w-0 flex-1 truncate font-medium">{list.name}</span>
            {list.archivedAt !== null && <Ago at={list.archivedAt} />}
            {mayWrite && (
              <Button size="sm" data-commands aria-label={t('restoreList', { list: list.name })} onClick={() => void restore(list)}>
                {t('restore')}
              </Button>
            )}
          </li>
        ))}
    </ArchiveSection>
  )
}

/** On a phone the name has its own line. */
const rowClasses =
  'flex min-h-11 items-center gap-x-3 border-line border-b py-1.5 last:border-b-0 max-md:flex-wrap max-md:[&>:first-child]:basis-full max-md:[&>time]:mr-auto'

function ArchiveSection({ title, children }: { title: string; children: ReactNode }) {
  const id = useId()
  return (
    <section aria-labelledby={id}>
      <h3 id={id} className="mb-1 font-medium text-ink-3 text-sm">
        {title}
      </h3>
      <ul>{children}</ul>
    </section>
  )
}
