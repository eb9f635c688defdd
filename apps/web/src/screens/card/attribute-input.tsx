import { type AttributeKind, type AttributeName, kindOf, type Priority, type ValueOfKind } from '@tandem/contract'
import type { ComponentType } from 'react'
import { useNow, useTimeZone, useTranslations } from 'use-intl'
import { Button } from '../../ui/button.tsx'
import { dueAtOf, type When, whenOf } from '../../ui/date-picker.tsx'
import { dayOf, momentOf } from '../../ui/days.ts'
import { Menu, MenuChoice } from '../../ui/menu.tsx'
import { PriorityMark, urgentFirst } from '../../ui/priority-mark.tsx'
import { useOpenCard } from './card-context.ts'
import { DayInput } from './day-input.tsx'
import { TypedField } from './fields/typed-field.tsx'
import { valueClasses } from './property.tsx'

type Props = { name: AttributeName }

/** Reads and changes one attribute of the open card. */
export function AttributeInput({ name }: Props) {
  const Input = inputs[kindOf(name)]
  return <Input name={name} />
}

const inputs: Record<AttributeKind, ComponentType<Props>> = {
  priority: PriorityMenu,
  dayStart: DayStart,
  dayEnd: DayEnd,
  number: NumberInput,
}

function useAttribute<Kind extends AttributeKind>(name: AttributeName) {
  const t = useTranslations('attributes')
  const { card, edit, mayWrite } = useOpenCard()
  const value = card[name] as ValueOfKind[Kind]
  const keep = (next: ValueOfKind[Kind]) => {
    const change = { [name]: next }
    return edit('card.update', { input: { cardId: card.id, ...change }, shown: () => change, tile: change })
  }
  return { card, value, keep, disabled: !mayWrite, label: t(`${name}.name`), clearLabel: t(`${name}.remove`) }
}

function PriorityMenu({ name }: Props) {
  const t = useTranslations('priority')
  const { value, keep, disabled } = useAttribute<'priority'>(name)
  const trigger = (
    <Button variant="quiet" className={valueClasses} disabled={disabled}>
      <PriorityMark priority={value} />
      <span className={value === 'none' ? 'text-ink-3' : ''}>{t(value)}</span>
    </Button>
  )
  const marked = (one: Priority) => (
    <>
      <span aria-hidden className="grid w-3 place-items-center">
        <PriorityMark priority={one} />
      </span>
      {t(one)}
    </>
  )
  return (
    <Menu trigger={trigger} align="start">
      <MenuChoice value={value} onChange={(next) => void keep(next)} choices={urgentFirst.map((one) => [one, marked(one)])} />
    </Menu>
  )
}

/** From the first minute of a day on, in the user's time zone. */
function DayStart({ name }: Props) {
  const { value, keep, ...props } = useAttribute<'dayStart'>(name)
  const timeZone = useTimeZone() ?? 'UTC'
  const when = value === null ? null : { day: dayOf(value, timeZone), time: null }
  return <DayInput {...labels(props)} when={when} keep={(next) => keep(next && momentOf(next.day, startOfDay, timeZone))} />
}

/** Until a time of day, or until the last minute of the day, in the user's time zone. */
function DayEnd({ name }: Props) {
  const { card, value, keep, ...props } = useAttribute<'dayEnd'>(name)
  const now = useNow({ updateInterval: 60_000 })
  const late = value !== null && card.completedAt === null && new Date(value) < now
  const timeZone = useTimeZone() ?? 'UTC'
  const keepWhen = (next: When | null) => keep(next && dueAtOf(next, timeZone))
  return <DayInput {...labels(props)} when={value === null ? null : whenOf(value, timeZone)} keep={keepWhen} late={late} takesTime />
}

function NumberInput({ name }: Props) {
  const { value, keep, disabled, label } = useAttribute<'number'>(name)
  const field = { name: label, type: 'number' } as const
  return <TypedField field={field} value={value} keep={(next) => keep(next === null ? null : Number(next))} disabled={disabled} />
}

const labels = ({ label, clearLabel, disabled }: { label: string; clearLabel: string; disabled: boolean }) => ({
  label,
  clearLabel,
  disabled,
})
const startOfDay = '00:00:00'
