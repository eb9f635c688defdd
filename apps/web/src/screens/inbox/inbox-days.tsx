import type { Notification } from '@tandem/contract'
import { Link } from '@tanstack/react-router'
import { Check } from 'lucide-react'
import type { ReactNode } from 'react'
import { useTranslations } from 'use-intl'
import { useRefusalWords } from '../../api/failure.ts'
import { Avatar } from '../../ui/avatar.tsx'
import { IconButton } from '../../ui/button.tsx'
import { classes } from '../../ui/classes.ts'
import { plain } from '../../ui/text/plain.ts'
import { Ago, useDay, useMinute } from '../../ui/time.tsx'
import { isCanceled } from '../board/tile/session-line.tsx'
import { useEndWords } from '../card/sessions/use-end-words.ts'
import { FromOutside } from '../card/text/from-outside.tsx'
import { AgentRequested } from './agent-requested.tsx'
import { InvitationChoice } from './invitation-choice.tsx'

type Props = { rows: readonly Notification[]; onRead: (row: Notification) => Promise<void> }

const dayMs = 86_400_000
const dayOf = (date: Date): string => date.toDateString()

/** The rows in their order, newest first, grouped by day. */
export function InboxDays({ rows, onRead }: Props) {
  const t = useTranslations('inbox')
  const dayName = useDay()
  const now = useMinute()
  const named = new Map([
    [dayOf(now), t('today')],
    [dayOf(new Date(now.getTime() - dayMs)), t('yesterday')],
  ])
  const nameOf = (at: string) => {
    const day = new Date(at)
    return named.get(dayOf(day)) ?? dayName(day, 'long')
  }
  return [...Map.groupBy(rows, (row) => nameOf(row.createdAt))].map(([name, ofDay]) => (
    <section key={name} aria-label={name} className="mb-4">
      <h2 className="mb-1 font-medium text-ink-3 text-sm">{name}</h2>
      <ul>
        {ofDay.map((row) => (
          <Row key={row.id} row={row} onRead={onRead} />
        ))}
      </ul>
    </section>
  ))
}

function Row({ row, onRead }: { row: Notification; onRead: Props['onRead'] }) {
  const t = useTranslations('inbox')
  const excerpt = useExcerpt()(row)
  const unread = row.readAt === null
  const read = () => void onRead(row)
  return (
    <li
      data-row={row.id}
      className="group relative flex gap-3 border-line border-b py-3 pr-[calc(0.75rem+1px)] pl-2 focus-within:bg-hover hover:bg-hover"
    >
      <span aria-hidden className={classes('mt-2 size-1.5 shrink-0 rounded-full', unread ? 'bg-accent' : 'bg-transparent')} />
      <Avatar face={row.actor} />
      {/* On touch screens the button is always there, at the end of the last lines. */}
      <div className={classes('min-w-0 flex-1', unread && 'pointer-coarse:*:not-first:pr-10')}>
        <p className="flex gap-3 text-ink-2">
          <span className="min-w-0 flex-1">
            {t.rich(`reason.${reasonOf(row)}`, {
              name: row.actor.name,
              b: strong,
            })}
            {unread && <span className="sr-only"> · {t('isUnread')}</span>}
          </span>
          <Ago at={row.createdAt} />
        </p>
        {row.reason === 'agent_requested' ? (
          <AgentRequested row={row} link={link} onRead={read} />
        ) : (
          <p className="truncate text-md">
            <What row={row} onRead={read} />
          </p>
        )}
        {row.invitationId && <InvitationChoice invitationId={row.invitationId} boardId={row.boardId} boardName={row.boardName} />}
        {excerpt && (
          <p className="line-clamp-2 text-ink-2 [overflow-wrap:anywhere]">
            {row.author?.role === 'external' && <FromOutside />} {excerpt}
          </p>
        )}
        {row.answer && (
          <p className="line-clamp-2 text-ink [overflow-wrap:anywhere]">
            {t(row.answer.by === null ? 'byDefault' : 'answeredBy', { name: row.answer.by ?? '', answer: row.answer.text })}
          </p>
        )}
      </div>
      {unread && (
        <IconButton
          size="sm"
          label={t('read')}
          icon={<Check size={15} aria-hidden />}
          onClick={read}
          className="absolute! right-1 bottom-1.5 z-10 bg-canvas opacity-0 focus-visible:opacity-100 group-focus-within:opacity-100 group-hover:opacity-100 pointer-coarse:opacity-100"
        />
      )}
    </li>
  )
}

const link = 'font-medium after:absolute after:inset-0'

/** The subject of a notification: its card, else its board, which an invited person cannot open yet. */
function What({ row, onRead }: { row: Notification; onRead: () => void }) {
  const title = row.cardTitle ?? row.boardName
  if (row.invitationId)
    return (
      // j and k stop here, and Tab goes on to the buttons of the row.
      <span data-stop tabIndex={-1} className="font-medium">
        {title}
      </span>
    )
  if (!row.cardKey)
    return (
      <Link to="/boards/$boardId" params={{ boardId: row.boardId }} className={link} onClick={onRead}>
        {title}
      </Link>
    )
  return (
    <Link to="/cards/$key" params={{ key: row.cardKey }} preload={false} className={link} onClick={onRead}>
      <span className="mr-1.5 font-mono text-ink-3 text-sm">{row.cardKey}</span>
      {title}
    </Link>
  )
}

/** The key of the sentence. The excerpt of a failed session is why it failed. */
const reasonOf = ({ verb, reason, excerpt }: Notification) =>
  verb === 'agent_session.failed' && isCanceled({ state: 'error', failureReason: excerpt }) ? 'session_canceled' : (ofVerb[verb] ?? reason)

/** For these verbs the outcome is shown instead of the reason of the notification. */
const ofVerb: Partial<Record<string, 'session_failed' | 'rule_paused'>> = {
  'agent_session.failed': 'session_failed',
  'rule.updated': 'rule_paused',
}

const strong = (text: ReactNode) => <strong className="font-medium text-ink">{text}</strong>

/** The beginning of the message. Texts of the service itself are shown in the reader's language. */
function useExcerpt(): (row: Notification) => string | null {
  const t = useTranslations('inbox')
  const words = useRefusalWords()
  const ended = useEndWords()
  return (row) => {
    if (!row.excerpt || row.reason === 'due_soon' || row.reason === 'agent_requested') return null
    const why = row.why && words(row.why)
    if (why) return row.verb === 'rule.updated' ? t('paused', { rule: row.why?.params?.rule ?? '', why }) : why
    return row.verb === 'agent_session.failed' ? ended(plain(row.excerpt)) : plain(row.excerpt)
  }
}
