import type { Card } from '@tandem/contract'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { inputClasses } from '../../../ui/form/field.tsx'
import { useOpenCard } from '../card-context.ts'
import { Section } from '../section.tsx'
import { ChecklistEntry } from './checklist-entry.tsx'

export function Checklist() {
  const t = useTranslations('card')
  const { card, mayWrite } = useOpenCard()
  const { done, total } = card.checklist
  if (total === 0 && !mayWrite) return null
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
      <ul>
        {card.checklistItems.map((item, at) => (
          <ChecklistEntry key={item.id} item={item} at={at} />
        ))}
      </ul>
      {mayWrite && <AddItem />}
    </Section>
  )
}

/** Enter adds it and stays for the next one; several lines that are pasted become as many items. */
function AddItem() {
  const t = useTranslations('card')
  const { card, edit } = useOpenCard()
  const [text, setText] = useState('')
  const add = async (wanted: string): Promise<boolean> => {
    const shown = ({ checklist }: Card) => ({ checklist: { ...checklist, total: checklist.total + 1 } })
    return edit('checklist.add', { input: { cardId: card.id, text: wanted }, shown })
  }
  const addTyped = async () => {
    const wanted = text.trim()
    if (wanted === '') return
    setText('')
    if (!(await add(wanted))) setText((since) => [wanted, since].filter(Boolean).join(' '))
  }
  const addLines = async (lines: readonly string[]) => {
    for (const [at, line] of lines.entries()) if (!(await add(line.slice(0, 500)))) return setText(lines.slice(at).join(' '))
  }
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault()
        void addTyped()
      }}
    >
      <input
        aria-label={t('addItem')}
        placeholder={t('addItem')}
        value={text}
        maxLength={500}
        onChange={(event) => setText(event.target.value)}
        onPaste={(event) => {
          const lines = event.clipboardData
            .getData('text')
            .split('\n')
            .map((line) => line.replace(/^\s*[-*]\s+(\[.\]\s+)?/, '').trim())
            .filter((line) => line !== '')
          if (lines.length < 2) return
          event.preventDefault()
          void addLines(lines)
        }}
        className={`${inputClasses} mt-1 h-8 pointer-coarse:h-11`}
      />
    </form>
  )
}
