import type { Session } from '@tandem/contract'
import { useTranslations } from 'use-intl'
import { classes } from '../../../ui/classes.ts'
import { isCanceled, toneOf } from '../../board/tile/session-line.tsx'
import { UndoButton, UndoRestButton } from '../../undo/undo-button.tsx'
import { useOpenCard } from '../card-context.ts'
import { RichText } from '../text/rich-text.tsx'
import { edges, SessionHead, useAgent } from './session-head.tsx'
import { Trail } from './trail.tsx'
import { UsageLine } from './usage-line.tsx'
import { isGiven, useEndWords } from './use-end-words.ts'

export function EndedSession({ session }: { session: Session }) {
  const t = useTranslations('session')
  const agent = useAgent(session)
  const { isWriter } = useOpenCard()
  return (
    <section
      aria-label={t('of', { name: agent.name })}
      className={classes('overflow-hidden rounded-md border border-line border-l-3', edges[toneOf(session)])}
    >
      <SessionHead session={session}>
        {isWriter && (
          <>
            <UndoRestButton session={session} name={agent.name} />
            <UndoButton session={session} name={agent.name} />
          </>
        )}
      </SessionHead>
      <Outcome session={session} />
      <UsageLine usage={session.usage} />
      <Trail session={session} />
    </section>
  )
}

/** The outcome: the agent's summary, or the reason of its failure. */
function Outcome({ session }: { session: Session }) {
  const { summary, failureReason } = session
  const t = useTranslations('details.sessions')
  const words = useEndWords()
  if (failureReason !== null) {
    return (
      <div className="px-3 pb-2">
        {!isCanceled(session) && <p className="font-medium text-error text-sm">{t('failed')}</p>}
        {isGiven(failureReason) ? <p>{words(failureReason)}</p> : <RichText text={failureReason} />}
      </div>
    )
  }
  if (summary === null) return null
  return (
    <div className="px-3 pb-2">
      <RichText text={summary} />
    </div>
  )
}
