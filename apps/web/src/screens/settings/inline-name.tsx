import { useRef } from 'react'
import { classes } from '../../ui/classes.ts'

type Props = { label: string; name: string; maxLength?: number; onRename: (name: string) => void; disabled?: boolean }

/** A name that is changed where it stands: Enter or leaving keeps it, Escape brings the old one back. */
export function InlineName({ label, name, maxLength = 200, onRename, disabled = false }: Props) {
  const field = useRef<HTMLInputElement>(null)
  const keep = () => {
    const typed = field.current?.value.trim() ?? ''
    if (typed !== '' && typed !== name) onRename(typed)
    if (typed === '' && field.current) field.current.value = name
  }
  if (disabled) return <span className="truncate">{name}</span>
  return (
    <input
      key={name}
      ref={field}
      aria-label={label}
      defaultValue={name}
      maxLength={maxLength}
      autoComplete="off"
      onBlur={keep}
      onKeyDown={(event) => {
        if (event.key === 'Escape' && field.current) field.current.value = name
        if (event.key === 'Escape' || event.key === 'Enter') event.currentTarget.blur()
      }}
      className={classes(
        'h-8 w-full min-w-0 rounded-md border border-transparent bg-transparent px-1.5 font-medium text-md hover:border-line-strong pointer-coarse:h-11',
        'focus:border-line-strong focus:bg-surface',
      )}
    />
  )
}
