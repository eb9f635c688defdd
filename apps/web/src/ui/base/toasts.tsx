import { Toast as Base } from '@base-ui/react/toast'
import { X } from 'lucide-react'
import { useEffect, useRef } from 'react'
import { useTranslations } from 'use-intl'
import { IconButton } from '../button.tsx'
import { classes } from '../classes.ts'
import { atEdge, KindIcon } from '../toasts/plain-toasts.tsx'
import type { Said } from '../toasts/toast.tsx'

export function Toasts({ said, onTaken }: { said: readonly Said[]; onTaken: () => void }) {
  const t = useTranslations('common')
  return (
    <Base.Provider timeout={8_000}>
      <Base.Portal>
        {/* Reached by F6. Not a live region, because each toast is one: it would be announced twice. */}
        <Base.Viewport aria-label={t('notifications')} aria-live="off" className={atEdge}>
          <Taking said={said} onTaken={onTaken} />
          <Shown />
        </Base.Viewport>
      </Base.Portal>
    </Base.Provider>
  )
}

function Taking({ said, onTaken }: { said: readonly Said[]; onTaken: () => void }) {
  const { add, close } = Base.useToastManager()
  const latest = useRef(new Map<string, Said>())
  useEffect(() => {
    if (said.length === 0) return
    for (const toast of said) {
      const { title, text, done, action, kind, over } = toast
      const pressed = action && { children: action.name, onClick: () => (close(id), action.run()) }
      const id = add({
        title,
        description: text,
        type: done ? 'done' : 'error',
        actionProps: pressed,
        ...(kind !== undefined && { id: kind }),
      })
      latest.current.set(id, toast)
      // A later message of the same kind stays.
      void over?.then(() => latest.current.get(id) === toast && close(id))
    }
    onTaken()
  }, [said, onTaken, add, close])
  return null
}

function Shown() {
  const t = useTranslations('common')
  const { toasts: shown } = Base.useToastManager()
  return shown.map((toast) => (
    <Base.Root
      key={toast.id}
      toast={toast}
      // Announced by its own region, and no dialog, because it needs no answer.
      role={toast.type === 'error' ? 'alert' : 'status'}
      aria-modal={undefined}
      data-toast
      className="rounded-md border border-line bg-overlay shadow-floating transition data-ending-style:opacity-0 data-starting-style:opacity-0"
    >
      <Base.Content className={classes('flex gap-2 py-2 pr-1 pl-3', toast.description ? 'items-start' : 'items-center')}>
        <KindIcon done={toast.type !== 'error'} />
        <div className="min-w-0 flex-1 py-1">
          <Base.Title className="font-medium" />
          <Base.Description className="whitespace-pre-line text-ink-2 text-sm" />
        </div>
        {toast.actionProps && (
          <Base.Action className="min-h-7 shrink-0 rounded-md px-2 font-medium text-accent hover:bg-accent-soft pointer-coarse:min-h-11" />
        )}
        {/* The library hides it from screen readers until the toasts are spread out. */}
        <Base.Close aria-hidden={false} render={<IconButton size="sm" label={t('close')} icon={<X size={14} aria-hidden />} />} />
      </Base.Content>
    </Base.Root>
  ))
}
