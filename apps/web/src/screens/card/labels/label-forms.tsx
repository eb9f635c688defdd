import { useState } from 'react'
import { useTranslations } from 'use-intl'
import type { BoardModel } from '../../../live/board-model.ts'
import { showBoard } from '../../../live/board-query.ts'
import type { Send } from '../../../mutations/texts/save-text.ts'
import { useGuardedName } from '../../../mutations/texts/use-guarded-name.ts'
import { useWrite } from '../../../mutations/use-write.ts'
import { Button } from '../../../ui/button.tsx'
import { ColorChoice } from '../../../ui/form/color-choice.tsx'
import { inputClasses } from '../../../ui/form/field.tsx'
import { rarestColor } from '../../../ui/label-color.tsx'
import { Overtaken } from '../../../ui/text/overtaken.tsx'
import { useOpenCard } from '../card-context.ts'

type Label = BoardModel['labels'][number]
type Named = Pick<Label, 'name' | 'color'>

/** Creates a label and puts it on the card at once. */
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
  return (
    <LabelForm
      label={{ name, color: rarestColor(board.labels) }}
      action={t('addLabel')}
      heading={t('newLabel')}
      onSave={make}
      onCancel={onDone}
    />
  )
}

/** A name and a colour, changed on every card with the label. */
export function EditLabel({ label, onDone }: { label: Label; onDone: () => void }) {
  const t = useTranslations('card')
  const more = useTranslations('details.labels')
  const { board } = useOpenCard()
  const write = useWrite()
  const [asking, setAsking] = useState(false)
  const showLabels = (change: (labels: Label[]) => Label[]) => () => showBoard(board.id, (now) => ({ ...now, labels: change(now.labels) }))
  const save: Save = async ({ name, color }, ifName, refused) => {
    // A color that is changed alone does not touch the name that someone else gives meanwhile.
    const next = { color, ...(name !== ifName && { name }) }
    const show = showLabels((labels) => labels.map((one) => (one.id === label.id ? { ...one, ...next } : one)))
    if (await write('label.update', { labelId: label.id, ...next, ...(next.name && { ifName }) }, { failed: 'edit', show, refused }))
      onDone()
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

/** Takes the name that the form began with too, and a refusal upon itself. */
type Save = (label: Named, ifName: string, refused: Parameters<Send>[2]) => Promise<void>

type FormProps = {
  label: Named
  heading: string
  action: string
  onSave: Save
  onCancel: () => void
  children?: React.ReactNode
}

function LabelForm({ label, heading, action, onSave, onCancel, children }: FormProps) {
  const t = useTranslations('card')
  const [name, setName] = useState(label.name)
  const [color, setColor] = useState(label.color)
  const { theirs, began, isOvertaken, settle } = useGuardedName(label.name)
  const save = () => {
    if (name.trim() !== '') void onSave({ name: name.trim(), color }, began(), async (failure) => isOvertaken(failure))
  }
  return (
    <form
      aria-label={heading}
      className="grid gap-2.5"
      onSubmit={(event) => {
        event.preventDefault()
        save()
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
      {theirs !== null && (
        <Overtaken
          theirs={theirs}
          onMine={() => {
            settle()
            save()
          }}
          onTheirs={() => {
            settle()
            setName(theirs)
          }}
        />
      )}
      <ColorChoice color={color} onColor={setColor} />
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
