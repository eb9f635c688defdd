import { useTranslations } from 'use-intl'
import { Choice, Group } from './choice.tsx'
import type { OfferedBoard } from './consent-query.ts'

type Props = {
  boards: readonly OfferedBoard[]
  /** Null for an agent that is created with the consent. */
  agentId: string | null
  chosen: readonly string[] | 'all'
  onChange: (chosen: readonly string[] | 'all') => void
}

const isThere = (board: OfferedBoard, agentId: string | null): boolean => agentId !== null && board.agentIds.includes(agentId)

/** A person who is admin of the board may add the agent; on other boards it has to be a member already. */
export const mayChoose = (board: OfferedBoard, agentId: string | null): boolean => board.role === 'admin' || isThere(board, agentId)

/** The choice of boards that the agent may work on. */
export function ConsentBoards({ boards, agentId, chosen, onChange }: Props) {
  const t = useTranslations('consent')
  const noteOf = (board: OfferedBoard) => {
    if (isThere(board, agentId)) return t('isThere')
    return board.role === 'admin' ? t('joins') : t('ask', { names: board.adminNames.join(', ') || t('anAdmin') })
  }
  const ids = chosen === 'all' ? [] : chosen
  return (
    <Group name={t('where')}>
      <Choice kind="radio" name="leash" checked={chosen !== 'all'} onChange={() => onChange([])}>
        {t('chosen')}
      </Choice>
      {chosen !== 'all' && (
        <div className="grid gap-1 pl-6">
          {boards.length === 0 && <p className="text-ink-3">{t('noBoards')}</p>}
          {boards.map((board) => (
            <Choice
              key={board.id}
              kind="checkbox"
              checked={ids.includes(board.id)}
              disabled={!mayChoose(board, agentId)}
              onChange={(on) => onChange(on ? [...ids, board.id] : ids.filter((id) => id !== board.id))}
            >
              {board.name} <span className="text-ink-3 text-sm">{noteOf(board)}</span>
            </Choice>
          ))}
        </div>
      )}
      <Choice kind="radio" name="leash" checked={chosen === 'all'} onChange={() => onChange('all')}>
        {t('all')}
      </Choice>
    </Group>
  )
}
