import type { ListQueue } from '@tandem/contract'
import { useTranslations } from 'use-intl'
import type { BoardModel } from '../../../live/board-model.ts'
import { Avatar } from '../../../ui/avatar.tsx'
import { classes } from '../../../ui/classes.ts'
import { Explained, tickClasses } from '../../../ui/form/tick.tsx'

type Queue = ListQueue | null
type Props = { members: BoardModel['members']; queue: Queue; onQueue: (queue: Queue) => void }

/** Whether agents take the cards of a list by themselves, and which agents. */
export function ListQueueFields({ members, queue, onQueue }: Props) {
  const t = useTranslations('list')
  return (
    <div className="grid gap-2">
      <label className="flex items-start gap-2">
        <input
          type="checkbox"
          checked={queue !== null}
          onChange={(event) => onQueue(event.target.checked ? { agentActorIds: [] } : null)}
          className={classes('mt-0.5', tickClasses)}
        />
        <Explained name={t('queue')} about={t('queueHint')} />
      </label>
      {queue && <Agents members={members} chosen={queue.agentActorIds} onChange={(agentActorIds) => onQueue({ agentActorIds })} />}
    </div>
  )
}

type AgentsProps = { members: BoardModel['members']; chosen: readonly string[]; onChange: (chosen: string[]) => void }

/** A former member stays visible while it is chosen: without it the queue would look open to all agents. */
function Agents({ members, chosen, onChange }: AgentsProps) {
  const t = useTranslations('list')
  const agents = members.filter(({ kind }) => kind === 'agent')
  const gone = chosen.filter((id) => agents.every(({ actorId }) => actorId !== id))
  const rows = [...agents, ...gone.map((actorId) => ({ actorId, name: t('queueGone'), kind: 'agent' as const, avatarUrl: null }))]
  return (
    <fieldset className="ml-6">
      <legend className="mb-1 font-medium text-ink-2 text-sm">{t('queueAgents')}</legend>
      <ul className="max-h-48 overflow-y-auto rounded-md border border-line bg-surface px-2 py-1 empty:hidden">
        {rows.map((agent) => (
          <li key={agent.actorId}>
            <label className="flex min-h-8 items-center gap-2 pointer-coarse:min-h-11">
              <input
                type="checkbox"
                checked={chosen.includes(agent.actorId)}
                onChange={(event) =>
                  onChange(event.target.checked ? [...chosen, agent.actorId] : chosen.filter((one) => one !== agent.actorId))
                }
                className={tickClasses}
              />
              <Avatar face={agent} size="sm" /> <span className="truncate">{agent.name}</span>
            </label>
          </li>
        ))}
      </ul>
      <p className="mt-1 text-ink-3 text-sm">{t(chosen.length === 0 ? 'queueAny' : 'queueSome')}</p>
    </fieldset>
  )
}

/** The agents in the order in which the service stores them; a former member is left out if there are others. */
export function queueToSend(members: BoardModel['members'], queue: Queue): Queue {
  if (!queue) return null
  const here = queue.agentActorIds.filter((id) => members.some(({ actorId }) => actorId === id))
  return { agentActorIds: (here.length > 0 ? here : queue.agentActorIds).toSorted() }
}
