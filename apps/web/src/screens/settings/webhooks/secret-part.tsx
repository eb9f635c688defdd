import type { Webhook } from '@tandem/contract'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { useWrite } from '../../../mutations/use-write.ts'
import { Button } from '../../../ui/button.tsx'
import { OnceSecrets } from '../automation/once-secret.tsx'
import { ConfirmDialog } from '../confirm-dialog.tsx'
import { Part } from '../page.tsx'

/** A new secret. The old one also signs for a day, so that receivers can change over without losing deliveries. */
export function SecretPart({ webhook: { id: webhookId, boardId } }: { webhook: Webhook }) {
  const t = useTranslations('automation.webhooks')
  const write = useWrite()
  const [asking, setAsking] = useState(false)
  const [secret, setSecret] = useState<string | null>(null)
  const rotate = async () => {
    const done = await write('webhook.update', { boardId: boardId ?? '', webhookId, rotateSecret: true }, { failed: 'edit' })
    setSecret(done?.answer.secret ?? null)
  }
  return (
    <Part title={t('secret')} intro={t('rotateIntro')}>
      {secret === null ? (
        <Button onClick={() => setAsking(true)}>{t('rotate')}</Button>
      ) : (
        <OnceSecrets intro={t('rotated')} secrets={[{ label: t('secret'), text: secret }]} onDone={() => setSecret(null)} />
      )}
      {asking && (
        <ConfirmDialog variant="primary" title={t('rotateOf')} action={t('rotate')} onConfirm={rotate} onClose={() => setAsking(false)}>
          <p>{t('rotateText')}</p>
        </ConfirmDialog>
      )}
    </Part>
  )
}
