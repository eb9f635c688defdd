import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useFormatter, useTranslations } from 'use-intl'
import { api } from '../../../api/client.ts'
import { queryClient } from '../../../api/query-client.ts'
import { boardUsageQuery, rereadOutline } from '../../../api/settings-queries.ts'
import { Button } from '../../../ui/button.tsx'
import { Problem, useForm } from '../../../ui/form/form.tsx'
import { BudgetBars } from '../../budget/budget-bars.tsx'
import { BudgetFields } from '../../budget/budget-fields.tsx'
import { useBudgetEdit } from '../../budget/use-budget-edit.ts'
import { useBoardSettings } from '../board-context.ts'
import { Part } from '../page.tsx'

/** The monthly budget of all sessions of the board. */
export function MonthlyBudget() {
  const t = useTranslations('settings.monthlyBudget')
  const budget = useTranslations('session.budget')
  const { board, mayManage } = useBoardSettings()
  const [saved, setSaved] = useState(false)
  const edit = useBudgetEdit(board.monthlyBudget)
  const form = useForm(async () => {
    if (edit.isChanged) {
      const now = await api.call('board.outline', { boardId: board.id })
      await api.call('board.update', { boardId: board.id, monthlyBudget: edit.over(now.monthlyBudget) })
    }
    await Promise.all([rereadOutline(board.id), queryClient.invalidateQueries({ queryKey: boardUsageQuery(board.id).queryKey })])
    edit.finish()
    setSaved(true)
  })
  if (!mayManage && !board.monthlyBudget) return null
  return (
    <Part title={t('title')} intro={t('intro')}>
      <UsedInMonth />
      <form className="grid gap-3" onSubmit={form.submit} onInput={() => setSaved(false)}>
        <fieldset disabled={!mayManage} className="contents">
          <BudgetFields edit={edit} />
        </fieldset>
        <Problem text={form.problem ?? form.problemOf('monthlyBudget')} />
        {mayManage && (
          <div className="flex items-center gap-3">
            <Button type="submit" busy={form.busy}>
              {budget('save')}
            </Button>
            <span role="status" className="text-ink-3 text-sm">
              {saved && t('saved')}
            </span>
          </div>
        )}
      </form>
    </Part>
  )
}

function UsedInMonth() {
  const t = useTranslations('settings.monthlyBudget')
  const format = useFormatter()
  const { board } = useBoardSettings()
  const usage = useQuery(boardUsageQuery(board.id)).data
  if (!usage?.budget) return null
  const month = format.dateTime(new Date(usage.since), { month: 'long', year: 'numeric', timeZone: 'UTC' })
  return (
    <section className="mb-4 grid gap-2" aria-label={t('used', { month })}>
      <p className="font-medium text-ink-2 text-sm">{t('used', { month })}</p>
      <div className="flex flex-wrap gap-x-4 gap-y-2">
        <BudgetBars budget={usage.budget} used={usage.budgetUsed} />
      </div>
    </section>
  )
}
