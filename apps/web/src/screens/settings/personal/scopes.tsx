import type { Scope } from '@tandem/contract'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { boardsQuery } from '../../../api/queries.ts'
import { classes } from '../../../ui/classes.ts'
import { Dotted } from '../../../ui/dotted.tsx'
import { Explained, tickClasses } from '../../../ui/form/tick.tsx'

/** Scopes by the kind of access, from reading to administration. Texts: `settings.scopes`. */
const scopeGroups = {
  read: ['boards:read', 'sessions:read', 'notifications:read'],
  work: ['cards:write', 'comments:write', 'sessions:write', 'notifications:write'],
  shape: ['boards:write', 'members:write', 'webhooks:write', 'integrations:write'],
  rule: ['agents:write', 'tokens:write', 'admin'],
} as const satisfies Record<string, readonly Scope[]>

type ScopeGroup = keyof typeof scopeGroups
const scopeGroupNames: readonly ScopeGroup[] = ['read', 'work', 'shape', 'rule']

const everyScope: readonly Scope[] = Object.values(scopeGroups).flat()
const isScope = (text: string): text is Scope => everyScope.some((scope) => scope === text)

/** Presets for common uses of a token, so that people need not know scopes. */
export const presets = {
  work: ['boards:read', 'cards:write', 'comments:write', 'sessions:read', 'sessions:write', 'notifications:read', 'notifications:write'],
  look: ['boards:read', 'sessions:read'],
  all: ['admin', 'sessions:write', 'notifications:write'],
} as const satisfies Record<string, readonly Scope[]>

type Preset = keyof typeof presets

const leash = 'board:'
const boardsIn = (scopes: readonly string[]): string[] =>
  scopes.filter((scope) => scope.startsWith(leash)).map((scope) => scope.slice(leash.length))
export const leashTo = (boardId: string): string => leash + boardId

const choices: readonly (Preset | 'own')[] = ['work', 'look', 'all', 'own']

/** The choice of a token's scopes: one of the presets, or each by itself. */
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
          <input
            type="radio"
            name="preset"
            checked={chosen === choice}
            onChange={() => choose(choice)}
            className={classes('mt-0.5', tickClasses)}
          />
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
                className={classes('mt-0.5', tickClasses)}
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

/** The scopes and boards of a credential, in a line; the raw scopes on hover. */
export function ScopeSummary({ scopes }: { scopes: readonly string[] }) {
  const t = useTranslations('settings')
  const boards = useQuery(boardsQuery).data ?? []
  const plain = scopes.filter(isScope)
  const leash = boardsIn(scopes).map((id) => boards.find((board) => board.id === id)?.name ?? t('tokens.otherBoard'))
  return (
    <>
      <span title={plain.join(' ')} className="min-w-0">
        <Dotted facts={plain.map((scope) => t(`scopes.${scope}.name`))} />
      </span>
      <span>{leash.length === 0 ? t('tokens.everyBoard') : t('tokens.onlyBoards', { boards: leash.join(', ') })}</span>
    </>
  )
}
