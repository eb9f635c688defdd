import { useState } from 'react'
import { useDraft } from '../../act/draft.ts'
import { useWrite } from '../../act/use-write.ts'
import { queryClient } from '../../api/query-client.ts'
import { type AtWork, waitingQuery } from '../../api/work-queries.ts'

export type Answering = {
  text: string
  setText: (text: string) => void
  /** What is on its way. */
  sending: string | null
  answer: (given: string) => Promise<void>
}

/** Answers the open question of a session: it leaves the list once the service has it. */
export function useAnswer({ session }: AtWork): Answering {
  const write = useWrite()
  const { question } = session
  const [text, setText] = useDraft(`answer.${question?.eventId ?? session.id}`)
  const [sending, setSending] = useState<string | null>(null)
  const answer = async (given: string) => {
    if (given.trim() === '' || sending !== null || !question) return
    setSending(given)
    const done = await write(
      'session.answer',
      { sessionId: session.id, questionEventId: question.eventId, answer: given },
      { failed: 'answer' },
    )
    if (done) {
      setText('')
      queryClient.setQueryData(
        waitingQuery.queryKey,
        (before) => before && { ...before, questions: before.questions.filter((one) => one.session.id !== session.id) },
      )
    }
    setSending(null)
    for (const family of ['work', 'inbox']) void queryClient.invalidateQueries({ queryKey: [family] })
  }
  return { text, setText, sending, answer }
}
