import { Link } from '@tanstack/react-router'
import { useTranslations } from 'use-intl'
import { api } from '../../api/client.ts'
import { Button } from '../../ui/button.tsx'
import { Problem, useForm } from '../../ui/form/form.tsx'
import { CopyText } from './copy-text.tsx'
import { type Shared, Step } from './step.tsx'
import type { Arrival } from './use-arrival.ts'

/** The first card for the agent: small, and with a question at its end, so that both directions are shown. */
export function CardStep({ isOpen, board, progress, go, arrival }: Shared & { isOpen: boolean; arrival: Arrival | null }) {
  const t = useTranslations('start.card')
  const form = useForm(async () => {
    if (!board || !arrival) return
    const { lists } = await api.call('board.outline', { boardId: board.id })
    const list = lists[0] ?? (await api.call('list.create', { boardId: board.id, name: t('list') }))
    const card = await api.call('card.create', { listId: list.id, title: t('cardTitle'), description: t('cardText') })
    await api.call('delegation.set', { cardId: card.id, agentActorId: arrival.agentId })
    go({ cardKey: card.key })
  })
  const { cardKey } = progress
  return (
    <Step number={5} title={t('title')} done={cardKey !== undefined} isOpen={isOpen}>
      {cardKey === undefined ? (
        <form onSubmit={form.submit} className="grid justify-items-start gap-2">
          <p className="text-ink-2">{t('intro')}</p>
          <Problem text={form.problem} />
          <Button type="submit" variant="primary" busy={form.busy} className="h-9">
            {t('delegate')}
          </Button>
        </form>
      ) : (
        <div className="grid grid-cols-1 gap-3">
          <CopyText label={t('say')} text={t('prompt', { key: cardKey })} />
          <p>
            <Link to="/cards/$key" params={{ key: cardKey }} className="font-medium text-accent underline underline-offset-2">
              {t('watch', { key: cardKey })}
            </Link>
          </p>
        </div>
      )}
    </Step>
  )
}
