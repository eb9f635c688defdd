import { X } from 'lucide-react'
import { useEffect } from 'react'
import { useTranslations } from 'use-intl'
import { Button, IconButton } from '../button.tsx'
import { classes } from '../classes.ts'
import type { Said } from './toast.tsx'

const shownMs = 8_000

/** Shows toasts while the code of the animated ones cannot be loaded: the same texts, without motion. */
export function PlainToasts({ said, onTaken }: { said: readonly Said[]; onTaken: () => void }) {
  const t = useTranslations('common')
  useEffect(() => {
    const timer = said.length > 0 ? setTimeout(onTaken, shownMs) : undefined
    return () => clearTimeout(timer)
  }, [said, onTaken])
  return (
    <div
      role="status"
      className="fixed inset-x-3 bottom-20 z-50 grid gap-2 md:inset-x-auto md:right-4 md:bottom-4 md:w-96 in-[:root:has([data-bulk-bar])]:bottom-46 md:in-[:root:has([data-bulk-bar])]:bottom-18"
    >
      {said.slice(-3).map(({ title, text, done, action }) => (
        <div
          key={`${title} ${text ?? ''}`}
          data-toast
          className={classes(
            'flex items-start gap-2 rounded-md border border-line border-l-4 bg-overlay py-2 pr-1 pl-3 shadow-floating',
            done ? 'border-l-accent' : 'border-l-danger',
          )}
        >
          <div className="min-w-0 flex-1 py-1">
            <p className="font-medium">{title}</p>
            {text && <p className="whitespace-pre-line text-ink-2 text-sm">{text}</p>}
          </div>
          {action && (
            <Button
              size="sm"
              variant="quiet"
              onClick={() => {
                onTaken()
                action.run()
              }}
            >
              {action.name}
            </Button>
          )}
          <IconButton size="sm" label={t('close')} icon={<X size={14} aria-hidden />} onClick={onTaken} />
        </div>
      ))}
    </div>
  )
}
