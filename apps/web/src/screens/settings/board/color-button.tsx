import { Check } from 'lucide-react'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { classes } from '../../../ui/classes.ts'
import { LabelDot, labelColor, labelColors } from '../../../ui/label-color.tsx'
import { Popover } from '../../../ui/popover.tsx'

type Props = { label: string; color: string; onPick: (color: string) => void; className?: string }

/** The choice of a colour from those for labels; another one, set by the API, stays until a new one is chosen. */
export function ColorButton({ label, color, onPick, className }: Props) {
  const t = useTranslations('colours')
  const [open, setOpen] = useState(false)
  const trigger = (
    <button
      type="button"
      aria-label={label}
      data-tip={label}
      className={classes(
        'grid size-8 shrink-0 place-items-center rounded-md border border-line-strong/60 bg-surface hover:bg-hover pointer-coarse:size-11',
        className,
      )}
    >
      <LabelDot color={color} size="md" />
    </button>
  )
  return (
    <Popover trigger={trigger} title={label} open={open} onOpenChange={setOpen}>
      <div className="grid grid-cols-5 gap-1.5">
        {labelColors.map((choice) => (
          <button
            key={choice}
            type="button"
            aria-label={t(choice)}
            aria-pressed={choice === color}
            data-tip={t(choice)}
            onClick={() => {
              onPick(choice)
              setOpen(false)
            }}
            className="grid h-9 place-items-center rounded-md hover:bg-hover pointer-coarse:h-11"
          >
            <span className="grid size-5 place-items-center rounded-full text-black" style={{ background: labelColor(choice) }}>
              {choice === color && <Check size={14} aria-hidden />}
            </span>
          </button>
        ))}
      </div>
    </Popover>
  )
}
