import type { InputOf } from '@tandem/contract'
import { useTranslations } from 'use-intl'

export type Template = NonNullable<InputOf<'board.create'>['template']>
/** The lists of each template, drawn as bars. */
export const templates: readonly [Template, number][] = [
  ['kanban', 3],
  ['agent-pipeline', 5],
  ['empty', 0],
]

export function TemplateChoice({ chosen, onChoose }: { chosen: Template; onChoose: (template: Template) => void }) {
  const t = useTranslations('boards')
  return (
    <fieldset>
      <legend className="mb-1 font-medium text-ink-2 text-sm">{t('template')}</legend>
      <div className="grid gap-1.5">
        {templates.map(([choice, lists]) => (
          <label
            key={choice}
            className="flex cursor-pointer items-center gap-3 rounded-md border border-line-strong px-3 py-2 has-checked:border-accent has-checked:bg-accent-soft has-focus-visible:outline-2 has-focus-visible:outline-focus"
          >
            <input type="radio" name="template" className="sr-only" checked={chosen === choice} onChange={() => onChoose(choice)} />
            <Bars count={lists} />
            <span>
              <span className="block font-medium">{t(`templates.${choice}.name`)}</span>
              <span className="block text-ink-2 text-sm">{t(`templates.${choice}.about`)}</span>
            </span>
          </label>
        ))}
      </div>
    </fieldset>
  )
}

const heights = [18, 12, 22, 9, 15]

function Bars({ count }: { count: number }) {
  return (
    <svg aria-hidden width="44" height="26" viewBox="0 0 44 26" className="shrink-0 text-accent">
      {heights.slice(0, count).map((height, at) => (
        <rect key={height} x={1 + at * 8.7} y="2" width="6.5" height={height} rx="1.5" fill="currentColor" fillOpacity={0.75} />
      ))}
      {count === 0 && (
        <rect x="1.5" y="2.5" width="41" height="21" rx="3" fill="none" stroke="currentColor" strokeOpacity="0.6" strokeDasharray="3 3" />
      )}
    </svg>
  )
}
