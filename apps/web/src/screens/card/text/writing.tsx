import { useEffect, useRef, useState } from 'react'
import { useTranslations } from 'use-intl'
import { Button } from '../../../ui/button.tsx'
import { TextBox } from './text-box.tsx'

type Props = {
  text: string
  onText: (text: string) => void
  onSend: () => Promise<void>
  label: string
  action: string
  placeholder: string
  autoFocus?: boolean
  onCancel?: () => void
}

/** A text and the button that sends it. A text that could not be sent stays. */
export function Writing({ text, onText, onSend, label, action, placeholder, autoFocus, onCancel }: Props) {
  const t = useTranslations('card')
  const [busy, setBusy] = useState(false)
  const form = useRef<HTMLFormElement>(null)
  const hasText = text !== ''
  // Its button comes with the first letter; what was sent pushes the empty field down.
  useEffect(() => {
    const drawn = requestAnimationFrame(() => form.current?.contains(document.activeElement) && showWhole(form.current))
    return () => cancelAnimationFrame(drawn)
    // oxlint-disable-next-line react/exhaustive-effect-dependencies -- the height changes with it
  }, [hasText])
  const send = async () => {
    if (text.trim() === '' || busy) return
    setBusy(true)
    await onSend()
    setBusy(false)
  }
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- the focus of the field within
    <form
      ref={form}
      className="grid scroll-mb-3 grid-cols-1 gap-2"
      onFocus={({ currentTarget }) => requestAnimationFrame(() => showWhole(currentTarget))}
      onSubmit={(event) => {
        event.preventDefault()
        void send()
      }}
    >
      <TextBox
        label={label}
        text={text}
        onText={onText}
        onSend={() => void send()}
        hint={placeholder}
        {...(autoFocus && { autoFocus })}
        {...(onCancel && { onEscape: onCancel })}
      />
      {(text !== '' || onCancel) && (
        <div className="flex gap-2">
          <Button type="submit" variant="primary" busy={busy}>
            {action}
          </Button>
          {onCancel && (
            <Button variant="quiet" onClick={onCancel}>
              {t('cancel')}
            </Button>
          )}
        </div>
      )}
    </form>
  )
}

/** Not a long text, whose caret might be scrolled away. */
function showWhole(form: HTMLFormElement): void {
  if (form.offsetHeight < window.innerHeight / 2) form.scrollIntoView({ block: 'nearest' })
}
