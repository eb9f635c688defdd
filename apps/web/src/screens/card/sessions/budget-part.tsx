import type { Session } from '@tandem/contract'
import { useState } from 'react'
import { useFormatter, useTranslations } from 'use-intl'
import { api } from '../../../api/client.ts'
import { cardQuery } from '../../../api/queries.ts'
import { queryClient } from '../../../api/query-client.ts'
import { Button } from '../../../ui/button.tsx'
import { classes } from '../../../ui/classes.ts'
import { Dialog } from '../../../ui/dialog.tsx'
import { Problem, useForm } from '../../../ui/form/form.tsx'
import { BudgetFields, budgetIn, limits } from '../../budget/budget-fields.tsx'
import { useOpenCard } from '../card-context.ts'

/** How much of its budget a session has used, limit by limit; members set and raise it. */
export function BudgetPart({ session }: { session: Session }) {
  const t = useTranslations('session.budget')
  const { isWriter } = useOpenCard()
  const [open, setOpen] = useState(false)
  const { budget, budgetUsed } = session
  if (!budget && !isWriter) return null
  return (
    <div className="flex flex-wrap items-end gap-x-4 gap-y-2 px-3 pb-2">
      {budget &&
        limits.map((name) => {
          const limit = budget[name]
          return limit === undefined ? null : <Bar key={name} name={name} used={budgetUsed[name]} limit={limit} />
        })}
      {isWriter && (
        <Button size="sm" variant="quiet" className="ml-auto" onClick={() => setOpen(true)}>
          {budget ? t('change') : t('set')}
        </Button>
      )}
      <Dialog open={open} onClose={() => setOpen(false)} title={t('title')}>
        <BudgetForm session={session} onDone={() => setOpen(false)} />
      </Dialog>
    </div>
  )
}

type BarProps = { name: (typeof limits)[number]; used: number; limit: number }

function Bar({ name, used, limit }: BarProps) {
  const t = useTranslations('session.budget')
  const format = useFormatter()
  const numeral = (value: number) => format.number(value, { maximumFractionDigits: 2 })
  const part = Math.min(1, used / limit)
  const text = t(`used.${name}`, { used: numeral(used), limit: numeral(limit) })
  const tone = part >= 1 ? 'bg-error' : part >= 0.8 ? 'bg-awaiting' : 'bg-working'
  return (
    <div className="min-w-32 flex-1">
      <p aria-hidden className="mb-1 text-ink-3 text-sm tabular-nums">
        {text}
      </p>
      <div
        role="progressbar"
        aria-label={t('title')}
        aria-valuemin={0}
        aria-valuemax={100}
        aria-valuenow={Math.floor(part * 100)}
        aria-valuetext={text}
        className="h-1.5 overflow-hidden rounded-full bg-line"
      >
        <div className={classes('h-full rounded-full', tone)} style={{ width: `${part * 100}%` }} />
      </div>
    </div>
  )
}

function BudgetForm({ session: { id, cardId, budget }, onDone }: { session: Session; onDone: () => void }) {
  const t = useTranslations('session.budget')
  const form = useForm(async (values) => {
    await api.call('session.update', { sessionId: id, budget: budgetIn(values) })
    await queryClient.invalidateQueries({ queryKey: cardQuery(cardId).queryKey })
    onDone()
  })
  return (
    <form className="grid gap-4 p-4" onSubmit={form.submit}>
      <p className="text-ink-2">{t('intro')}</p>
      <BudgetFields budget={budget} />
      <Problem text={form.problem ?? form.problemOf('budget')} />
      <Button type="submit" variant="primary" busy={form.busy} className="justify-self-end">
        {t('save')}
      </Button>
    </form>
  )
}
