import type { Actor } from '@tandem/contract'
import { useTranslations } from 'use-intl'
import { api } from '../../../api/client.ts'
import { agentQuery } from '../../../api/insight-queries.ts'
import { queryClient } from '../../../api/query-client.ts'
import { agentsQuery } from '../../../api/settings-queries.ts'
import { Button } from '../../../ui/button.tsx'
import { Problem, useForm } from '../../../ui/form/form.tsx'
import { BudgetFields } from '../../budget/budget-fields.tsx'
import { type BudgetEdit, useBudgetEdit } from '../../budget/use-budget-edit.ts'
import { Part } from '../part.tsx'

/** The default budget of each session of the agent; a delegation may set another one. */
export function BudgetPart({ agent }: { agent: Actor }) {
  const t = useTranslations('session.budget')
  const edit = useBudgetEdit(agent.budget)
  const form = useForm(async () => {
    if (edit.isChanged) await keep(agent.id, edit.over)
    edit.finish()
  })
  return (
    <Part title={t('title')}>
      <form className="grid max-w-xl gap-3" onSubmit={form.submit}>
        <p className="text-ink-2">{t('ofAgent')}</p>
        <BudgetFields edit={edit} />
        <Problem text={form.problem ?? form.problemOf('budget')} />
        <Button type="submit" busy={form.busy} className="justify-self-start">
          {t('save')}
        </Button>
      </form>
    </Part>
  )
}

async function keep(agentActorId: string, over: BudgetEdit['over']): Promise<void> {
  const now = (await api.call('agent.list')).find(({ id }) => id === agentActorId)
  const agent = await api.call('agent.update', { agentActorId, budget: over(now?.budget) })
  queryClient.setQueryData(agentQuery(agentActorId).queryKey, (now) => now && { ...now, agent })
  await queryClient.invalidateQueries({ queryKey: agentsQuery.queryKey })
}
