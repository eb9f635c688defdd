import type { AuditEntry, Board } from '@tandem/contract'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useTranslations } from 'use-intl'
import { boardsQuery } from '../../../api/queries.ts'
import { archivedBoardsQuery } from '../../../api/settings-queries.ts'
import { Badge } from '../../../ui/badge.tsx'
import { Dotted } from '../../../ui/dotted.tsx'
import { Ago } from '../../../ui/time.tsx'

type Props = {
  label: string
  entries: readonly AuditEntry[]
  who?: (entry: AuditEntry) => ReactNode
  /** The names of the actors that the page knows. */
  nameOf: (actorId: unknown) => string | undefined
}

/** Private acts: name, outcome, address and credential; the details unfold. */
export function AuditRows({ label, entries, who, nameOf }: Props) {
  const t = useTranslations('settings.audit')
  const outcomes = useTranslations('settings.outcomes')
  const boards = [...(useQuery(boardsQuery).data ?? []), ...(useQuery(archivedBoardsQuery).data ?? [])]
  const outcomeOf = ({ outcome }: AuditEntry) => {
    const key = outcome as Parameters<typeof outcomes>[0]
    return outcomes.has(key) ? outcomes(key) : outcome
  }
  return (
    <ol aria-label={label} className="overflow-hidden rounded-lg border border-line bg-surface">
      {runsOf(entries).map(({ entry, times }) => (
        <li key={entry.id} className="border-line not-last:border-b">
          <details>
            <summary className="flex items-start gap-3 px-3 py-2 hover:bg-hover">
              <span className="min-w-0 flex-1">
                <span className="flex flex-wrap items-center gap-x-2 gap-y-1">
                  <ActName entry={entry} />
                  <Subject entry={entry} boards={boards} nameOf={nameOf} />
                  {times > 1 && <span className="text-ink-3 tabular-nums">{t('times', { count: times })}</span>}
                  {entry.outcome !== 'ok' && <Badge tone="error">{outcomeOf(entry)}</Badge>}
                </span>
                {who && <span className="block truncate text-ink-3 text-sm">{who(entry)}</span>}
              </span>
              <Ago at={entry.createdAt} />
            </summary>
            <Detail entry={entry} />
          </details>
        </li>
      ))}
    </ol>
  )
}

type SubjectProps = { entry: AuditEntry; boards: readonly Board[] } & Pick<Props, 'nameOf'>

/** What an act was about: a token, file, agent or card, and a board that the reader can open. */
function Subject({ entry: { act, detail }, boards, nameOf }: SubjectProps) {
  const t = useTranslations('settings.audit')
  const board = boards.find(({ id }) => id === detail?.boardId)?.name
  const own = [detail?.label, detail?.filename, nameOf(detail?.agentActorId), detail?.cardKey].find(isText)
  const isBoardAct = /^(board|invitation)\./.test(act)
  const where = board === undefined || own !== undefined || isBoardAct ? board : t('onBoard', { board })
  const names = [own, where].filter((name) => name !== undefined)
  return names.length > 0 && <Dotted facts={names} className="text-ink-2 [overflow-wrap:anywhere]" />
}

const isText = (value: unknown): value is string => typeof value === 'string'

type Run = { entry: AuditEntry; times: number }

/**
 * Merges consecutive entries of one actor, act and place into one row if they have no details of their own, such as the reconnects of a
 * page.
 */
function runsOf(entries: readonly AuditEntry[]): Run[] {
  const runs: Run[] = []
  for (const entry of entries) {
    const last = runs.at(-1)
    if (last && isLike(last.entry, entry)) last.times += 1
    else runs.push({ entry, times: 1 })
  }
  return runs
}

const toCompare = ['actorId', 'act', 'outcome', 'credential', 'address'] as const
const isLike = (one: AuditEntry, other: AuditEntry): boolean =>
  [one, other].every(({ detail }) => Object.keys(detail ?? {}).length === 0) && toCompare.every((key) => one[key] === other[key])

/** The name of an act, with a text of its own if it failed. An unknown act is shown by its code. */
function ActName({ entry: { act, outcome } }: { entry: AuditEntry }) {
  const t = useTranslations('settings.acts')
  const failed = useTranslations('settings.failedActs')
  // An act that is not in the catalogue has no text; `has` checks that.
  const [key, failedKey] = [act as Parameters<typeof t>[0], act as Parameters<typeof failed>[0]]
  if (outcome !== 'ok' && failed.has(failedKey)) return <span className="font-medium">{failed(failedKey)}</span>
  return t.has(key) ? <span className="font-medium">{t(key)}</span> : <span className="font-mono">{act}</span>
}

function Detail({ entry }: { entry: AuditEntry }) {
  const t = useTranslations('settings.audit')
  const facts = [
    [t('act'), entry.act],
    [t('outcome'), entry.outcome],
    [t('credential'), entry.credential === 'session' ? t('session') : entry.credential],
    [t('address'), entry.address],
    ...Object.entries(entry.detail ?? {}).map(
      ([name, value]) => [name, typeof value === 'string' ? value : JSON.stringify(value)] as const,
    ),
  ].filter(([, value]) => value !== null && value !== undefined && value !== '')
  return (
    <dl className="grid grid-cols-[max-content_minmax(0,1fr)] gap-x-4 gap-y-0.5 border-line border-t bg-sunken px-3 py-2 text-sm">
      {facts.map(([name, value]) => (
        <div key={name} className="contents">
          <dt className="text-ink-3">{name}</dt>
          <dd className="break-words font-mono text-ink-2 text-xs leading-5">{value}</dd>
        </div>
      ))}
    </dl>
  )
}
