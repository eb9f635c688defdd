import type { Session, WrittenComment } from '@tandem/contract'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { membersQuery } from '../../../api/queries.ts'
import { useDraft } from '../../../mutations/texts/draft.ts'
import { useKeysText } from '../../../shell/caps.ts'
import { Button } from '../../../ui/button.tsx'
import { useOpenCard } from '../card-context.ts'
import { useCallNotices } from '../comments/use-call-notices.ts'
import { TextBox } from '../text/text-box.tsx'

/** Leaves room for the mention that precedes the text. */
const longest = 99_000

/**
 * A message to the agent at work. It is a comment that mentions the agent: a step of the trail, part of the news in its next answer, and in
 * its webhook. For an agent that takes no mentions it is a plain comment, which is news too.
 */
export function PromptBox({ session, name }: { session: Session; name: string }) {
  const t = useTranslations('details.sessions')
  const keysText = useKeysText()
  const { card, edit, mayWrite } = useOpenCard()
  const address = useAddress(session.agentActorId)
  const tellCalls = useCallNotices()
  const [text, setText, putBack] = useDraft(`prompt.${session.id}`)
  const [busy, setBusy] = useState(false)
  if (!mayWrite) return null
  // An agent at work that gets the message needs no notice, because that is expected here.
  const answered = ({ calls = [], ...written }: WrittenComment) =>
    tellCalls({ ...written, calls: calls.filter(({ because }) => because !== 'at_work') })
  const tip = `${t('sendPrompt')} (${keysText('send')})`
  const send = async () => {
    if (text.trim() === '' || busy) return
    setBusy(true)
    // Cleared at once: text that is typed until the answer comes is the next message.
    setText('')
    const input = { cardId: card.id, body: `${address}${text}` }
    if (!(await edit('comment.create', { input, failed: 'prompt', answered, refusedLater: () => putBack(text) }))) putBack(text)
    setBusy(false)
  }
  return (
    <form
      className="flex flex-wrap items-end justify-end gap-2 border-line border-t px-3 py-2"
      onSubmit={(event) => {
        event.preventDefault()
        void send()
      }}
    >
      <div data-prompt={session.id} className="grid min-w-0 flex-1 basis-56 [&>textarea]:min-h-9">
        <TextBox
          label={t('prompt', { name })}
          hint={t('prompt', { name })}
          rows={1}
          text={text}
          most={longest}
          onText={setText}
          onSend={() => void send()}
        />
      </div>
      <Button type="submit" disabled={text.trim() === ''} busy={busy} className="h-9" data-tip={tip}>
        {t('sendPrompt')}
      </Button>
    </form>
  )
}

/** The mention that precedes the text: empty for an agent that takes no mentions. */
function useAddress(agentActorId: string): string {
  const { board } = useOpenCard()
  const members = useQuery(membersQuery(board.id)).data ?? []
  const isSilent = members.some(({ actorId, capabilities }) => actorId === agentActorId && capabilities?.mentionable === false)
  const handle = board.members.find(({ actorId }) => actorId === agentActorId)?.handle
  return handle === undefined || isSilent ? '' : `@${handle} `
}
