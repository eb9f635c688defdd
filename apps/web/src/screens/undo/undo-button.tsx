import type { Session } from '@tandem/contract'
import { useQuery } from '@tanstack/react-query'
import { Undo2 } from 'lucide-react'
import { lazy, Suspense, useState } from 'react'
import { useTranslations } from 'use-intl'
import { boardsQuery } from '../../api/queries.ts'
import { Button } from '../../ui/button.tsx'

const UndoDialog = lazy(async () => ({ default: (await import('./undo-dialog.tsx')).UndoDialog }))

type Props = { session: Pick<Session, 'id' | 'boardId' | 'state' | 'undone'>; name: string; className?: string }

/** Whether the session can be undone: it must have ended. */
export const canBeUndone = ({ state }: Pick<Session, 'state'>): boolean => state === 'done' || state === 'error'

/** Shows the preview of an undo. Hidden while the agent is at work, and from people who can only read the board. */
export function UndoButton({ session, name, className }: Props) {
  const t = useTranslations('session')
  const [asking, setAsking] = useState(false)
  const role = useQuery(boardsQuery).data?.find(({ id }) => id === session.boardId)?.role
  if (!canBeUndone(session) || role === 'viewer') return null
  return (
    <>
      <Button
        data-undo={session.id}
        size="sm"
        variant="quiet"
        {...(className !== undefined && { className })}
        onClick={() => setAsking(true)}
      >
        <Undo2 size={13} aria-hidden /> {t(session.undone ? 'bringBack' : 'undo', { name })}
      </Button>
      {asking && (
        <Suspense>
          <UndoDialog session={session} name={name} onClose={() => setAsking(false)} />
        </Suspense>
      )}
    </>
  )
}
