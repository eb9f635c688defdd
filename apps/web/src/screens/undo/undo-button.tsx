import type { Session } from '@tandem/contract'
import { useQuery } from '@tanstack/react-query'
import { Undo2 } from 'lucide-react'
import { type ReactNode, useLayoutEffect, useState } from 'react'
import { useTranslations } from 'use-intl'
import { boardsQuery } from '../../api/queries.ts'
import { Button } from '../../ui/button.tsx'
import { LazyInFront } from '../../ui/loading/lazy-boundary.tsx'
import { lazyPart } from '../../ui/loading/lazy-part.ts'
import { isCanceled } from '../board/tile/session-line.tsx'
import { leftQuery, type Way } from './ways.ts'

const UndoDialog = lazyPart(async () => ({ default: (await import('./undo-dialog.tsx')).UndoDialog }))

type Ended = Pick<Session, 'state' | 'failureReason' | 'statusText' | 'budgetUsed'>
type Undoable = Ended & Pick<Session, 'id' | 'boardId' | 'undone'>
type Props = { session: Undoable; name: string }

/** Whether the session can be undone: it must have ended, and not before its agent began. */
export const canBeUndone = (session: Ended): boolean =>
  session.state === 'done' || (session.state === 'error' && !(isCanceled(session) && isUnbegun(session)))

const isUnbegun = ({ statusText, budgetUsed: { tokens, costUsd, minutes } }: Ended): boolean =>
  statusText === null && tokens + costUsd + minutes === 0

/** Shows the preview of an undo. Hidden while the agent is at work, and from people who can only read the board. */
export function UndoButton({ session, name }: Props) {
  const t = useTranslations('session')
  const mayUndo = useMayUndo(session)
  if (!mayUndo) return null
  return (
    <Asks session={session} name={name} way={session.undone ? 'back' : 'undo'}>
      {t(session.undone ? 'bringBack' : 'undo')}
    </Asks>
  )
}

/** Shows the preview of undoing what an undo has left. Hidden where it has left nothing. */
export function UndoRestButton({ session, name }: Props) {
  const t = useTranslations('session')
  const [mayUndo, isLeft] = [useMayUndo(session), useIsLeft(session)]
  if (!mayUndo || !isLeft) return null
  return (
    <Asks session={session} name={name} way="rest">
      {t('undoRest')}
      <LeavesFocus sessionId={session.id} />
    </Asks>
  )
}

/** When the button goes because nothing is left, the focus goes to its neighbour. */
function LeavesFocus({ sessionId }: { sessionId: string }) {
  useLayoutEffect(
    () => () => {
      if (document.activeElement?.matches('[data-undo-rest]')) document.querySelector<HTMLElement>(`[data-undo="${sessionId}"]`)?.focus()
    },
    [sessionId],
  )
  return null
}

/** Whether an undo of the session has left something, or may have: older ones did not record it. */
export function useIsLeft(session: Pick<Session, 'id' | 'undone'> | undefined): boolean {
  const read = useQuery(leftQuery(session)).data
  return session?.undone !== undefined && read?.undone !== undefined && read.undone.left !== 0
}

function useMayUndo(session: Undoable): boolean {
  const role = useQuery(boardsQuery).data?.find(({ id }) => id === session.boardId)?.role
  return canBeUndone(session) && role !== 'viewer'
}

type AsksProps = { session: Undoable; name: string; way: Way; children: ReactNode }

function Asks({ session, name, way, children }: AsksProps) {
  const [asking, setAsking] = useState(false)
  return (
    <>
      <Button
        {...{ [way === 'rest' ? 'data-undo-rest' : 'data-undo']: session.id }}
        size="sm"
        variant="quiet"
        onClick={() => setAsking(true)}
      >
        <Undo2 size={13} aria-hidden /> {children}
      </Button>
      {asking && (
        <LazyInFront onClose={() => setAsking(false)}>
          <UndoDialog session={session} name={name} way={way} onClose={() => setAsking(false)} />
        </LazyInFront>
      )}
    </>
  )
}
