import { useTranslations } from 'use-intl'
import { Button } from '../button.tsx'

type Props = { theirs: string; onMine: () => void; onTheirs: () => void }

/** Another user has saved this line during the edit: its author chooses which of the two stays. */
export function Overtaken({ theirs, onMine, onTheirs }: Props) {
  const t = useTranslations('overtaken')
  return (
    <div
      role="alert"
      className="mt-1 flex flex-wrap items-center gap-2 rounded-md bg-awaiting-soft px-2 py-1.5 font-normal text-awaiting text-base"
    >
      <span className="min-w-0 flex-1 basis-40 [overflow-wrap:anywhere]">{theirs === '' ? t('emptied') : t('changed', { theirs })}</span>
      <Button size="sm" onClick={onTheirs}>
        {t('theirs')}
      </Button>
      <Button size="sm" onClick={onMine}>
        {t('mine')}
      </Button>
    </div>
  )
}
