import type { ReactNode } from 'react'
import { useFormatter, useTranslations } from 'use-intl'
import { wholeDay } from '../../../ui/date-styles.ts'
import { useVerbWords } from '../automation/verbs.ts'
import { useBoardSettings } from '../board-context.ts'
import { fieldNamed, isAttribute, type Kind, kindOf, payloadPrefix, useAttributeName } from './attributes.ts'
import { useChoices } from './choices.ts'
import type { Action, Condition, Definition, Filters, Schedule, Trigger } from './draft.ts'
import { timingOf } from './schedule-presets.ts'

const strong = (text: ReactNode) => <b className="font-medium text-ink">{text}</b>

/** A value of a rule by its name. */
export function useValueWords(): (kind: Kind, value: unknown, field?: string) => string {
  const t = useTranslations('automation')
  const format = useFormatter()
  const choices = useChoices()
  return (kind, value, field) => {
    const choice = choices(kind, field)
    if (choice) return choice.find(([one]) => one === String(value).toLowerCase() || one === String(value))?.[1] ?? t('gone')
    if (kind === 'date' && /^\d{4}-\d\d-\d\d/.test(String(value))) return format.dateTime(new Date(String(value)), wholeDay)
    return t('quoted', { text: String(value) })
  }
}

/** The parts of a condition as a sentence. `most`: the longest text of a value, in characters. */
export function useConditionParts(): (condition: Condition, most?: number) => { what: string; how: string; values: string[] } {
  const t = useTranslations('automation')
  const { board } = useBoardSettings()
  const words = useValueWords()
  const attributeName = useAttributeName()
  return ({ field, op, value }, most = Number.POSITIVE_INFINITY) => {
    const kind = kindOf(field, board.fields)
    const cut = (one: unknown) => (kind === 'text' ? short(String(one), most) : one)
    const what = isAttribute(field)
      ? attributeName(field)
      : field.startsWith(payloadPrefix)
        ? t('payloadKey', { key: field.slice(payloadPrefix.length) })
        : (fieldNamed(field, board.fields)?.name ?? t('gone'))
    const values = (value === undefined ? [] : [value].flat()).map((one) => words(kind, cut(one), field))
    const how = kind === 'date' && (op === 'gt' || op === 'lt') ? t(`dateOps.${op}`) : t(`ops.${op}`)
    return { what, how, values }
  }
}

export function useConditionWords(): (condition: Condition) => ReactNode {
  const parts = useConditionParts()
  return (condition) => {
    const { what, how, values } = parts(condition)
    return (
      <>
        {what} {how} {strong(values.join(', '))}
      </>
    )
  }
}

const short = (text: string, most: number) => (text.length > most ? `${text.slice(0, most)} …` : text)

const filterKinds: Record<keyof Filters, Kind> = {
  listId: 'list',
  toListId: 'list',
  labelId: 'label',
  priority: 'priority',
  actorKind: 'actorKind',
  targetBranch: 'text',
}

/** The value of a filter. `most`: its longest text, in characters. */
export function useFilterValue(): (filter: keyof Filters, value: string, most?: number) => string {
  const words = useValueWords()
  return (filter, value, most = Number.POSITIVE_INFINITY) => {
    const kind = filterKinds[filter]
    return words(kind, kind === 'text' ? short(value, most) : value)
  }
}

function useTriggerWords(): (trigger: Trigger) => ReactNode {
  const t = useTranslations('automation')
  const verbWords = useVerbWords()
  const filterValue = useFilterValue()
  const schedule = useScheduleWords()
  return (trigger) => {
    if ('schedule' in trigger) return schedule(trigger.schedule)
    const filters = Object.entries(trigger.filters ?? {}).filter(([, value]) => value !== undefined) as [keyof Filters, string][]
    const filterWords = () =>
      filters.map(([filter, value], at) => (
        <span key={filter}>
          {at === 0 ? '' : ', '}
          {t.rich(`filterWords.${filter}`, { value: filterValue(filter, value), b: strong })}
        </span>
      ))
    const verb = verbWords(trigger.verb)
    return (
      <>
        {filters.length === 0 ? verb : t.rich('filtered', { verb, filters: filterWords })}
        {trigger.orLastClosed && ` ${t('orLastClosed')}`}
      </>
    )
  }
}

