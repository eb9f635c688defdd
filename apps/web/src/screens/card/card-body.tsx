import { Upload } from 'lucide-react'
import { useState } from 'react'
import { flushSync } from 'react-dom'
import { useTranslations } from 'use-intl'
import { classes } from '../../ui/classes.ts'
import { Tabs } from '../../ui/tabs.tsx'
import { ArchivedNote } from '../board/archived-note.tsx'
import { CardCover } from '../board/tile/cover.tsx'
import { AddRow } from './adding/add-row.tsx'
import { AddingProvider, useAddingState } from './adding/adding.ts'
import { useOpenCard } from './card-context.ts'
import { CardTitle } from './card-title.tsx'
import { Checklist } from './checklist/checklist.tsx'
import { Comments } from './comments/comments.tsx'
import { Description } from './description.tsx'
import { Attachments } from './files/attachments.tsx'
import { useDroppedFiles } from './files/use-dropped-files.ts'
import { History } from './history/history.tsx'
import { Links } from './links.tsx'
import { Properties } from './properties.tsx'
import { Relations } from './relations/relations.tsx'
import { SessionPanel } from './sessions/session-panel.tsx'
import { SubCards } from './sub-cards/sub-cards.tsx'
import { useCardCommands } from './use-card-commands.ts'

/** The whole card; the same in the dialog and on a page. On a phone in one column, in the same order. */
export function CardBody() {
  const { id, coverAttachmentId } = useOpenCard().card
  return (
    <AddingProvider value={useAddingState(id)}>
      {coverAttachmentId !== null && <CardCover attachmentId={coverAttachmentId} />}
      <Body />
    </AddingProvider>
  )
}

function Body() {
  const { card, form, isAdmin, isArchived, mayWrite } = useOpenCard()
  const hovering = useDroppedFiles(card.id, mayWrite)
  return (
    <div
      className={classes(
        // The last row takes the height that the properties have more than the texts beside them.
        'relative grid gap-x-8 gap-y-5 py-4 max-md:grid-cols-1 md:grid-cols-[minmax(0,1fr)_17rem] md:grid-rows-[auto_1fr] md:gap-y-6 md:py-5 lg:grid-cols-[minmax(0,1fr)_19.5rem]',
        form === 'page' ? 'px-3 md:px-5' : 'px-4 md:px-6',
      )}
    >
      <div className="grid min-w-0 grid-cols-1 content-start gap-5 md:gap-6">
        {isArchived && <ArchivedNote boardId={card.boardId} isAdmin={isAdmin} />}
        <CardTitle />
        <div className="empty:hidden">
          <SessionPanel />
        </div>
      </div>
      <aside className="md:col-start-2 md:row-span-2 md:row-start-1">
        <Properties />
      </aside>
      <div className="grid min-w-0 grid-cols-1 content-start gap-6 md:col-start-1">
        <Description />
        <Checklist />
        <SubCards />
        <Attachments />
        <Links />
        <Relations />
        <AddRow />
        <Activity />
      </div>
      {hovering && <DropHint />}
    </div>
  )
}

function DropHint() {
  const t = useTranslations('details.files')
  return (
    <div className="pointer-events-none absolute inset-2 z-30 rounded-lg border-2 border-accent border-dashed bg-accent-soft/80">
      <p className="sticky top-[40vh] flex items-center justify-center gap-2 py-8 font-semibold text-accent-strong text-md">
        <Upload size={18} aria-hidden /> {t('drop')}
      </p>
    </div>
  )
}

/** The comments and the history of the card. */
function Activity() {
  const t = useTranslations('card')
  const more = useTranslations('details.history')
  const { card, mayWrite } = useOpenCard()
  const [shown, setShown] = useState('comments')
  const show = (view: string, focused: string) => {
    flushSync(() => setShown(view))
    const found = document.querySelector<HTMLElement>(`[data-activity] ${focused}`)
    found?.focus()
    found?.scrollIntoView({ block: 'center' })
  }
  useCardCommands({
    ...(mayWrite && { comment: () => show('comments', '[data-composer] :is(textarea, [contenteditable=true])') }),
    history: () => show('history', '[role=tab][aria-selected=true]'),
  })
  const comments = (
    <>
      {t('comments')} {card.commentCount > 0 && <span className="text-ink-3 tabular-nums">{card.commentCount}</span>}
    </>
  )
  const tabs = [
    { id: 'comments', name: comments, content: <Comments /> },
    { id: 'history', name: more('title'), content: <History /> },
  ]
  return (
    <div data-activity>
      <Tabs label={more('views')} tabs={tabs} shown={shown} onShow={setShown} />
    </div>
  )
}
