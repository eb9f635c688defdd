import type { SessionOnBoard } from '@tandem/contract'
import { Link } from '@tanstack/react-router'
import { useTranslations } from 'use-intl'
import { Avatar, type Face } from '../../ui/avatar.tsx'
import { Badge } from '../../ui/badge.tsx'
import { plain } from '../../ui/text/plain.ts'
import { Ago } from '../../ui/time.tsx'
import { toneOf, wordOf } from '../board/tile/session-line.tsx'
import { useEndWords } from '../card/sessions/use-end-words.ts'
import { UndoButton, UndoRestButton } from '../undo/undo-button.tsx'

type Props = {
  session: SessionOnBoard
  agent?: Face
  /** The name of the agent, if its changes can be undone here. */
  undoes?: string
}

/** A session as a line that leads to its card: its status, its open question, or its outcome once it has ended. */
export function SessionRow({ session, agent, undoes }: Props) {
  const t = useTranslations('session')
  const tone = toneOf(session)
  const words = useEndWords()
  const failed = session.failureReason && words(session.failureReason)
  const said = session.question?.question ?? session.summary ?? failed ?? session.statusText
  return (
    <li className="relative flex items-start gap-3 border-line px-4 py-3 not-last:border-b hover:bg-hover">
      {agent && <Avatar face={agent} />}
      <div className="min-w-0 flex-1">
        <p className="flex min-w-0 flex-wrap items-center gap-x-2 gap-y-1">
          <Link
            to="/boards/$boardId/cards/$key"
            params={{ boardId: session.boardId, key: session.cardKey }}
            preload={false}
            className="min-w-0 max-w-full truncate font-medium text-md after:absolute after:inset-0"
          >
            <span className="mr-1.5 font-mono font-normal text-ink-3 text-sm">{session.cardKey}</span>
            {session.cardTitle}
          </Link>
          <Badge tone={tone}>{t(`states.${wordOf(session)}`)}</Badge>
        </p>
        {said && <p className="line-clamp-2 break-words text-ink-2">{plain(said)}</p>}
        <p className="truncate text-ink-3 text-sm">{session.boardName}</p>
        {undoes !== undefined && (
          <div className="relative z-10 mt-1 -ml-2 flex w-fit max-w-full flex-wrap items-center empty:hidden">
            <UndoRestButton session={session} name={undoes} />
            <UndoButton session={session} name={undoes} />
          </div>
        )}
      </div>
      <Ago at={session.question?.askedAt ?? session.endedAt ?? session.createdAt} />
    </li>
  )
}
