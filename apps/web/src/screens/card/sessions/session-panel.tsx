import type { Session } from '@tandem/contract'
import { useTranslations } from 'use-intl'
import type { Acts } from '../../../shell/use-commands.ts'
import { faceOf } from '../../../ui/avatar.tsx'
import { canBeUndone, useIsLeft } from '../../undo/undo-button.tsx'
import { useOpenCard } from '../card-context.ts'
import { useCardCommands } from '../use-card-commands.ts'
import { ChildSessions } from './child-sessions.tsx'
import { EarlierSessions } from './earlier-sessions.tsx'
import { EndedSession } from './ended-session.tsx'
import { LiveSession } from './live-session.tsx'
import { ReviewStrip } from './review-strip.tsx'

const isLive = (session: Session): boolean => session.endedAt === null

/** The agents at work on this card, the outcome of the latest ended session, and the list of the earlier ones. */
export function SessionPanel() {
  const t = useTranslations('details.sessions')
  const { card, isWriter, mayWrite } = useOpenCard()
  const live = card.sessions.filter(isLive).sort(askingFirst)
  const ended = card.sessions.filter((session) => !isLive(session))
  // Beside an agent at work, all ended sessions are earlier ones.
  const latest = live.length > 0 ? undefined : ended[0]
  const isLeft = useIsLeft(latest)
  const mayUndo = isWriter && latest !== undefined && canBeUndone(latest)
  const onOne = useOnOne()
  const stops = isWriter ? live : []
  const asking = mayWrite ? live.filter(({ question }) => question) : []
  const isStopping = stops.length === 1 && stops[0]?.stopRequestedAt !== null
  useCardCommands({
    ...onOne(isStopping ? 'endSession' : 'stopAgent', stops, ({ id }) => press(`[data-stop="${id}"]`)),
    ...onOne('sessionBudget', stops, ({ id }) => press(`[data-budget="${id}"]`)),
    ...onOne('messageAgent', mayWrite ? live.filter(({ question }) => !question) : [], ({ id }) =>
      focus(`[data-prompt="${id}"] :is(textarea, [contenteditable=true])`),
    ),
    // The first one: the panel begins with those that ask.
    ...onOne('answerAgent', asking.slice(0, 1), ({ id }) => focus(`[data-answer="${id}"] :is(button, input, textarea):enabled`)),
    ...(mayUndo && !latest.undone && { undoSession: () => press(`[data-undo="${latest.id}"]`) }),
    ...(mayUndo && isLeft && { undoRest: () => press(`[data-undo-rest="${latest.id}"]`) }),
  })
  const earlier = ended.filter((session) => session !== latest)
  if (card.sessions.length === 0 && card.review === null && card.progress.total === 0) return null
  return (
    <section aria-label={t('title')} className="grid grid-cols-1 gap-3 empty:hidden">
      <ReviewStrip />
      {live.map((session) => (
        <LiveSession key={session.id} session={session} />
      ))}
      {latest && <EndedSession session={latest} />}
      {earlier.length > 0 && <EarlierSessions sessions={earlier} />}
      <ChildSessions />
    </section>
  )
}

type OnSession = 'sessionBudget' | 'stopAgent' | 'endSession' | 'messageAgent' | 'answerAgent'

/** Gives a command to the only session; of several, the palette asks for the agent. */
function useOnOne() {
  const t = useTranslations('session')
  const { board } = useOpenCard()
  return (command: OnSession, sessions: readonly Session[], run: (session: Session) => void): Acts => {
    const [first, ...others] = sessions
    if (!first) return {}
    if (others.length === 0) return { [command]: () => run(first) }
    const chosen = (id: string) => sessions.find((session) => session.id === id) ?? first
    const values = sessions.map(({ id, agentActorId }) => [id, faceOf(board.members, agentActorId, t('formerAgent')).name] as const)
    // After the palette has returned the focus.
    return { [command]: { chosen: [], choose: (id: string) => void setTimeout(() => run(chosen(id))), values } }
  }
}

const focus = (field: string) => document.querySelector<HTMLElement>(field)?.focus()
const press = (button: string) => document.querySelector<HTMLElement>(button)?.click()

const askingFirst = (one: Session, other: Session): number => Number(other.question !== null) - Number(one.question !== null)
