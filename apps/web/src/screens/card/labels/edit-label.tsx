import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { showBoard } from '../../../live/board-query.ts'
import { useWrite } from '../../../mutations/use-write.ts'
import { Button } from '../../../ui/button.tsx'
import { useOpenCard } from '../card-context.ts'
import { type Label, LabelForm, type Save } from './label-form.tsx'

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
