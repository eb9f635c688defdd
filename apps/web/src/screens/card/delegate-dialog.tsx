import type { Member } from '@tandem/contract'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { api } from '../../api/client.ts'
import { cardQuery } from '../../api/queries.ts'
import { queryClient } from '../../api/query-client.ts'
import { inverseOf } from '../../mutations/inverses.ts'
import { useUndoableEdits } from '../../mutations/undo-edits.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { Problem, useForm } from '../../ui/form/form.tsx'
import { Select } from '../../ui/form/select.tsx'
import { BudgetFields } from '../budget/budget-fields.tsx'
import { useBudgetEdit } from '../budget/use-budget-edit.ts'
import { useOpenCard } from './card-context.ts'

type Props = { agents: readonly Member[]; open: boolean; onClose: () => void }

/** Delegates the card with a budget for the session. */
export function DelegateDialog({ open, onClose, ...more }: Props) {
  const t = useTranslations('details.card.delegate')
  return (
    <Dialog open={open} onClose={onClose} title={t('title')}>
      <DelegateForm onDone={onClose} {...more} />
    </Dialog>
  )
}

function DelegateForm({ agents, onDone }: { agents: readonly Member[]; onDone: () => void }) {
  const t = useTranslations('details.card.delegate')
  const { card } = useOpenCard()
  const standing = agents.find(({ actorId }) => actorId === card.delegation?.agentActorId) ?? agents[0]
  const [agentActorId, setAgent] = useState(standing?.actorId ?? '')
  const edit = useBudgetEdit(null)
  const beforeEdit = useUndoableEdits(card.boardId)
  const form = useForm(async () => {
    const budget = edit.over(null)
    const input = { cardId: card.id, agentActorId, ...(budget && { budget }) }
    const offerUndo = beforeEdit([{ cardId: card.id }], (_, prior) => [inverseOf({ name: 'delegation.set', input }, prior)])
    await api.call('delegation.set', input)
    offerUndo(Promise.resolve(new Map([[card.id, null]])))
    await queryClient.invalidateQueries({ queryKey: cardQuery(card.id).queryKey })
    onDone()
  })
  const choices = agents.map(({ actorId, name }) => [actorId, name] as const)
  return (
    <form className="grid gap-4 p-4" onSubmit={form.submit}>
      <Select label={t('agent')} value={agentActorId} onChange={setAgent} choices={choices} />
      <p className="text-ink-2">{t('intro')}</p>
      <BudgetFields edit={edit} empty={t('unset')} />
      <Problem text={form.problem ?? form.problemOf('budget')} />
      <Button type="submit" variant="primary" busy={form.busy} className="justify-self-end">
        {t('submit')}
      </Button>
    </form>
  )
}
