import { type AttributeKind, type AttributeName, cardAttributes } from '@tandem/contract'
import type { ComponentType } from 'react'
import { useNow, useTranslations } from 'use-intl'
import { Button } from '../../ui/button.tsx'
import { Menu, MenuChoice } from '../../ui/menu.tsx'
import { PriorityMark, priorities } from '../../ui/priority-mark.tsx'
import { useOpenCard } from './card-context.ts'
import { dayOf } from './day.ts'
import { DayInput } from './day-input.tsx'
import { valueLook } from './value-look.ts'

type Of<Kind extends AttributeKind> = {
  [Name in AttributeName]: (typeof cardAttributes)[Name]['kind'] extends Kind ? Name : never
}[AttributeName]
type Props<Kind extends AttributeKind> = { name: Of<Kind> }

/** Reads and changes one attribute of the open card. */
export function AttributeInput({ name }: { name: AttributeName }) {
  const Input = inputs[cardAttributes[name].kind] as ComponentType<{ name: AttributeName }>
  return <Input name={name} />
}

const inputs: { [Kind in AttributeKind]: ComponentType<Props<Kind>> } = { priority: PriorityMenu, dayStart: DayStart, dayEnd: DayEnd }

function useAttribute<Name extends AttributeName>(name: Name) {
  const t = useTranslations('attributes')
  const { card, edit, mayWrite } = useOpenCard()
  const value = card[name]
  const keep = (next: typeof value) => {
    const change = { [name]: next }
    return edit('card.update', { input: { cardId: card.id, ...change }, shown: () => change, tile: change })
  }
  // A text of a generic name has no type.
  const known: AttributeName = name
  return { card, value, keep, disabled: !mayWrite, label: t(`${known}.name`), clearLabel: t(`${known}.remove`) }
}

function PriorityMenu({ name }: Props<'priority'>) {
  const t = useTranslations('priority')
  const { value, keep, disabled } = useAttribute(name)
  const trigger = (
    <Button look="quiet" className={valueLook} disabled={disabled}>
      <PriorityMark priority={value} />
      <span className={value === 'none' ? 'text-ink-3' : ''}>{t(value)}</span>
    </Button>
  )
  return (
    <Menu trigger={trigger} align="start">
      <MenuChoice value={value} onChange={(next) => void keep(next)} choices={priorities.map((one) => [one, t(one)])} />
    </Menu>
  )
}

/** From the first minute of a day on, where the person is who sets it. */
function DayStart({ name }: Props<'dayStart'>) {
  const { value, keep, ...props } = useAttribute(name)
  return <DayInput {...labels(props)} day={dayIn(value)} keep={(day) => keep(momentOf(day, '00:00:00'))} />
}

/** Until the last minute of a day, where the person is who sets it. */
function DayEnd({ name }: Props<'dayEnd'>) {
  const { card, value, keep, ...props } = useAttribute(name)
  const now = useNow({ updateInterval: 60_000 })
  const late = value !== null && card.completedAt === null && new Date(value) < now
  return <DayInput {...labels(props)} day={dayIn(value)} keep={(day) => keep(momentOf(day, '23:59:00'))} late={late} />
}

const labels = ({ label, clearLabel, disabled }: { label: string; clearLabel: string; disabled: boolean }) => ({
  label,
  clearLabel,
  disabled,
})
const dayIn = (value: string | null): string => (value === null ? '' : dayOf(value))
const momentOf = (day: string, time: string): string | null => (day === '' ? null : new Date(`${day}T${time}`).toISOString())
