import { useState } from 'react'
import { useTranslations } from 'use-intl'
import type { BoardModel } from '../../../live/board-model.ts'
import { showBoard } from '../../../live/board-query.ts'
import { useWrite } from '../../../mutations/use-write.ts'
import { Button } from '../../../ui/button.tsx'
import { inputClasses } from '../../../ui/form/field.tsx'
import { labelColor, labelColors } from '../../../ui/label-color.tsx'
import { useOpenCard } from '../card-context.ts'

type Label = BoardModel['labels'][number]
type Named = Pick<Label, 'name' | 'color'>

/** It is put on the card at once: that is why somebody makes one here. */
export function NewLabel({ name, onMade, onDone }: { name: string; onMade: (labelId: string) => void; onDone: () => void }) {
  const t = useTranslations('card')
  const { board } = useOpenCard()
  const write = useWrite()
  const make = async (label: Named) => {
    const done = await write('label.create', { boardId: board.id, ...label }, { failed: 'label' })
    if (!done) return
    onMade(done.answer.id)
    onDone()
  }
  return <LabelForm label={{ name, color: 'teal' }} action={t('addLabel')} heading={t('newLabel')} onSave={make} onCancel={onDone} />
}

/** A name and a colour, changed on every card that wears the label. */
export function EditLabel({ label, onDone }: { label: Label; onDone: () => void }) {
  const t = useTranslations('card')
  const more = useTranslations('details.labels')
  const { board } = useOpenCard()
  const write = useWrite()
  const [asking, setAsking] = useState(false)
  const showLabels = (change: (labels: Label[]) => Label[]) => () => showBoard(board.id, (now) => ({ ...now, labels: change(now.labels) }))
  const save = async (next: Named) => {
    const show = showLabels((labels) => labels.map((one) => (one.id === label.id ? { ...one, ...next } : one)))
    if (await write('label.update', { labelId: label.id, ...next }, { failed: 'edit', show })) onDone()
  }
  const remove = async () => {
    const show = showLabels((labels) => labels.filter((one) => one.id !== label.id))
    onDone()
    await write('label.delete', { labelId: label.id }, { failed: 'edit', show })
  }
  if (asking) {
    return (
      <div className="grid gap-3" role="alertdialog" aria-label={more('deleteTitle', { name: label.name })}>
        <p className="font-medium">{more('deleteTitle', { name: label.name })}</p>
        <p className="text-ink-2">{more('deleteText')}</p>
        <div className="flex gap-2">
          <Button variant="danger" size="sm" autoFocus onClick={() => void remove()}>
            {more('delete')}
          </Button>
          <Button variant="quiet" size="sm" onClick={() => setAsking(false)}>
            {t('cancel')}
          </Button>
        </div>
      </div>
    )
  }
  return (
    <LabelForm label={label} action={t('save')} heading={more('edit', { name: label.name })} onSave={save} onCancel={onDone}>
      <Button variant="quiet" size="sm" className="ml-auto text-danger!" onClick={() => setAsking(true)}>
        {more('delete')}
      </Button>
    </LabelForm>
  )
}

type FormProps = {
  label: Named
  heading: string
  action: string
  onSave: (label: Named) => Promise<void>
  onCancel: () => void
  children?: React.ReactNode
}

function LabelForm({ label, heading, action, onSave, onCancel, children }: FormProps) {
  const t = useTranslations('card')
  const [name, setName] = useState(label.name)
  const [color, setColor] = useState(label.color)
  return (
    <form
      aria-label={heading}
      className="grid gap-2.5"
      onSubmit={(event) => {
        event.preventDefault()
        if (name.trim() !== '') void onSave({ name: name.trim(), color })
      }}
    >
      <input
        aria-label={t('newLabel')}
        placeholder={t('newLabel')}
        value={name}
        maxLength={200}
        autoFocus
        onChange={(event) => setName(event.target.value)}
        className={`${inputClasses} h-8 pointer-coarse:h-11`}
      />
      <Colours color={color} onColor={setColor} />
      <div className="flex gap-2">
        <Button type="submit" variant="primary" size="sm" disabled={name.trim() === ''}>
          {action}
        </Button>
        <Button variant="quiet" size="sm" onClick={onCancel}>
          {t('cancel')}
        </Button>
        {children}
      </div>
    </form>
  )
}

function Colours({ color, onColor }: { color: string; onColor: (color: string) => void }) {
  const t = useTranslations('card')
  const colours = useTranslations('colours')
  return (
    <div role="radiogroup" aria-label={t('colour')} className="flex flex-wrap gap-1">
      {labelColors.map((one) => (
        <label
          key={one}
          data-tip={colours(one)}
          className="rounded-full p-0.5 has-checked:ring-2 has-checked:ring-ink has-focus-visible:outline-2 has-focus-visible:outline-focus"
        >
          <input
            type="radio"
            name="color"
            aria-label={colours(one)}
            checked={one === color}
            onChange={() => onColor(one)}
            className="sr-only"
          />
          <span className="block size-5 rounded-full pointer-coarse:size-7" style={{ background: labelColor(one) }} />
        </label>
      ))}
    </div>
  )
}
