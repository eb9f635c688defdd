import type { Card } from '@tandem/contract'
import { useTranslations } from 'use-intl'
import { RowsDnd } from '../../../dnd/rows-dnd.tsx'
import { AddLines } from '../add-lines.tsx'
import { useAddingSection } from '../adding/adding.ts'
import { useOpenCard } from '../card-context.ts'
import { Section } from '../section.tsx'
import { ChecklistEntry } from './checklist-entry.tsx'
import { useMoveItem } from './use-move-item.ts'

export function Checklist() {
  const t = useTranslations('card')
  const { card, mayWrite } = useOpenCard()
  const move = useMoveItem()
  const { done, total } = card.checklist
  const adding = useAddingSection('checklist')
  if (total === 0 && !(mayWrite && adding.isOpen)) return null
  const count = total > 0 && (
    <span className="text-ink-3 text-sm tabular-nums">
      {done}/{total}
    </span>
  )
  return (
    <Section title={t('checklist')} aside={count}>
      {total > 0 && (
        <div aria-hidden className="mb-1.5 h-1 overflow-hidden rounded-full bg-sunken">
          <div className="h-full bg-done transition-[width]" style={{ width: `${(100 * done) / total}%` }} />
        </div>
      )}
      <RowsDnd order={card.checklistItems.map((item) => item.id)} disabled={!mayWrite} onMove={move}>
        <ul className="flex flex-col">
          {card.checklistItems.map((item, at) => (
            <ChecklistEntry key={item.id} item={item} at={at} />
          ))}
        </ul>
      </RowsDnd>
      {mayWrite && <AddItem />}
    </Section>
  )
}

function AddItem() {
  const adding = useAddingSection('checklist')
  const t = useTranslations('card')
  const { card, edit } = useOpenCard()
  const shown = ({ checklist }: Card) => ({ checklist: { ...checklist, total: checklist.total + 1 } })
  const add = async (lines: readonly string[]) => {
    for (const [at, text] of lines.entries())
      if (!(await edit('checklist.add', { input: { cardId: card.id, text }, shown }))) return lines.slice(at)
    return []
  }
  const onLeave = card.checklist.total === 0 ? adding.leave : undefined
  return <AddLines of="checklist" label={t('addItem')} onAdd={add} autoFocus={adding.isOpen} onLeave={onLeave} />
}
