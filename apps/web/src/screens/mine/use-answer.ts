import { queryClient } from '../../api/query-client.ts'
import { type AtWork, waitingQuery } from '../../api/work-queries.ts'
import { useWrite } from '../../mutations/use-write.ts'

/** Answers the open question of a session: it leaves the list once the service has it. */
export function useAnswer({ session }: AtWork): (given: string) => Promise<boolean> {
  const write = useWrite()
  return async (answer) => {
    const { question } = session
    if (!question) return false
    const input = { sessionId: session.id, questionEventId: question.eventId, answer }
    const done = await write('session.answer', input, { failed: 'answer' })
    if (done)
      queryClient.setQueryData(
        waitingQuery.queryKey,
        (before) => before && { ...before, questions: before.questions.filter((one) => one.session.id !== session.id) },
      )
    for (const family of ['work', 'inbox']) void queryClient.invalidateQueries({ queryKey: [family] })
    return done !== null
  }
}
