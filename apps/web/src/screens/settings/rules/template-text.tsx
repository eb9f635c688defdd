import { useRef } from 'react'
import { useTranslations } from 'use-intl'
import { classes } from '../../../ui/classes.ts'
import { inputClasses } from '../../../ui/form/field.tsx'

const placeholders = ['card.key', 'card.title', 'actor.name'] as const

type Props = { label: string; value: string; lines: number; longest: number; onChange: (value: string) => void }

/** A text of a rule. Buttons insert placeholders for the card and the actor. */
export function TemplateText({ label, value, lines, longest, onChange }: Props) {
  const t = useTranslations('automation')
  const area = useRef<HTMLTextAreaElement>(null)
  const insert = (name: string) => {
    const [from, to] = [area.current?.selectionStart ?? value.length, area.current?.selectionEnd ?? value.length]
    onChange(`${value.slice(0, from)}{{${name}}}${value.slice(to)}`)
    area.current?.focus()
  }
  return (
    <span className="grid w-full gap-1">
      <textarea
        ref={area}
        aria-label={label}
        placeholder={label}
        rows={lines}
        value={value}
        maxLength={longest}
        onChange={(event) => onChange(lines === 1 ? event.target.value.replaceAll('\n', ' ') : event.target.value)}
        className={classes(inputClasses, 'field-sizing-content max-h-60 resize-none py-1 text-base')}
      />
      <span className="flex flex-wrap gap-1">
        {placeholders.map((name) => (
          <button
            key={name}
            type="button"
            onClick={() => insert(name)}
            className="inline-flex h-6 items-center rounded-sm bg-hover px-1.5 text-ink-2 text-xs hover:text-ink pointer-coarse:h-9"
          >
            {t(`placeholders.${name}`)}
          </button>
        ))}
      </span>
    </span>
  )
}
