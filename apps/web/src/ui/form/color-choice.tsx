import { useTranslations } from 'use-intl'
import { labelColor, labelColors } from '../label-color.tsx'

type Props = {
  /** Null = none. */
  color: string | null
  onColor: (color: string) => void
  /** Also offers no colour, under this name. */
  none?: { name: string; onChoose: () => void }
}

/** The choice of a colour for labels and lists. */
export function ColorChoice({ color, onColor, none }: Props) {
  const t = useTranslations('card')
  const colours = useTranslations('colours')
  return (
    <div role="radiogroup" aria-label={t('colour')} className="flex flex-wrap gap-1 pointer-coarse:-mx-1.5 pointer-coarse:gap-0">
      {none && (
        <Swatch name={none.name} isOn={color === null} onChoose={none.onChoose} className="border border-line-strong border-dashed" />
      )}
      {labelColors.map((one) => (
        <Swatch key={one} name={colours(one)} isOn={one === color} onChoose={() => onColor(one)} fill={labelColor(one)} />
      ))}
    </div>
  )
}

type SwatchProps = { name: string; isOn: boolean; onChoose: () => void; fill?: string; className?: string }

function Swatch({ name, isOn, onChoose, fill, className = '' }: SwatchProps) {
  return (
    <label data-tip={name} className="rounded-full pointer-coarse:p-1.5">
      <input type="radio" name="color" aria-label={name} checked={isOn} onChange={onChoose} className="peer sr-only" />
      <span className="block rounded-full p-0.5 peer-checked:ring-2 peer-checked:ring-ink peer-focus-visible:outline-2 peer-focus-visible:outline-focus">
        <span className={`block size-5 rounded-full pointer-coarse:size-7 ${className}`} style={{ background: fill }} />
      </span>
    </label>
  )
}
