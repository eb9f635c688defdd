import type { Webhook } from '@tandem/contract'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { queryClient } from '../../../api/query-client.ts'
import { useWrite } from '../../../mutations/use-write.ts'
import { Button } from '../../../ui/button.tsx'
import { Confirm } from '../automation/confirm.tsx'
import { useItem } from '../automation/item.tsx'
import { Part } from '../page.tsx'

export function WebhookEnd({ webhook: { id: webhookId, boardId, url } }: { webhook: Webhook }) {
  const t = useTranslations('automation.webhooks')
  const write = useWrite()
  const { open } = useItem()
  const [asking, setAsking] = useState(false)
  const remove = async () => {
    const gone = await write('webhook.delete', { boardId: boardId ?? '', webhookId }, { failed: 'edit' })
    await queryClient.invalidateQueries({ queryKey: ['webhooks', boardId] })
    if (gone) await open()
  }
  return (
    <Part title={t('end')} intro={t('endIntro')} danger>
      <Button variant="danger" onClick={() => setAsking(true)}>
        {t('delete')}
      </Button>
      {asking && <Confirm title={t('deleteOf')} text={url} does={t('delete')} onConfirm={remove} onClose={() => setAsking(false)} />}
    </Part>
  )
}
