import { useTranslations } from 'use-intl'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'

type Props = { count: number; list: string; onAll: () => void; onOne: () => void; onClose: () => void }

/** Confirms the creation of many cards from as many lines. */
export function AskMany({ count, list, onAll, onOne, onClose }: Props) {
  const t = useTranslations('list')
  return (
    <Dialog title={t('addMany.title', { count })} onClose={onClose}>
      <div className="grid gap-4 p-4">
        <p className="text-md">{t('addMany.text', { count, list })}</p>
        <div className="flex justify-end gap-2">
          <Button variant="quiet" onClick={onOne}>
            {t('addMany.one')}
          </Button>
          <Button variant="primary" autoFocus onClick={onAll}>
            {t('addMany.add', { count })}
          </Button>
        </div>
      </div>
    </Dialog>
  )
}
