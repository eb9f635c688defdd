import { type Session, TandemError, type UndoResult } from '@tandem/contract'
import { queryOptions, skipToken } from '@tanstack/react-query'
import { api } from '../../api/client.ts'

/** The actions of the dialog: it undoes a session, brings it back, or undoes what an earlier undo has left. */
export type Way = 'undo' | 'back' | 'rest'

/** How each way stands in the call, and its texts. */
export const ways = {
  undo: { ifUndone: false, title: 'title', nothing: 'nothing', changes: 'changes', act: 'act', done: 'done' },
  back: { ifUndone: true, title: 'titleBack', nothing: 'nothing', changes: 'changesBack', act: 'actBack', done: 'doneBack' },
  rest: { ifUndone: false, title: 'titleRest', nothing: 'nothingRest', changes: 'changes', act: 'act', done: 'done' },
} as const satisfies Record<Way, object>

/** The dry run of the undo. Never cached, because it depends on the current state. */
export const previewQuery = (sessionId: string, way: Way) =>
  queryOptions({
    queryKey: ['undo', sessionId, way],
    queryFn: () => (way === 'rest' ? tryRest(sessionId) : tryOut(sessionId, way)),
    gcTime: 0,
    staleTime: 0,
    retry: false,
  })

/** The session with what its last undo has left. Read again when a further undo has been recorded. */
export const leftQuery = (session: Pick<Session, 'id' | 'undone'> | undefined) =>
  queryOptions({
    queryKey: ['undo-left', session?.id, session?.undone?.at],
    queryFn: session?.undone ? () => api.call('session.get', { sessionId: session.id }) : skipToken,
  })

const tryOut = (sessionId: string, way: Way): Promise<UndoResult> =>
  api.call('session.undo', { sessionId, dryRun: true, ifUndone: ways[way].ifUndone })

/** Where nothing can be undone, the refusal says what stays. */
async function tryRest(sessionId: string): Promise<UndoResult> {
  try {
    return await tryOut(sessionId, 'rest')
  } catch (failure) {
    if (failure instanceof TandemError && failure.reason === 'undoneAlready') {
      const { left } = (failure.details ?? {}) as { left?: UndoResult }
      if (left) return left
    }
    throw failure
  }
}
