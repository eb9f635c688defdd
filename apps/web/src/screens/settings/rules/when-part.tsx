import { X } from 'lucide-react'
import { useTranslations } from 'use-intl'
import { IconButton } from '../../../ui/button.tsx'
import { tickClasses } from '../../../ui/form/tick.tsx'
import { asOption, Choice } from '../automation/choice.tsx'
import { useEventNames, useVerbFamilies, type Verb } from '../automation/verbs.ts'
import type { Kind } from './attributes.ts'
import { Block } from './block.tsx'
import type { Filters, OnVerb, Trigger } from './draft.ts'
import { SchedulePart } from './schedule-part.tsx'
import { ValueInput } from './value-input.tsx'

type Filter = keyof Filters
const ofCards = /^(card|comment|agent_session|vcs)\./
/** The filters of a trigger, and the verbs that each applies to. */
const filters: Record<Filter, { kind: Kind; fits: RegExp }> = {
  toListId: { kind: 'list', fits: /^card\.moved$/ },
  listId: { kind: 'list', fits: ofCards },
  labelId: { kind: 'label', fits: ofCards },
  priority: { kind: 'priority', fits: ofCards },
  targetBranch: { kind: 'text', fits: /^vcs\.pr_/ },
  actorKind: { kind: 'actorKind', fits: /./ },
}
const filterNames = Object.keys(filters) as Filter[]

type Props = { trigger: Trigger; onChange: (trigger: Trigger) => void; problem: string | null }

/** The trigger of a rule: an activity, or a schedule. */
export function WhenPart({ trigger, onChange, problem }: Props) {
  const t = useTranslations('automation')
  const kinds = [
    ['verb', t('somethingHappens')],
    ['schedule', t('byTheClock')],
  ] as const
  const kind = 'schedule' in trigger ? 'schedule' : 'verb'
  const turn = (next: string) => {
    if (next === kind) return
    onChange(next === 'verb' ? { verb: 'card.moved' } : { schedule: { cron: '0 9 * * 1', timezone: hereZone() } })
  }
  return (
    <Block word={t('whenTitle')} problem={problem}>
      <div className="flex flex-wrap items-center gap-1.5">
        <Choice label={t('triggerKind')} value={kind} choices={kinds} onChange={turn} />
        {'verb' in trigger && <VerbChoice trigger={trigger} onChange={onChange} />}
      </div>
      {'verb' in trigger ? (
        <>
          <FilterLines trigger={trigger} onChange={onChange} />
          {trigger.verb === 'vcs.pr_merged' && <OrLastClosed trigger={trigger} onChange={onChange} />}
        </>
      ) : (
        <SchedulePart schedule={trigger.schedule} onChange={(schedule) => onChange({ schedule })} />
      )}
    </Block>
  )
}

const hereZone = (): string => new Intl.DateTimeFormat().resolvedOptions().timeZone

type OnVerbProps = { trigger: OnVerb; onChange: (trigger: OnVerb) => void }

function VerbChoice({ trigger, onChange }: OnVerbProps) {
  const t = useTranslations('automation')
  const [families, nameOf] = [useVerbFamilies(), useEventNames()]
  const isOffered = (verb: string): verb is Verb => families.some(({ verbs }) => verbs.some(([one]) => one === verb))
  const choose = (verb: string) => {
    if (!isOffered(verb)) return
    const kept = Object.entries(trigger.filters ?? {}).filter(([filter]) => filters[filter as Filter].fits.test(verb))
    onChange(kept.length > 0 ? { verb, filters: Object.fromEntries(kept) } : { verb })
  }
  const groups = families.map(({ name, verbs }) => ({ name, choices: verbs.map(([verb]) => [verb, nameOf(verb)] as const) }))
  return <Choice label={t('event')} value={trigger.verb} groups={groups} onChange={choose} />
}

function OrLastClosed({ trigger, onChange }: OnVerbProps) {
  const t = useTranslations('automation')
  const put = (orLastClosed: boolean) => onChange({ ...trigger, orLastClosed: orLastClosed || undefined })
  return (
    <label className="flex items-center gap-2 pointer-coarse:min-h-11">
      <input
        type="checkbox"
        checked={trigger.orLastClosed === true}
        onChange={(event) => put(event.target.checked)}
        className={tickClasses}
      />
      {t('orLastClosed')}
    </label>
  )
}

function FilterLines({ trigger, onChange }: OnVerbProps) {
  const t = useTranslations('automation')
  const set = trigger.filters ?? {}
  const put = (next: Filters) => onChange({ ...trigger, filters: Object.keys(next).length > 0 ? next : undefined })
  const shown = filterNames.filter((filter) => set[filter] !== undefined)
  const offered = filterNames.filter((filter) => set[filter] === undefined && filters[filter].fits.test(trigger.verb))
  return (
    <div className="flex flex-wrap items-center gap-x-3 gap-y-1.5">
      {shown.map((filter) => (
        <span key={filter} className="flex max-w-full items-center gap-1.5">
          <span className="text-ink-2">{t(`filters.${filter}`)}</span>
          <ValueInput
            label={t(`filters.${filter}`)}
            kind={filters[filter].kind}
            value={set[filter] ?? ''}
            onChange={(value) => put({ ...set, [filter]: String(value) })}
          />
          <IconButton
            label={t('without', { name: t(`filters.${filter}`) })}
            icon={<X size={14} aria-hidden />}
            onClick={() => put(Object.fromEntries(Object.entries(set).filter(([one]) => one !== filter)))}
          />
        </span>
      ))}
      {offered.length > 0 && (
        <Choice
          label={t('narrow')}
          value=""
          placeholder={t('narrow')}
          choices={offered.map((filter) => [filter, asOption(t(`filters.${filter}`))])}
          onChange={(filter) => put({ ...set, [filter]: filter === 'actorKind' ? 'human' : filter === 'priority' ? 'high' : '' })}
        />
      )}
    </div>
  )
}
