import { useQuery } from '@tanstack/react-query'
import { Radio } from 'lucide-react'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { boardsQuery, meQuery } from '../../api/queries.ts'
import { PagePending } from '../../ui/spinner.tsx'
import { Ago } from '../../ui/time.tsx'
import { AgentStep } from './agent-step.tsx'
import { BoardStep } from './board-step.tsx'
import { CardStep } from './card-step.tsx'
import { ConfigStep } from './config-step.tsx'
import { useProgress } from './progress.ts'
import { type Shared, Step } from './step.tsx'
import { type Arrival, useArrival } from './use-arrival.ts'

/**
 * Guides from an empty instance to an agent at work: a board, an agent, its program, its first call, a card. Completed steps stay
 * completed.
 */
export function Guide() {
  const me = useQuery(meQuery).data
  const boards = useQuery(boardsQuery).data
  if (!me || !boards) return <PagePending />
  return <Steps meId={me.id} />
}

function Steps({ meId }: { meId: string }) {
  const [progress, go] = useProgress(meId)
  // Shown once, stored nowhere.
  const [token, setToken] = useState<string | null>(null)
  const boards = useQuery(boardsQuery).data ?? []
  const board = boards.find((one) => one.id === progress.boardId) ?? null
  const arrival = useArrival(progress)
  const shared = { meId, progress, go, board }
  const hasAgent = board !== null && (progress.way === 'browser' || progress.tokenId !== undefined)
  return (
    <ol className="grid grid-cols-1 gap-3">
      <BoardStep {...shared} boards={boards} />
      <AgentStep {...shared} isOpen={board !== null} onToken={setToken} />
      <ConfigStep {...shared} isOpen={hasAgent} token={token} onToken={setToken} />
      <WaitStep {...shared} isOpen={hasAgent} arrival={arrival} />
      <CardStep {...shared} isOpen={arrival !== null} arrival={arrival} />
    </ol>
  )
}

/** Waits for the agent's first call while the user sets it up elsewhere. */
function WaitStep({ isOpen, progress, arrival }: Shared & { isOpen: boolean; arrival: Arrival | null }) {
  const t = useTranslations('start.wait')
  const name = progress.agentName ?? t('theAgent')
  return (
    <Step number={4} title={t('title')} done={arrival !== null} isOpen={isOpen}>
      <p role="status" className="relative flex items-center gap-2 overflow-hidden rounded-md border border-line py-2 pr-3 pl-4">
        <span aria-hidden className={`absolute inset-y-0 left-0 w-[3px] ${arrival ? 'bg-done' : 'animate-breathe bg-working'}`} />
        {arrival ? (
          <>
            <span className="font-medium text-done">{t('here', { name })}</span> <Ago at={arrival.at} />
          </>
        ) : (
          <>
            <Radio size={15} aria-hidden className="text-working" /> {t('waiting', { name })}
          </>
        )}
      </p>
      {!arrival && <p className="mt-1.5 text-ink-2 text-sm">{t('hint')}</p>}
    </Step>
  )
}
