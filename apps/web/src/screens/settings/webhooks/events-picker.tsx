import { ChevronRight } from 'lucide-react'
import { useTranslations } from 'use-intl'
import { tickClasses } from '../../../ui/form/tick.tsx'
import { useEventNames, useVerbFamilies } from '../automation/verbs.ts'

const mostSelectors = 32

type Props = { events: readonly string[]; onChange: (events: string[]) => void }

/** The choice of events: all of them, whole families, or single ones. */
export function EventsPicker({ events, onChange }: Props) {
  const t = useTranslations('automation.events')
  const families = useVerbFamilies()
  const all = events.includes('*')
  const toggle = (selector: string, on: boolean, instead: readonly string[] = []) => {
    const kept = events.filter((one) => one !== selector && !instead.includes(one))
    onChange(on ? [...kept, selector] : kept)
  }
  return (
    <fieldset className="grid gap-2">
      <legend className="mb-1 font-medium text-ink-2 text-sm">{t('title')}</legend>
      <Check label={t('all')} on={all} onChange={(on) => onChange(on ? ['*'] : [])} />
      {!all && (
        <ul className="overflow-hidden rounded-lg border border-line">
          {families.map(({ family, name, verbs }) => (
            <Family key={family} name={name} selector={`${family}.*`} verbs={verbs} events={events} onToggle={toggle} />
          ))}
        </ul>
      )}
      {events.length > mostSelectors && <p className="text-danger text-sm">{t('tooMany', { most: mostSelectors })}</p>}
    </fieldset>
  )
}

export const isPicked = (events: readonly string[]): boolean => events.length > 0 && events.length <= mostSelectors

type FamilyProps = {
  name: string
  selector: string
  verbs: readonly (readonly [string, string])[]
  events: readonly string[]
  onToggle: (selector: string, on: boolean, instead?: readonly string[]) => void
}

function Family({ name, selector, verbs, events, onToggle }: FamilyProps) {
  const t = useTranslations('automation.events')
  const nameOf = useEventNames()
  const names = verbs.map(([verb]) => verb)
  const whole = events.includes(selector)
  const some = names.filter((verb) => events.includes(verb)).length
  return (
    <li className="border-line border-b bg-surface last:border-b-0">
      <details className="group">
        <summary className="flex min-h-9 list-none items-center gap-2 px-2 hover:bg-hover pointer-coarse:min-h-11">
          <ChevronRight size={14} aria-hidden className="shrink-0 text-ink-3 group-open:rotate-90" />
          <span className="flex-1">{name}</span>
          <span className="text-ink-3 text-sm">{whole ? t('allOf') : some > 0 ? t('some', { count: some }) : ''}</span>
        </summary>
        <div className="grid gap-0.5 px-2 pb-2 pl-7">
          <Check label={t('wholeFamily')} on={whole} onChange={(on) => onToggle(selector, on, names)} />
          {verbs.map(([verb]) => (
            <Check
              key={verb}
              label={nameOf(verb)}
              on={whole || events.includes(verb)}
              disabled={whole}
              onChange={(on) => onToggle(verb, on)}
            />
          ))}
        </div>
      </details>
    </li>
  )
}

type CheckProps = { label: string; on: boolean; disabled?: boolean; onChange: (on: boolean) => void }

function Check({ label, on, disabled, onChange }: CheckProps) {
  return (
    <label className="flex min-h-7 items-center gap-2 pointer-coarse:min-h-11">
      <input
        type="checkbox"
        checked={on}
        disabled={disabled}
        onChange={(event) => onChange(event.target.checked)}
        className={tickClasses}
      />
      <span className="first-letter:uppercase">{label}</span>
    </label>
  )
}

/** A short list of the events that a webhook subscribes to. */
export function useEventsWords(): (events: readonly string[]) => string {
  const t = useTranslations('automation.events')
  const families = useVerbFamilies()
  return (events) => {
    if (events.includes('*')) return t('all')
    const whole = families.filter(({ family }) => events.includes(`${family}.*`)).map(({ name }) => name)
    const single = events.filter((one) => !one.endsWith('.*'))
    if (single.length === 0) return whole.join(', ')
    return [...whole, t(whole.length === 0 ? 'singles' : 'moreSingles', { count: single.length })].join(', ')
  }
}
