import type { ChecklistItem } from '@tandem/contract'
import { X } from 'lucide-react'
import { useId, useState } from 'react'
import { useTranslations } from 'use-intl'
import { IconButton } from '../../ui/button.tsx'
import { classes } from '../../ui/classes.ts'
import { inputLook } from '../../ui/field.tsx'
import { useOpenCard } from './card-context.ts'
import { Section } from './section.tsx'

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
        {card.checklistItems.map((item) => (
          <Item key={item.id} item={item} />
        ))}
      </ul>
      {mayWrite && <AddItem />}
    </Section>
  )
}

function Item({ item }: { item: ChecklistItem }) {
  const t = useTranslations('card')
  const id = useId()
  const { card, board, edit, mayWrite } = useOpenCard()
  const tick = (done: boolean) => {
    const checklist = { ...card.checklist, done: card.checklist.done + (done ? 1 : -1) }
    const checklistItems = card.checklistItems.map((one) => (one.id === item.id ? { ...one, done } : one))
    void edit('checklist.update', {
      input: { checklistItemId: item.id, done },
      shown: () => ({ checklistItems, checklist }),
      tile: { checklist },
    })
  }
  const remove = () => {
    const checklistItems = card.checklistItems.filter((one) => one.id !== item.id)
    void edit('checklist.remove', { input: { checklistItemId: item.id }, shown: () => ({ checklistItems }) })
  }
  const doneBy = board.members.find((member) => member.actorId === item.doneByActorId)
  return (
    <li className="group flex items-start gap-2 rounded-md px-1 hover:bg-hover">
      <input
        id={id}
        type="checkbox"
        checked={item.done}
        disabled={!mayWrite}
        onChange={(event) => tick(event.target.checked)}
        className="mt-2 size-4 shrink-0 accent-accent"
      />
      <label
        htmlFor={id}
        title={doneBy ? t('doneBy', { name: doneBy.name }) : undefined}
        className={classes('flex-1 py-1.5 text-md [overflow-wrap:anywhere]', item.done && 'text-ink-3 line-through')}
      >
        {item.text}
      </label>
      {mayWrite && (
        <IconButton
          size="sm"
          label={t('removeItem', { text: item.text })}
          icon={<X size={14} aria-hidden />}
          onClick={remove}
          className="mt-0.5 opacity-0 focus-visible:opacity-100 group-hover:opacity-100 pointer-coarse:opacity-100"
        />
      )}
    </li>
  )
}

function AddItem() {
  const t = useTranslations('card')
  const { card, edit } = useOpenCard()
  const [text, setText] = useState('')
  const add = async () => {
    const wanted = text.trim()
    if (wanted === '') return
    setText('')
    if (!(await edit('checklist.add', { input: { cardId: card.id, text: wanted } }))) setText(wanted)
  }
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault()
        void add()
      }}
    >
      <input
        aria-label={t('addItem')}
        placeholder={t('addItem')}
        value={text}
        maxLength={500}
        onChange={(event) => setText(event.target.value)}
        className={`${inputLook} mt-1 h-8 pointer-coarse:h-11`}
      />
    </form>
  )
}
