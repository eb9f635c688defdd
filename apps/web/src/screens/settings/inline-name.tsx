import { useRewriting } from '../../mutations/use-rewriting.ts'
import { classes } from '../../ui/classes.ts'

type Props = { label: string; name: string; maxLength?: number; onRename: (name: string) => Promise<boolean>; disabled?: boolean }

/** A name that is changed where it stands. */
export function InlineName({ label, name, maxLength = 200, onRename, disabled = false }: Props) {
  const field = useRewriting({ kept: name, save: onRename })
  if (disabled) return <span className="truncate">{name}</span>
  return (
    <input
      {...field}
      aria-label={label}
      maxLength={maxLength}
      autoComplete="off"
      className={classes(
        'h-8 w-full min-w-0 rounded-md border border-transparent bg-transparent px-1.5 font-medium text-md hover:border-line-strong pointer-coarse:h-11',
        'focus:border-line-strong focus:bg-surface',
      )}
    />
  )
}
