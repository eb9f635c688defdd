import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { Explained } from '../explained.tsx'
import { type Preset, presets, scopeGroupNames, scopeGroups } from './scopes.ts'

const choices: readonly (Preset | 'own')[] = ['work', 'look', 'all', 'own']

/** What a token may do: one of the usual sets, or picked one by one. */
export function ScopePicker({ scopes, onChange }: { scopes: readonly string[]; onChange: (scopes: readonly string[]) => void }) {
  const t = useTranslations('settings.tokens')
  const [chosen, setChosen] = useState<Preset | 'own'>('work')
  const choose = (next: Preset | 'own') => {
    setChosen(next)
    if (next !== 'own') onChange(presets[next])
  }
  return (
    <fieldset className="grid gap-1.5">
      <legend className="mb-1 font-medium text-ink-2 text-sm">{t('may')}</legend>
      {choices.map((choice) => (
        <label
          key={choice}
          className="flex cursor-pointer items-start gap-2 rounded-md border border-line px-3 py-2 has-checked:border-accent has-checked:bg-accent-soft"
        >
          <input type="radio" name="preset" checked={chosen === choice} onChange={() => choose(choice)} className="mt-0.5 accent-accent" />
          <Explained name={t(`presets.${choice}.name`)} about={t(`presets.${choice}.about`)} />
        </label>
      ))}
      {chosen === 'own' && <EachScope scopes={scopes} onChange={onChange} />}
    </fieldset>
  )
}

function EachScope({ scopes, onChange }: { scopes: readonly string[]; onChange: (scopes: readonly string[]) => void }) {
  const t = useTranslations('settings')
  const toggle = (scope: string, on: boolean) => onChange(on ? [...scopes, scope] : scopes.filter((one) => one !== scope))
  return (
    <div className="mt-1 grid gap-3">
      {scopeGroupNames.map((group) => (
        <fieldset key={group}>
          <legend className="mb-1 font-medium text-ink-3 text-xs">{t(`scopeGroups.${group}`)}</legend>
          {scopeGroups[group].map((scope) => (
            <label key={scope} className="flex items-start gap-2 py-1 pointer-coarse:min-h-11">
              <input
                type="checkbox"
                checked={scopes.includes(scope)}
                onChange={(event) => toggle(scope, event.target.checked)}
                className="mt-0.5 size-4 shrink-0 accent-accent"
              />
              <span className="min-w-0">
                <span className="font-medium">{t(`scopes.${scope}.name`)}</span>{' '}
                <code className="font-mono text-ink-3 text-xs">{scope}</code>
                <span className="block text-ink-2 text-sm">{t(`scopes.${scope}.about`)}</span>
              </span>
            </label>
          ))}
        </fieldset>
      ))}
    </div>
  )
}
