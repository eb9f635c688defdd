import type { Card, ChecklistItem } from '@tandem/contract'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { RowsDnd } from '../../../dnd/rows-dnd.tsx'
import { AddLines } from '../add-lines.tsx'
import { useAddingSection } from '../adding/adding.ts'
import { useOpenCard } from '../card-context.ts'
import { Section } from '../section.tsx'
import { isSending, sendingId } from '../sending.ts'
import { ChecklistEntry } from './checklist-entry.tsx'
import { useMoveItem } from './use-move-item.ts'

export function Checklist() {
  const [t, words, carried] = [useTranslations('card'), useTranslations('details.checklist'), useTranslations('carry')]
  const { card, mayWrite } = useOpenCard()
  const move = useMoveItem()
  const [announcement, announce] = useState('')
  const { done, total } = card.checklist
  const adding = useAddingSection('checklist')
  const items = card.checklistItems.filter((item) => !isSending(item))
  const waiting = card.checklistItems.filter(isSending)
  if (total === 0 && !(mayWrite && adding.isShown)) return null
  const carry = ({ id, text }: ChecklistItem, to: number) => {
    if (to < 0 || to >= items.length) return announce(carried('edge'))
    move(id, to)
    announce(words('moved', { text, place: to + 1, count: items.length }))
  }
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
      <RowsDnd order={items.map((item) => item.id)} disabled={!mayWrite} onMove={move}>
        <ul className="flex flex-col">
          {items.map((item, at) => (
            <ChecklistEntry key={item.id} item={item} at={at} onCarry={(by) => carry(item, at + by)} />
          ))}
        </ul>
      </RowsDnd>
      <div role="status" aria-live="assertive" className="sr-only">
        {announcement}
      </div>
      {waiting.length > 0 && (
        <ul className="flex flex-col opacity-60">
          {waiting.map(({ id, text }) => (
            <li key={id} className="flex items-start gap-2">
              <input type="checkbox" disabled aria-label={text} className="mt-2 size-4 shrink-0 pointer-coarse:mt-3.5" />
              <span className="flex-1 py-1.5 text-md [overflow-wrap:anywhere] pointer-coarse:py-3">{text}</span>
            </li>
          ))}
        </ul>
      )}
      {mayWrite && <AddItem adding={adding} />}
    </Section>
  )
}

function AddItem({ adding }: { adding: ReturnType<typeof useAddingSection> }) {
  const t = useTranslations('card')
  const { card, edit } = useOpenCard()
  const add = async (lines: readonly string[], putBack: (line: string) => void) => {
    for (const [at, text] of lines.entries()) {
      const how = { input: { cardId: card.id, text }, shown: withSending(text), refusedLater: () => putBack(text) }
      if (!(await edit('checklist.add', how))) return lines.slice(at)
    }
    return []
  }
  const onLeave = card.checklist.total === 0 ? adding.leave : undefined
  return <AddLines of="checklist" label={t('addItem')} onAdd={add} autoFocus={adding.isOpen} onLeave={onLeave} />
}

/** Until the service has answered, an item has no id that could be ticked or moved. */
const withSending = (text: string) => {
  const id = sendingId()
  return ({ checklist, checklistItems, id: cardId, author }: Card) => {
    const item: ChecklistItem = {
      id,
      cardId,
      text,
      author,
      done: false,
      doneAt: null,
      doneByActorId: null,
      assigneeActorId: null,
      rank: '',
      createdAt: new Date().toISOString(),
    }
    return { checklist: { ...checklist, total: checklist.total + 1 }, checklistItems: [...checklistItems, item] }
  }
}
