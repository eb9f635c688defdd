import type { Notification as InboxRow } from '@tandem/contract'
import { api } from '../api/client.ts'
import { plain } from '../ui/text/plain.ts'

/** A browser notification of a question, with its options; a click opens the card. */
export async function notifyQuestion(row: InboxRow, open: (key: string) => void): Promise<void> {
  if (row.sessionId === null || row.cardKey === null) return
  const { question } = await api.call('session.get', { sessionId: row.sessionId })
  // Answered meanwhile, by another user or on another screen.
  if (!question) return
  const options = question.options.map((option) => `• ${plain(option)}`)
  const note = new Notification(`${row.actor.name} · ${row.cardKey} ${row.cardTitle ?? ''}`.trim(), {
    body: [plain(question.question), ...options].join('\n'),
    // The same tag in several tabs makes one notification.
    tag: question.eventId,
    requireInteraction: true,
  })
  const key = row.cardKey
  note.addEventListener('click', () => {
    window.focus()
    open(key)
    note.close()
  })
}
