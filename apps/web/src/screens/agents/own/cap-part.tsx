import type { Actor } from '@tandem/contract'
import { useTranslations } from 'use-intl'
import { api } from '../../../api/client.ts'
import { agentQuery } from '../../../api/insight-queries.ts'
import { queryClient } from '../../../api/query-client.ts'
import { agentsQuery } from '../../../api/settings-queries.ts'
import { CapForm } from '../../../ui/form/cap-form.tsx'
import { Part } from '../part.tsx'

/** The limit of its concurrent sessions, over all boards. */
export function CapPart({ agent }: { agent: Actor }) {
  const t = useTranslations('agents.cap')
  return (
    <Part title={t('title')}>
      <CapForm
        label={t('most')}
        hint={t('mostHint')}
        kept={agent.maxSessions ?? null}
        field="maxSessions"
        texts={{ save: t('save'), saved: t('saved') }}
        onSave={(maxSessions) => keep(agent.id, maxSessions)}
      />
    </Part>
  )
}

async function keep(agentActorId: string, maxSessions: number | null): Promise<void> {
  const agent = await api.call('agent.update', { agentActorId, maxSessions })
  queryClient.setQueryData(agentQuery(agentActorId).queryKey, (now) => now && { ...now, agent })
  await queryClient.invalidateQueries({ queryKey: agentsQuery.queryKey })
}
