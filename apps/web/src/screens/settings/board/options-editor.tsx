import { ArrowDown, ArrowUp, Plus, X } from 'lucide-react'
import { useTranslations } from 'use-intl'
import { Button, IconButton } from '../../../ui/button.tsx'
import { inputClasses } from '../../../ui/form/field.tsx'

/** An option while it is edited. The key is needed because its text changes. */
export type Option = { key: string; text: string }
export const newOption = (text = ''): Option => ({ key: crypto.randomUUID(), text })

const most = 100

/** The choices of a select field, in their order. Enter adds the next one. */
export function OptionsEditor({ options, onChange }: { options: readonly Option[]; onChange: (options: readonly Option[]) => void }) {
  const t = useTranslations('settings.fields')
  const swap = (from: number, to: number) => {
    const [one, other] = [options[from], options[to]]
    if (one && other) onChange(options.with(from, other).with(to, one))
  }
  const add = (at: number) => onChange(options.toSpliced(at, 0, newOption()))
  return (
    <fieldset className="grid gap-1.5">
      <legend className="mb-1 font-medium text-ink-2 text-sm">{t('options')}</legend>
      {options.map((option, at) => (
        <div key={option.key} className="flex items-center gap-1">
          <input
            aria-label={t('option', { place: at + 1 })}
            value={option.text}
            maxLength={100}
            autoComplete="off"
            // The choice that was just added.
            autoFocus={at > 0 && option.text === ''}
            onChange={(event) => onChange(options.with(at, { ...option, text: event.target.value }))}
            onKeyDown={(event) => {
              if (event.key !== 'Enter' || options.length >= most) return
              event.preventDefault()
              add(at + 1)
            }}
            className={`${inputClasses} h-8 flex-1 pointer-coarse:h-11`}
          />
          <IconButton
            size="sm"
            label={t('up', { place: at + 1 })}
            icon={<ArrowUp size={14} aria-hidden />}
            disabled={at === 0}
            onClick={() => swap(at, at - 1)}
          />
          <IconButton
            size="sm"
            label={t('down', { place: at + 1 })}
            icon={<ArrowDown size={14} aria-hidden />}
            disabled={at === options.length - 1}
            onClick={() => swap(at, at + 1)}
          />
          <IconButton
            size="sm"
            label={t('removeOption', { place: at + 1 })}
            icon={<X size={14} aria-hidden />}
            disabled={options.length === 1}
            onClick={() => onChange(options.toSpliced(at, 1))}
          />
        </div>
      ))}
      <Button
        size="sm"
        variant="quiet"
        className="justify-self-start"
        disabled={options.length >= most}
        onClick={() => add(options.length)}
      >
        <Plus size={14} aria-hidden /> {t('addOption')}
      </Button>
    </fieldset>
  )
}
