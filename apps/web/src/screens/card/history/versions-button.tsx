import { History } from 'lucide-react'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { IconButton } from '../../../ui/button.tsx'
import { LazyInFront } from '../../../ui/loading/lazy-boundary.tsx'
import { lazyPart } from '../../../ui/loading/lazy-part.ts'
import { useCardCommands } from '../use-card-commands.ts'

const Versions = lazyPart(() => import('./versions-dialog.tsx'))

/** Opens the versions of the description. */
export function VersionsButton() {
  const t = useTranslations('details.versions')
  const [isOpen, setOpen] = useState(false)
  useCardCommands({ versions: () => setOpen(true) })
  return (
    <>
      <IconButton size="sm" label={t('title')} icon={<History size={14} aria-hidden />} onClick={() => setOpen(true)} />
      {isOpen && (
        <LazyInFront onClose={() => setOpen(false)}>
          <Versions onClose={() => setOpen(false)} />
        </LazyInFront>
      )}
    </>
  )
}
