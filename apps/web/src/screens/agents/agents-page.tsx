import type { Actor, AgentStats } from '@tandem/contract'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { Plug, Plus } from 'lucide-react'
import { useId, useState } from 'react'
import { useTranslations } from 'use-intl'
import { isLost } from '../../api/failure.ts'
import { agentsQuery } from '../../api/insight-queries.ts'
import { meQuery } from '../../api/queries.ts'
import { useFollowedBoards } from '../../live/use-live.ts'
import { Button } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { ErrorState } from '../../ui/error-state.tsx'
import { PagePending } from '../../ui/spinner.tsx'
import { AreaTexts } from '../../ui/text/area-texts.tsx'
import { TokenDialog } from '../settings/personal/token-dialog.tsx'
import { AgentDialog } from './agent-dialog.tsx'
import { AgentRow } from './agent-row.tsx'
import { WaitingList } from './waiting-list.tsx'

/** All agents that the reader may see, with the open questions at the top. */
export function AgentsPage() {
  return (
    <AreaTexts area="agents">
      <Agents />
    </AreaTexts>
  )
}

function Agents() {
  const t = useTranslations('agents')
  const agents = useQuery(agentsQuery)
  const me = useQuery(meQuery).data?.id
  useFollowedBoards((agents.data ?? []).flatMap(boardsOf))
  if (isLost(agents)) return <ErrorState level="h1" failure={agents.error} onRetry={() => agents.refetch()} />
  if (!agents.data) return <PagePending />
  const [mine, others] = [agents.data.filter(isOf(me)), agents.data.filter((stats) => !isOf(me)(stats))]
  return (
    <div className="max-w-4xl px-3 py-4 md:px-5 md:py-5">
      <header className="mb-5 flex flex-wrap items-center gap-2">
        <h1 className="flex-1 font-semibold text-xl tracking-tight">{t('title')}</h1>
        <div className="flex gap-2">
          {agents.data.length > 0 && <NewAgent />}
          <Link
            to="/connect"
            className="inline-flex h-8 items-center gap-1.5 rounded-md bg-accent px-3 font-medium text-on-accent hover:bg-accent-strong pointer-coarse:h-11"
          >
            <Plug size={16} aria-hidden /> {t('connect')}
          </Link>
        </div>
        <p className="w-full text-ink-2 text-md md:-mt-1">
          <span className="block max-w-xl">{t('about')}</span>
        </p>
      </header>
      {agents.data.length === 0 ? (
        <EmptyState title={t('emptyTitle')} action={<NewAgent />}>
          {t('emptyText')}
        </EmptyState>
      ) : (
        <>
          <WaitingList stats={agents.data} />
          <Group name={t('mine')} agents={mine} mine />
          <Group name={t('others')} agents={others} />
        </>
      )}
    </div>
  )
}

/** A new agent needs a token, so its dialog follows at once. */
function NewAgent() {
  const t = useTranslations('agents')
  const [making, setMaking] = useState(false)
  const [made, setMade] = useState<Actor | null>(null)
  return (
    <>
      <Button data-commands onClick={() => setMaking(true)}>
        <Plus size={16} aria-hidden /> {t('new')}
      </Button>
      {making && <AgentDialog agent={null} onClose={() => setMaking(false)} onMade={setMade} />}
      {made && (
        <AreaTexts area="settings">
          <TokenDialog agent={made} onClose={() => setMade(null)} />
        </AreaTexts>
      )}
    </>
  )
}

const boardsOf = (stats: AgentStats) => stats.boards.map((board) => board.id)
const isOf = (me: string | undefined) => (stats: AgentStats) => stats.owner !== null && stats.owner.id === me

function Group({ name, agents, mine = false }: { name: string; agents: readonly AgentStats[]; mine?: boolean }) {
  const id = useId()
  if (agents.length === 0) return null
  return (
    <section aria-labelledby={id} className="mb-6">
      <h2 id={id} className="mb-2 font-semibold text-md">
        {name}
      </h2>
      <ul className="overflow-hidden rounded-lg border border-line bg-surface">
        {agents.map((stats) => (
          <AgentRow key={stats.agent.id} stats={stats} mine={mine} />
        ))}
      </ul>
    </section>
  )
}
