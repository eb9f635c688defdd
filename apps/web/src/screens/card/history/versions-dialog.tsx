import { useInfiniteQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { versionsQuery } from '../../../api/card-queries.ts'
import { isLost } from '../../../api/failure.ts'
import { saveLine } from '../../../mutations/texts/save-text.ts'
import { Avatar, faceOf } from '../../../ui/avatar.tsx'
import { Badge } from '../../../ui/badge.tsx'
import { Button } from '../../../ui/button.tsx'
import { classes } from '../../../ui/classes.ts'
import { Dialog } from '../../../ui/dialog.tsx'
import { ErrorState } from '../../../ui/error-state.tsx'
import { PagePending } from '../../../ui/spinner.tsx'
import { Tabs } from '../../../ui/tabs.tsx'
import { Ago } from '../../../ui/time.tsx'
import { say } from '../../../ui/toasts/toast.tsx'
import { useOpenCard } from '../card-context.ts'
import { Difference } from '../text/difference.tsx'
import { RichText } from '../text/rich-text.tsx'
import { useDescriptionSend } from '../text/use-description-send.ts'
import { type Version, versionsIn } from './versions.ts'

/** The versions of the description, with author and time. An earlier one is restored by saving it as a new text. */
export default function VersionsDialog({ onClose }: { onClose: () => void }) {
  const t = useTranslations('details.versions')
  return (
    <Dialog title={t('title')} size="wide" onClose={onClose}>
      <div className="p-4 md:p-6">
        <Versions onClose={onClose} />
      </div>
    </Dialog>
  )
}

function Versions({ onClose }: { onClose: () => void }) {
  const t = useTranslations('details.versions')
  const { card } = useOpenCard()
  const query = useInfiniteQuery(versionsQuery(card.id))
  const [chosenId, choose] = useState<string | null>(null)
  if (isLost(query))
    return (
      <div className="px-4">
        <ErrorState failure={query.error} onRetry={() => query.refetch()} />
      </div>
    )
  if (!query.data) return <PagePending />
  const versions = versionsIn(
    query.data.pages.flatMap(({ found }) => found),
    !query.hasNextPage,
  )
  const chosen = versions.find(({ id }) => id === chosenId) ?? versions[0]
  const older = query.hasNextPage && (
    <Button size="sm" variant="quiet" busy={query.isFetchingNextPage} onClick={() => void query.fetchNextPage()}>
      {t('older')}
    </Button>
  )
  if (!chosen)
    return (
      <div className="grid justify-items-start gap-2">
        <p className="text-ink-2">{query.hasNextPage ? t('noneLately') : t('none')}</p>
        {older}
      </div>
    )
  return (
    <div className="grid gap-6 md:grid-cols-[15rem_minmax(0,1fr)]">
      <div>
        <ol aria-label={t('list')} className="grid grid-cols-1 gap-0.5 max-md:max-h-48 max-md:overflow-y-auto">
          {versions.map((version) => (
            <Row key={version.id} version={version} isChosen={version === chosen} onChoose={() => choose(version.id)} />
          ))}
        </ol>
        {older}
      </div>
      <Chosen key={chosen.id} version={chosen} onClose={onClose} />
    </div>
  )
}

type RowProps = { version: Version; isChosen: boolean; onChoose: () => void }

function Row({ version, isChosen, onChoose }: RowProps) {
  const t = useTranslations('details.versions')
  const { board, card } = useOpenCard()
  const face = faceOf(board.members, version.actorId, t('somebody'))
  return (
    <li>
      <button
        type="button"
        aria-pressed={isChosen}
        onClick={onChoose}
        className={classes(
          'flex min-h-9 w-full items-center gap-2 rounded-md px-2 py-1 text-left pointer-coarse:min-h-11',
          isChosen ? 'bg-accent-soft' : 'hover:bg-hover',
        )}
      >
        <Avatar face={face} size="sm" />
        <span className="grid min-w-0 flex-1 justify-items-start">
          <span className="max-w-full truncate">{face.name}</span>
          <Ago at={version.at} />
        </span>
        {version.text === card.description && <Badge>{t('current')}</Badge>}
      </button>
    </li>
  )
}

function Chosen({ version: { text, before }, onClose }: { version: Version; onClose: () => void }) {
  const t = useTranslations('details.versions')
  const { card, mayWrite } = useOpenCard()
  const send = useDescriptionSend()
  const [busy, setBusy] = useState(false)
  const restore = async () => {
    setBusy(true)
    const kept = await saveLine(send, 'description', { text, base: card.description })
    setBusy(false)
    if (kept === true) {
      say({ done: true, kind: 'version', title: t('restored') })
      onClose()
    } else if (kept !== false) say({ kind: 'version', title: t('overtaken') })
  }
  const shown = text === '' ? <p className="text-ink-3">{t('empty')}</p> : <RichText text={text} />
  const changes = before !== null && {
    id: 'changes',
    name: t('changes'),
    content: <Difference from={before} to={text} label={t('changes')} />,
  }
  return (
    <div className="grid min-w-0 grid-cols-1 content-start gap-4">
      <Tabs label={t('views')} tabs={[...(changes ? [changes] : []), { id: 'text', name: t('text'), content: shown }]} />
      {mayWrite && text !== card.description && (
        <Button variant="primary" busy={busy} className="justify-self-start" onClick={() => void restore()}>
          {t('restore')}
        </Button>
      )}
    </div>
  )
}
