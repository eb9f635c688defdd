import { Check, CircleAlert, X } from 'lucide-react'
import { useEffect } from 'react'
import { useTranslations } from 'use-intl'
import { Button, IconButton } from '../button.tsx'
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
    <div data-toast className="flex items-start gap-2 rounded-md border border-line bg-overlay py-2 pr-1 pl-3 shadow-floating">
      <KindIcon done={done} />
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

/** Whether an act was completed or failed. Its box has the height of the message's first line with the space around it. */
export function KindIcon({ done = false }: { done?: boolean | undefined }) {
  const Icon = done ? Check : CircleAlert
  return (
    <span className={`grid h-7 shrink-0 place-items-center ${done ? 'text-accent' : 'text-danger'}`}>
      <Icon size={16} aria-hidden />
    </span>
  )
}
