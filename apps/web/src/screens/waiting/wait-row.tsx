import type { Waits } from '@tandem/contract'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { useTranslations } from 'use-intl'
import { Avatar, type Face } from '../../ui/avatar.tsx'
import { plain } from '../../ui/text/plain.ts'
import { Ago } from '../../ui/time.tsx'
import { type FaceOf, Named } from './faces.tsx'

type OnCard = Pick<Waits['cards'][number], 'cardKey' | 'cardTitle' | 'boardName'>
type Props = { row: OnCard; since: string; text?: string; face?: Face; children: ReactNode }

/** A card on which someone or something waits: since when, and for whom or for what. `face` is the agent that waits or is waited for. */
export function WaitRow({ row, since, text, face, children }: Props) {
  return (
    <li className="flex gap-2.5 border-line px-3 py-2 not-first:border-t hover:bg-hover">
      {face && <Avatar face={face} />}
      <div className="min-w-0 flex-1">
        <p className="flex items-center gap-2">
          <CardLink cardKey={row.cardKey} className="min-w-0 flex-1 truncate font-medium text-md hover:underline">
            {row.cardTitle}
          </CardLink>
          <Ago at={since} />
        </p>
        {text !== undefined && <p className="line-clamp-2 text-ink-2 [overflow-wrap:anywhere]">{plain(text)}</p>}
        <p className="text-ink-2 text-sm [overflow-wrap:anywhere]">{children}</p>
        <p className="truncate text-ink-3 text-sm">
          <span className="font-mono">{row.cardKey}</span> · {row.boardName}
        </p>
      </div>
    </li>
  )
}

/** The blockers of a card, and the agents that work on them. */
export function Blockers({ row: { blockers, moreBlockers }, faceOf }: { row: Waits['cards'][number]; faceOf: FaceOf }) {
  const t = useTranslations('mine.waits')
  const s = useTranslations('session.states')
  return (
    <>
      {t('waitsFor')}{' '}
      {blockers.map(({ cardId, cardKey, sessions }, at) => (
        <span key={cardId}>
          {at > 0 && ', '}
          <CardLink cardKey={cardKey} className="underline underline-offset-2">
            {cardKey}
          </CardLink>
          {sessions.map(({ id, agent, state }, of) => (
            <span key={id}>
              {of === 0 ? ' (' : ', '}
              <Named face={faceOf(agent, 'agent')} />: {s(state)}
              {of === sessions.length - 1 && ')'}
            </span>
          ))}
        </span>
      ))}
      {moreBlockers > 0 && (blockers.length > 0 ? `, ${t('andMore', { count: moreBlockers })}` : t('hidden', { count: moreBlockers }))}
    </>
  )
}

function CardLink({ cardKey, className, children }: { cardKey: string; className: string; children: ReactNode }) {
  return (
    <Link to="/cards/$key" params={{ key: cardKey }} preload={false} className={className}>
      {children}
    </Link>
  )
}
