import type { Actor } from '@tandem/contract'
import { useQuery } from '@tanstack/react-query'
import { KeyRound, Pencil, Plus, PowerOff } from 'lucide-react'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { api } from '../../../api/client.ts'
import { queryClient } from '../../../api/query-client.ts'
import { agentsQuery, tokensQuery } from '../../../api/settings-queries.ts'
import { Avatar } from '../../../ui/avatar.tsx'
import { Badge } from '../../../ui/badge.tsx'
import { Button, IconButton } from '../../../ui/button.tsx'
import { EmptyState } from '../../../ui/empty-state.tsx'
import { AgentDialog } from '../../agents/agent-dialog.tsx'
import { ConfirmDialog } from '../confirm-dialog.tsx'
import { Loaded } from '../loaded.tsx'
import { Page, Part, Row, Rows } from '../page.tsx'
import { TokenDialog } from './token-dialog.tsx'

/** The agents that belong to me. A new agent needs a token, so its dialog follows at once. */
export function AgentsPage() {
  const t = useTranslations('settings.agents')
  const agents = useQuery(agentsQuery)
  const [making, setMaking] = useState(false)
  const [made, setMade] = useState<Actor | null>(null)
  const make = (
    <Button variant="primary" onClick={() => setMaking(true)}>
      <Plus size={16} aria-hidden /> {t('new')}
    </Button>
  )
  return (
    <Page title={t('title')} intro={t('intro')} action={(agents.data?.length ?? 0) > 0 && make}>
      <Loaded of={agents}>
        {(found) =>
          found.length === 0 ? (
            <EmptyState title={t('emptyTitle')} action={make}>
              {t('emptyText')}
            </EmptyState>
          ) : (
            <AgentRows agents={found} />
          )
        }
      </Loaded>
      {making && <AgentDialog agent={null} onClose={() => setMaking(false)} onMade={setMade} />}
      {made && <TokenDialog agent={made} onClose={() => setMade(null)} />}
    </Page>
  )
}

function AgentRows({ agents }: { agents: readonly Actor[] }) {
  const t = useTranslations('settings.agents')
  const active = agents.filter((agent) => agent.deactivatedAt === null)
  const former = agents.filter((agent) => agent.deactivatedAt !== null)
  const rows = (shown: readonly Actor[], label: string) => (
    <Rows label={label}>
      {shown.map((agent) => (
        <AgentRow key={agent.id} agent={agent} />
      ))}
    </Rows>
  )
  return (
    <>
      {active.length > 0 && rows(active, t('title'))}
      {former.length > 0 && <Part title={t('former')}>{rows(former, t('former'))}</Part>}
    </>
  )
}

function AgentRow({ agent }: { agent: Actor }) {
  const t = useTranslations('settings.agents')
  const [open, setOpen] = useState<'edit' | 'token' | 'end' | null>(null)
  const close = () => setOpen(null)
  const isActive = agent.deactivatedAt === null
  return (
    <Row
      lead={<Avatar face={agent} size="lg" />}
      title={<span className="truncate">{agent.name}</span>}
      facts={
        <>
          <span>@{agent.handle}</span>
          {isActive && agent.capabilities?.delegatable && <Badge>{t('delegatable')}</Badge>}
          {isActive && agent.capabilities?.mentionable && <Badge>{t('mentionable')}</Badge>}
        </>
      }
    >
      {isActive && (
        <>
          <IconButton label={t('edit', { name: agent.name })} icon={<Pencil size={16} aria-hidden />} onClick={() => setOpen('edit')} />
          <IconButton label={t('token', { name: agent.name })} icon={<KeyRound size={16} aria-hidden />} onClick={() => setOpen('token')} />
          <IconButton label={t('end', { name: agent.name })} icon={<PowerOff size={16} aria-hidden />} onClick={() => setOpen('end')} />
        </>
      )}
      {open === 'edit' && <AgentDialog agent={agent} onClose={close} />}
      {open === 'token' && <TokenDialog agent={agent} onClose={close} />}
      {open === 'end' && <EndDialog agent={agent} onClose={close} />}
    </Row>
  )
}

function EndDialog({ agent, onClose }: { agent: Actor; onClose: () => void }) {
  const t = useTranslations('settings.agents')
  const end = async () => {
    await api.call('agent.deactivate', { agentActorId: agent.id })
    await Promise.all([agentsQuery, tokensQuery].map(({ queryKey }) => queryClient.invalidateQueries({ queryKey })))
  }
  return (
    <ConfirmDialog title={t('endTitle', { name: agent.name })} action={t('endAct')} onConfirm={end} onClose={onClose}>
      <p>{t('endWarning')}</p>
    </ConfirmDialog>
  )
}
