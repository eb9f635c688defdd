import type { Activity } from '@tandem/contract'
import { Link } from '@tanstack/react-router'
import { FileClock } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { useTranslations } from 'use-intl'
import { Avatar, type Face, faceOf } from '../../../ui/avatar.tsx'
import { Ago } from '../../../ui/time.tsx'
import { textsIn } from '../../card/history/rewritten.ts'
import { Difference } from '../../card/text/difference.tsx'
import { useBoardSettings } from '../board-context.ts'
import { type useNames, useSaid } from './said.ts'

export type CardName = { key: string; title: string } | undefined

/** An activity as a sentence; its details unfold. */
export function LogRow({ activity, card, names }: { activity: Activity; card: CardName; names: ReturnType<typeof useNames> }) {
  const t = useTranslations('settings.log')
  const { board } = useBoardSettings()
  const said = useSaid(names)
  const face = faceOf(board.members, activity.actorId, t('former'))
  const { name } = face
  const { key, values } = said(activity)
  return (
    <LogEntry entry={{ ...activity, at: activity.createdAt }} face={face} card={card}>
      {t.has(key) ? t.rich(key, { ...values, name, b: strong }) : t.rich('unknown', { verb: activity.verb, name, b: strong })}
    </LogEntry>
  )
}

type Entry = { verb: string; seq: number; at: string | null; payload: Record<string, unknown> | null }

type EntryProps = { entry: Entry; face: Face | null; card: CardName; children: ReactNode }

/** An entry of a log: of a board or of the instance. Without a face it does not say whether a person or an agent acted. */
export function LogEntry({ entry, face, card, children }: EntryProps) {
  const t = useTranslations('settings.log')
  // A log has many rows: texts are compared in those that unfold.
  const [isOpen, setOpen] = useState(false)
  return (
    <li className="border-line not-last:border-b">
      <details className="group" onToggle={(event) => setOpen(event.currentTarget.open)}>
        <summary className="flex items-start gap-3 px-3 py-2 hover:bg-hover">
          {face ? <Avatar face={face} /> : <FileClock size={16} aria-hidden className="m-1 shrink-0 text-ink-3" />}
          <span className="min-w-0 flex-1">
            <span className="block text-ink-2 [overflow-wrap:anywhere]">{children}</span>
            {card && (
              <span className="block truncate">
                <span className="mr-1.5 font-mono text-ink-3 text-sm">{card.key}</span>
                {card.title}
              </span>
            )}
          </span>
          {entry.at !== null && <Ago at={entry.at} />}
        </summary>
        <div className="border-line border-t bg-sunken px-3 py-2">
          <p className="flex flex-wrap gap-x-3 text-ink-3 text-sm">
            <span className="font-mono">{entry.verb}</span>
            <span className="tabular-nums">{t('number', { seq: entry.seq })}</span>
            {card && (
              <Link to="/cards/$key" params={{ key: card.key }} preload={false} className="text-accent underline underline-offset-2">
                {t('openCard', { key: card.key })}
              </Link>
            )}
          </p>
          {isOpen &&
            textsIn(entry.payload ?? {}).map(({ name, from, to }) => (
              <div key={name} className="mt-2">
                <Difference from={from} to={to} label={t('whatChanged')} />
              </div>
            ))}
          <pre className="mt-1 whitespace-pre-wrap break-words font-mono text-ink-2 text-xs">{JSON.stringify(entry.payload, null, 2)}</pre>
        </div>
      </details>
    </li>
  )
}

export const strong = (text: ReactNode) => <strong className="font-medium text-ink">{text}</strong>
