import { Plus } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { useTranslations } from 'use-intl'
import type { BoardModel } from '../../../live/board-model.ts'
import type { Send } from '../../../mutations/texts/save-text.ts'
import { useGuardedName } from '../../../mutations/texts/use-guarded-name.ts'
import { useWrite } from '../../../mutations/use-write.ts'
import { Button } from '../../../ui/button.tsx'
import { ColorChoice } from '../../../ui/form/color-choice.tsx'
import { inputClasses } from '../../../ui/form/field.tsx'
import { rarestColor } from '../../../ui/label-color.tsx'
import { Overtaken } from '../../../ui/text/overtaken.tsx'

export type Label = BoardModel['labels'][number]
type Named = Pick<Label, 'name' | 'color'>

type NewProps = { board: Pick<BoardModel, 'id' | 'labels'>; name: string; onMade: (labelId: string) => void; onDone: () => void }

/** Creates a label with a chosen colour, which is put on the card or the cards at once. */
export function NewLabel({ board, name, onMade, onDone }: NewProps) {
  const t = useTranslations('card')
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

/** A line that looks as the choices above it do. */
export function AddLine({ children, onClick }: { children: ReactNode; onClick: () => void }) {
  return (
    <button
      type="button"
      onClick={onClick}
      className="flex min-h-8 w-full items-center gap-2 rounded-sm px-2 text-left hover:bg-hover pointer-coarse:min-h-11"
    >
      <Plus size={16} aria-hidden className="shrink-0" /> <span className="truncate">{children}</span>
    </button>
  )
}

/** Below the labels that can be chosen: leads to the form of a new one. */
export function NewLabelLine({ onClick }: { onClick: () => void }) {
  const t = useTranslations('card')
  return (
    <div className="mt-1.5 border-line border-t pt-1.5">
      <AddLine onClick={onClick}>{t('newLabel')}</AddLine>
    </div>
  )
}

/** Takes the name that the form began with too, and a refusal upon itself. */
export type Save = (label: Named, ifName: string, refused: Parameters<Send>[2]) => Promise<void>

type FormProps = {
  label: Named
  heading: string
  action: string
  onSave: Save
  onCancel: () => void
  children?: ReactNode
}

export function LabelForm({ label, heading, action, onSave, onCancel, children }: FormProps) {
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
