import type { Session } from '@tandem/contract'
import { Link } from '@tanstack/react-router'
import { Hourglass } from 'lucide-react'
import { useTranslations } from 'use-intl'
import { Button } from '../../../ui/button.tsx'
import { useOpenCard } from '../card-context.ts'

/** The cards that block the start of a session; members may start it anyway. */
export function WaitingNote({ session }: { session: Session }) {
  const t = useTranslations('details.sessions')
  const { edit, isWriter } = useOpenCard()
  const { waitingFor, waitingForHidden } = session
  if (waitingFor.length + waitingForHidden === 0) return null
  const cards = <Blockers session={session} />
  return (
    <div role="note" className="flex flex-wrap items-center gap-x-3 gap-y-2 border-line border-y bg-danger-soft px-3 py-2">
      <p className="flex min-w-0 flex-1 basis-48 items-start gap-2 text-danger">
        <Hourglass size={14} aria-hidden className="mt-0.5 shrink-0" />
        <span className="min-w-0 [overflow-wrap:anywhere]">
          {t.rich('waiting', {
            cards: () => cards,
          })}
        </span>
      </p>
      {isWriter && (
        <Button size="sm" onClick={() => void edit('session.start', { input: { sessionId: session.id }, failed: 'start' })}>
          {t('start')}
        </Button>
      )}
    </div>
  )
}

function Blockers({ session: { waitingFor, waitingForHidden } }: { session: Session }) {
  const t = useTranslations('details.sessions')
  return (
    <>
      {waitingFor.map((key, at) => (
        <span key={key}>
          {at > 0 && ', '}
          <Link to="/cards/$key" params={{ key }} className="underline underline-offset-2">
            {key}
          </Link>
        </span>
      ))}
      {waitingFor.length > 0 && waitingForHidden > 0 && ', '}
      {waitingForHidden > 0 && t('hidden', { count: waitingForHidden })}
    </>
  )
}
