import type { ComponentProps, ReactNode } from 'react'
import { classes } from './classes.ts'
import { Spinner } from './spinner.tsx'

type Variant = 'primary' | 'plain' | 'quiet' | 'danger'

const base =
  'inline-flex select-none items-center justify-center gap-1.5 rounded-md font-medium whitespace-nowrap transition-colors disabled:cursor-not-allowed disabled:opacity-55 pointer-coarse:min-h-11'

const variants: Record<Variant, string> = {
  primary: 'bg-accent text-on-accent hover:not-disabled:bg-accent-strong',
  plain: 'border border-line-strong/60 bg-surface text-ink hover:not-disabled:bg-hover',
  quiet: 'text-ink-2 hover:not-disabled:bg-hover hover:not-disabled:text-ink data-popup-open:bg-hover',
  danger: 'bg-danger text-on-danger hover:not-disabled:brightness-110',
}

type ButtonProps = ComponentProps<'button'> & { variant?: Variant; size?: 'sm' | 'md'; busy?: boolean }

export function Button({ variant = 'plain', size = 'md', busy = false, className, children, disabled, ...more }: ButtonProps) {
  const room = size === 'sm' ? 'h-7 px-2 text-sm' : 'h-8 px-3 text-base'
  return (
    <button
      type="button"
      {...more}
      disabled={disabled || busy}
      className={classes(base, variants[variant], room, busy && 'relative', className)}
    >
      {busy ? <Busy>{children}</Busy> : children}
    </button>
  )
}

/** Keeps its width while busy, so that nothing beside it moves; its name stays for screen readers. */
function Busy({ children }: { children: ReactNode }) {
  return (
    <>
      <span className="absolute inset-0 grid place-items-center">
        <Spinner />
      </span>
      <span className="inline-flex min-w-0 items-center gap-1.5 opacity-0">{children}</span>
    </>
  )
}

type IconButtonProps = Omit<ComponentProps<'button'>, 'children' | 'aria-label'> & {
  label: string
  icon: ReactNode
  variant?: Variant
  size?: 'sm' | 'md'
}

/** A button with an icon: its name is in a tooltip and for screen readers. */
export function IconButton({ label, icon, variant = 'quiet', size = 'md', className, ...more }: IconButtonProps) {
  return (
    <button type="button" {...more} aria-label={label} data-tip={label} className={iconLook(variant, size, className)}>
      {icon}
    </button>
  )
}

/** The shape of an icon button, also used for links. */
export function iconLook(variant: Variant = 'quiet', size: 'sm' | 'md' = 'md', className?: string): string {
  const room = size === 'sm' ? 'size-7 pointer-coarse:min-w-9 pointer-coarse:min-h-9' : 'size-8 pointer-coarse:min-w-11'
  return classes(base, variants[variant], room, 'shrink-0', className)
}
