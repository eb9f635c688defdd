import type { Actor } from '@tandem/contract'
import { useTranslations } from 'use-intl'
import { api } from '../../../api/client.ts'
import { agentQuery } from '../../../api/insight-queries.ts'
import { queryClient } from '../../../api/query-client.ts'
import { agentsQuery } from '../../../api/settings-queries.ts'
import { Button } from '../../../ui/button.tsx'
import { Problem, useForm } from '../../../ui/form/form.tsx'
import { Part } from '../part.tsx'

/** The owner's pause of the agent: it starts nothing, on any board. */
export function PausePart({ agent }: { agent: Actor }) {
  const t = useTranslations('agents.pause')
  const isPaused = Boolean(agent.pausedAt)
  const form = useForm(() => keep(agent.id, !isPaused))
  return (
    <Part title={t('title')}>
      <form className="grid gap-3" onSubmit={form.submit}>
        <p className="max-w-xl text-ink-2">{isPaused ? t('paused') : t('intro')}</p>
        <Problem text={form.problem} />
        <Button type="submit" busy={form.busy} className="justify-self-start">
          {isPaused ? t('resume') : t('pause')}
        </Button>
      </form>
    </Part>
  )
}

async function keep(agentActorId: string, paused: boolean): Promise<void> {
  const agent = await api.call('agent.update', { agentActorId, paused })
  queryClient.setQueryData(agentQuery(agentActorId).queryKey, (now) => now && { ...now, agent })
  await queryClient.invalidateQueries({ queryKey: agentsQuery.queryKey })
}
