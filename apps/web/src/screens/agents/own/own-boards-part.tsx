import type { Actor, AgentBoard } from '@tandem/contract'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { useFormatter, useTranslations } from 'use-intl'
import { agentBoardsQuery } from '../../../api/agent-queries.ts'
import { api } from '../../../api/client.ts'
import { queryClient } from '../../../api/query-client.ts'
import { Badge } from '../../../ui/badge.tsx'
import { Button } from '../../../ui/button.tsx'
import { wholeDay } from '../../../ui/date-styles.ts'
import { ConfirmDialog } from '../../settings/confirm-dialog.tsx'
import { Loaded } from '../../settings/loaded.tsx'
import { Row, Rows } from '../../settings/page.tsx'
import { Part } from '../part.tsx'

/** The boards that the agent works on, including those that its owner cannot read. The owner can remove it from any of them. */
export function OwnBoardsPart({ agent }: { agent: Actor }) {
  const t = useTranslations('agents')
  const boards = useQuery(agentBoardsQuery(agent.id))
  return (
    <Part title={t('boards')}>
      <Loaded of={boards}>
        {(all) =>
          all.length === 0 ? (
            <p className="text-ink-3">{t('own.noBoards')}</p>
          ) : (
            <Rows label={t('boards')}>
              {all.map((board) => (
                <OwnBoard key={board.boardId} agent={agent} board={board} />
              ))}
            </Rows>
          )
        }
      </Loaded>
    </Part>
  )
}

function OwnBoard({ agent, board }: { agent: Actor; board: AgentBoard }) {
  const t = useTranslations('agents')
  const format = useFormatter()
  const [asking, setAsking] = useState(false)
  const { boardId, name } = board
  const title =
    board.ownerRole === null ? (
      <>
        <span className="truncate">{name}</span>
        <Badge>{t('own.notYours')}</Badge>
      </>
    ) : (
      <Link to="/boards/$boardId" params={{ boardId }} className="truncate hover:underline">
        {name}
      </Link>
    )
  return (
    <Row
      title={
        <>
          {title}
          {board.archived && <Badge>{t('own.archived')}</Badge>}
        </>
      }
      facts={
        <>
          <span>{t(`role.${board.role}`)}</span>
          <span>{t('own.since', { date: format.dateTime(new Date(board.addedAt), wholeDay) })}</span>
          <span>{t(board.acceptedAt === null ? 'own.added' : 'own.accepted')}</span>
        </>
      }
    >
      <Button size="sm" variant="quiet" aria-label={t('own.takeOffOf', { board: name })} onClick={() => setAsking(true)}>
        {t('own.takeOff')}
      </Button>
      {asking && (
        <ConfirmDialog
          title={t('own.takeOffTitle', { agent: agent.name, board: name })}
          action={t('own.takeOff')}
          onConfirm={() => takeOff(agent.id, boardId)}
          onClose={() => setAsking(false)}
        >
          <p>{t('own.takeOffText')}</p>
          <p className="text-ink-2">{t('own.takeOffAgain')}</p>
        </ConfirmDialog>
      )}
    </Row>
  )
}

async function takeOff(agentActorId: string, boardId: string): Promise<void> {
  await api.call('agent.leaveBoard', { agentActorId, boardId })
  await Promise.all([['agents'], ['boards'], ['members', boardId]].map((queryKey) => queryClient.invalidateQueries({ queryKey })))
}
