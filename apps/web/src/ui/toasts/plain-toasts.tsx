import { X } from 'lucide-react'
import { useEffect } from 'react'
import { useTranslations } from 'use-intl'
import { Button, IconButton } from '../button.tsx'
import { classes } from '../classes.ts'
import type { Said } from './toast.tsx'

const shownMs = 8_000

/** Shows toasts while the code of the animated ones cannot be loaded: the same texts, without motion. */
export function PlainToasts({ said, onTaken }: { said: readonly Said[]; onTaken: () => void }) {
  useEffect(() => {
    const timer = said.length > 0 ? setTimeout(onTaken, shownMs) : undefined
    return () => clearTimeout(timer)
  }, [said, onTaken])
  return (
    <div role="status" className={atEdge}>
      {said.slice(-3).map(({ action, ...words }) => {
        const act = action && { name: action.name, run: () => (onTaken(), action.run()) }
        return <PlainToast key={`${words.title} ${words.text ?? ''}`} {...words} {...(act && { action: act })} onClose={onTaken} />
      })}
    </div>
  )
}

export const atEdge = 'toasts-at-edge fixed z-50 grid gap-2'

export function PlainToast({ title, text, done, action, onClose }: Said & { onClose?: (() => void) | undefined }) {
  const t = useTranslations('common')
  return (
    <div
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
        <Button size="sm" variant="quiet" onClick={action.run}>
          {action.name}
        </Button>
      )}
      {onClose && <IconButton size="sm" label={t('close')} icon={<X size={14} aria-hidden />} onClick={onClose} />}
    </div>
  )
}