function useScheduleWords(): (schedule: Schedule) => ReactNode {
  const t = useTranslations('automation.schedule')
  const weekdays = useWeekdays()
  const format = useFormatter()
  return ({ cron, timezone }) => {
    const { rhythm, time, weekday, day } = timingOf(cron)
    const [hours, minutes] = time.split(':').map(Number)
    // A time of day in the zone of the schedule: it is formatted as it is written.
    const clock = format.dateTime(new Date(Date.UTC(2026, 0, 1, hours, minutes)), { timeStyle: 'short', timeZone: 'UTC' })
    const said = { time: clock, minute: time.slice(3), weekday: weekdays[weekday] ?? '', day, cron, timezone, b: strong }
    return t.rich(`words.${rhythm}`, said)
  }
}

/** Sunday is 0, as in cron. */
export function useWeekdays(): string[] {
  const format = useFormatter()
  // The first of them is a Sunday.
  return [4, 5, 6, 7, 8, 9, 10].map((day) => format.dateTime(new Date(Date.UTC(2026, 0, day, 12)), { weekday: 'long', timeZone: 'UTC' }))
}

export function useActionWords(): (action: Action) => ReactNode {
  const t = useTranslations('automation.does')
  const { board } = useBoardSettings()
  const words = useValueWords()
  const rich = (key: Parameters<typeof t.rich>[0], value: string, more: string = '') => t.rich(key, { value, more, b: strong })
  const ofRules = useTranslations('automation')
  const quoted = (text: string) => ofRules('quoted', { text: short(text, 60) })
  const said: { [T in Action['type']]: (action: Extract<Action, { type: T }>) => ReactNode } = {
    move_card: ({ listId, position }) => rich(position ? `move.${position}` : 'move_card', words('list', listId)),
    add_label: ({ labelId }) => rich('add_label', words('label', labelId)),
    remove_label: ({ labelId }) => rich('remove_label', words('label', labelId)),
    assign: ({ actorId }) => rich('assign', words('person', actorId)),
    delegate: ({ agentActorId }) => rich('delegate', words('agent', agentActorId)),
    set_priority: ({ priority }) => rich('set_priority', words('priority', priority)),
    set_field({ fieldId, value }) {
      const field = board.fields.find(({ id }) => id === fieldId)
      const name = field?.name ?? words('label', '')
      return value === null
        ? rich('clear_field', name)
        : rich('set_field', name, words(kindOf(`field.${fieldId}`, board.fields), value, `field.${fieldId}`))
    },
    complete_card: () => t('complete_card'),
    reopen_card: () => t('reopen_card'),
    archive_card: () => t('archive_card'),
    create_card: ({ title, listId }) => rich('create_card', quoted(title), words('list', listId)),
    add_comment: ({ body }) => rich('add_comment', quoted(body)),
    add_checklist_item: ({ text }) => rich('add_checklist_item', quoted(text)),
    notify: ({ to, message }) =>
      rich('notify', Array.isArray(to) ? to.map((id) => words('member', id)).join(', ') : t(`audience.${to}`), quoted(message)),
  }
  return (action) => (said[action.type] as (action: Action) => ReactNode)(action)
}

/** The whole rule as one sentence. */
export function RuleSentence({ rule: { trigger, conditions, actions } }: { rule: Pick<Definition, 'trigger' | 'conditions' | 'actions'> }) {
  const t = useTranslations('automation')
  const [when, condition, does] = [useTriggerWords(), useConditionWords(), useActionWords()]
  return (
    <span className="text-ink-2">
      {'schedule' in trigger ? '' : `${t('when')} `}
      {when(trigger)}
      {conditions.map((one, at) => (
        // A condition has no id of its own; the sentence renders again as a whole. biome-ignore lint/suspicious/noArrayIndexKey: see above
        <span key={at}>
          {at === 0 ? `, ${t('if')} ` : ` ${t('and')} `}
          {condition(one)}
        </span>
      ))}
      {' → '}
      {actions.map((one, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: see above
        <span key={at}>
          {at === 0 ? '' : ', '}
          {does(one)}
        </span>
      ))}
    </span>
  )
}
