import type { Session } from '@tandem/contract'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { api } from '../../../api/client.ts'
import { cardQuery } from '../../../api/queries.ts'
import { queryClient } from '../../../api/query-client.ts'
import { Button } from '../../../ui/button.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { Problem, useForm } from '../../../ui/form/form.tsx'
import { BudgetBars } from '../../budget/budget-bars.tsx'
import { BudgetFields } from '../../budget/budget-fields.tsx'
import { useBudgetEdit } from '../../budget/use-budget-edit.ts'
import { useOpenCard } from '../card-context.ts'

/** The used part of a session's budget, by limit; members set and raise it. */
export function BudgetPart({ session }: { session: Session }) {
  const t = useTranslations('session.budget')
  const { isWriter } = useOpenCard()
  const [open, setOpen] = useState(false)
  const { budget, budgetUsed } = session
  if (!budget && !isWriter) return null
  return (
    <div className="flex flex-wrap items-end gap-x-4 gap-y-2 px-3 pb-2">
      <BudgetBars budget={budget} used={budgetUsed} />
      {isWriter && (
        <Button data-budget={session.id} size="sm" variant="quiet" className="ml-auto" onClick={() => setOpen(true)}>
          {budget ? t('change') : t('set')}
        </Button>
      )}
      <Dialog open={open} onClose={() => setOpen(false)} title={t('title')}>
        <BudgetForm session={session} onDone={() => setOpen(false)} />
      </Dialog>
    </div>
  )
}

function BudgetForm({ session: { id, cardId, budget }, onDone }: { session: Session; onDone: () => void }) {
  const t = useTranslations('session.budget')
  const edit = useBudgetEdit(budget)
  const form = useForm(async () => {
    if (edit.isChanged) {
      const now = await api.call('session.get', { sessionId: id })
      await api.call('session.update', { sessionId: id, budget: edit.over(now.budget) })
    }
    await queryClient.invalidateQueries({ queryKey: cardQuery(cardId).queryKey })
    onDone()
  })
  return (
    <form className="grid gap-4 p-4" onSubmit={form.submit}>
      <p className="text-ink-2">{t('intro')}</p>
      <BudgetFields edit={edit} />
      <Problem text={form.problem ?? form.problemOf('budget')} />
      <Button type="submit" variant="primary" busy={form.busy} className="justify-self-end">
        {t('save')}
      </Button>
    </form>
  )
}
