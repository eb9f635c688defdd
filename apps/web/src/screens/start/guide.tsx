import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { boardsQuery, meQuery } from '../../api/queries.ts'
import { PagePending } from '../../ui/spinner.tsx'
import { AgentStep } from './agent-step.tsx'
import { BoardStep } from './board-step.tsx'
import { CardStep } from './card-step.tsx'
import { ConfigStep } from './config-step.tsx'
import { useProgress } from './progress.ts'
import { useArrival } from './use-arrival.ts'
import { WaitStep } from './wait-step.tsx'

/** From nothing to an agent at work: a board, an agent, its program set up, its first call, a card. What is done stays done. */
export function Guide() {
  const me = useQuery(meQuery).data
  const boards = useQuery(boardsQuery).data
  if (!me || !boards) return <PagePending />
  return <Steps meId={me.id} />
}

function Steps({ meId }: { meId: string }) {
  const [progress, go] = useProgress(meId)
  // Shown once, kept nowhere.
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
