import { Dialog as Base } from '@base-ui/react/dialog'
import type { ReactNode, RefObject } from 'react'

type Props = {
  title: string
  /** Escape: returns whether there was a step to go back to. */
  onBack: () => boolean
  onClose: () => void
  field: RefObject<HTMLInputElement | null>
  children: ReactNode
}

/** A search field with its results, in front of everything else; on a phone at the top, where the on-screen keyboard leaves room. */
export function PaletteFrame({ title, onBack, onClose, field, children }: Props) {
  const change = (open: boolean, reason: string) => {
    if (open || (reason === 'escape-key' && onBack())) return
    onClose()
  }
  return (
    <Base.Root open onOpenChange={(open, { reason }) => change(open, reason)}>
      <Base.Portal>
        <Base.Backdrop
          forceRender
          className="fixed inset-0 z-40 bg-scrim transition-opacity duration-150 data-ending-style:opacity-0 data-starting-style:opacity-0"
        />
        <Base.Viewport className="fixed inset-0 z-40 flex flex-col items-center md:px-6 md:pt-[12vh]">
          <Base.Popup
            data-palette
            initialFocus={field}
            className="w-full max-w-xl bg-overlay shadow-floating outline-none transition duration-150 data-ending-style:opacity-0 data-starting-style:opacity-0 max-md:rounded-b-lg md:rounded-lg"
          >
            <Base.Title className="sr-only">{title}</Base.Title>
            {children}
          </Base.Popup>
        </Base.Viewport>
      </Base.Portal>
    </Base.Root>
  )
}
