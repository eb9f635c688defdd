import { CirclePause } from 'lucide-react'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import type { BoardModel } from '../../live/board-model.ts'
import { useResumeAgents } from '../../mutations/pause.ts'
import { Button } from '../../ui/button.tsx'

/** The person who has paused the agents of this board, and the reason. */
export function PausedNote({ board, mayWrite }: { board: BoardModel; mayWrite: boolean }) {
  const t = useTranslations('board.paused')
  const resume = useResumeAgents()
  const [busy, setBusy] = useState(false)
  const { agentsPaused } = board
  if (!agentsPaused) return null
  const by = board.members.find(({ actorId }) => actorId === agentsPaused.by)
  const onResume = async () => {
    setBusy(true)
    await resume(board.id)
    setBusy(false)
  }
  return (
    <div
      role="note"
      className="mx-3 mb-3 flex flex-wrap items-center gap-x-3 gap-y-2 rounded-lg bg-awaiting-soft px-3 py-2 text-awaiting md:mx-5"
    >
      <p className="flex min-w-0 flex-1 basis-56 items-start gap-2">
        <CirclePause size={16} aria-hidden className="mt-0.5 shrink-0" />
        <span className="min-w-0 break-words">
          {by ? t('by', { name: by.name, reason: agentsPaused.reason }) : t('formerMember', { reason: agentsPaused.reason })}
        </span>
      </p>
      {mayWrite && (
        <Button size="sm" busy={busy} onClick={() => void onResume()}>
          {t('resume')}
        </Button>
      )}
    </div>
  )
}
