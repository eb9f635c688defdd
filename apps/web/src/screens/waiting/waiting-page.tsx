import type { Waits } from '@tandem/contract'
import { useQuery } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { useTranslations } from 'use-intl'
import { isLost } from '../../api/failure.ts'
import { boardsQuery } from '../../api/queries.ts'
import { waitsQuery } from '../../api/work-queries.ts'
import { useFollowedBoards } from '../../live/use-live.ts'
import { EmptyState } from '../../ui/empty-state.tsx'
import { ErrorState } from '../../ui/error-state.tsx'
import { SmallSelect } from '../../ui/form/select.tsx'
import { PagePending } from '../../ui/spinner.tsx'
import { AreaTexts } from '../../ui/text/area-texts.tsx'
import { useAge } from '../../ui/time.tsx'
import { DeadlineLine } from '../card/sessions/deadline.tsx'
import { Part } from '../mine/part.tsx'
import { type FaceOf, People, useFaces } from './faces.tsx'
import { Blockers, WaitRow } from './wait-row.tsx'

/** Waits on all boards of the reader, or on one of them. */
export function WaitingPage() {
  return (
    <AreaTexts area="mine">
      <Page />
    </AreaTexts>
  )
}

const pollEveryMs = 60_000

/** The tiers of escalation of a question. */
const tiers = [undefined, 'assignees', 'opener', 'admins'] as const

function Page() {
  const t = useTranslations('mine.waits')
  const { board: boardId } = useSearch({ from: '/signed-in/waiting' })
  const waits = useQuery({ ...waitsQuery(boardId), refetchInterval: pollEveryMs })
  const rows = waits.data ? [...waits.data.questions, ...waits.data.agents, ...waits.data.cards] : []
  const faceOf = useFaces(rows.map((row) => row.boardId))
  useFollowedBoards(boardId === undefined ? rows.map((row) => row.boardId) : [boardId])
  if (isLost(waits)) return <ErrorState level="h1" failure={waits.error} onRetry={() => waits.refetch()} />
  if (!waits.data) return <PagePending />
  return (
    <div className="max-w-3xl px-3 py-4 md:px-5 md:py-5">
      <header data-commands className="mb-4 flex min-h-8 items-center gap-3">
        <h1 className="flex-1 font-semibold text-xl tracking-tight">{t('title')}</h1>
        <BoardChoice boardId={boardId} />
      </header>
      {rows.length === 0 && <EmptyState title={t('emptyTitle')}>{t('emptyText')}</EmptyState>}
      <Cycles cycles={waits.data.cycles} />
      <Questions rows={waits.data.questions} faceOf={faceOf} />
      <Agents rows={waits.data.agents} faceOf={faceOf} />
      <Cards rows={waits.data.cards} faceOf={faceOf} />
      {waits.data.cutAtLimit.length > 0 && <p className="px-1 text-ink-3 text-sm">{t('more')}</p>}
    </div>
  )
}

function BoardChoice({ boardId }: { boardId: string | undefined }) {
  const t = useTranslations('mine.waits')
  const navigate = useNavigate()
  const boards = useQuery(boardsQuery).data ?? []
  const choices = [['', t('allBoards')] as const, ...boards.map(({ id, name }) => [id, name] as const)]
  return (
    <SmallSelect
      label={t('board')}
      value={boardId ?? ''}
      choices={choices}
      className="w-auto min-w-0 max-w-56"
      onChange={(chosen) => void navigate({ to: '/waiting', search: chosen === '' ? {} : { board: chosen }, replace: true })}
    />
  )
}

function Cycles({ cycles }: Pick<Waits, 'cycles'>) {
  const t = useTranslations('mine.waits')
  return cycles.map((keys) => (
    <p key={keys.join()} role="note" className="mb-3 rounded-lg bg-danger-soft px-3 py-2 text-danger">
      {t('cycle', { cards: keys.join(' ← ') })}
    </p>
  ))
}

type PartProps<T extends 'questions' | 'agents' | 'cards'> = { rows: Waits[T]; faceOf: FaceOf }

function Questions({ rows, faceOf }: PartProps<'questions'>) {
  const t = useTranslations('mine.waits')
  return (
    <Rows name={t('questions')} count={rows.length}>
      {rows.map((row) => {
        const tier = tiers[row.tier]
        const agent = row.agent.name
        const people = () => <People people={row.people} faceOf={faceOf} />
        return (
          <WaitRow key={row.sessionId} row={row} since={row.askedAt} text={row.question} face={faceOf(row.agent, 'agent')}>
            {row.tier === 0 ? t('noOne', { agent }) : t.rich('asks', { agent, people })} {tier && t(`tiers.${tier}`)}
            <DeadlineLine expiresAt={row.expiresAt} defaultOption={row.defaultOption} />
          </WaitRow>
        )
      })}
    </Rows>
  )
}

function Agents({ rows, faceOf }: PartProps<'agents'>) {
  const t = useTranslations('mine.waits')
  const age = useAge()
  return (
    <Rows name={t('agents')} count={rows.length}>
      {rows.map(({ agent, lastSeenAt, ...row }) => (
        <WaitRow key={row.sessionId} row={row} since={row.since} face={faceOf(agent, 'agent')}>
          {lastSeenAt === null ? t('neverSeen', { agent: agent.name }) : t('lastSeen', { agent: agent.name, time: age(lastSeenAt) })}
        </WaitRow>
      ))}
    </Rows>
  )
}

function Cards({ rows, faceOf }: PartProps<'cards'>) {
  const t = useTranslations('mine.waits')
  return (
    <Rows name={t('cards')} count={rows.length}>
      {rows.map((row) => (
        <WaitRow key={row.cardId} row={row} since={row.since}>
          <Blockers row={row} faceOf={faceOf} />
        </WaitRow>
      ))}
    </Rows>
  )
}

function Rows({ name, count, children }: { name: string; count: number; children: ReactNode }) {
  if (count === 0) return null
  return (
    <Part name={name} count={count}>
      <ul className="overflow-hidden rounded-lg border border-line bg-surface">{children}</ul>
    </Part>
  )
}
