import type { LucideIcon } from 'lucide-react'
import type { ComponentProps } from 'react'
import { Button } from '../../../ui/button.tsx'
import { classes } from '../../../ui/classes.ts'

type Props = Omit<ComponentProps<typeof Button>, 'children'> & { icon: LucideIcon; name: string; 'data-add'?: string }

export function AddButton({ icon: Icon, name, className, ...more }: Props) {
  return (
    <Button size="sm" {...more} className={classes('border-line! bg-transparent font-normal text-ink-2! hover:text-ink!', className)}>
      <Icon size={14} aria-hidden className="shrink-0" /> {name}
    </Button>
  )
}
