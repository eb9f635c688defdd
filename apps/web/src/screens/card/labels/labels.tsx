import { Pencil } from 'lucide-react'
import { type KeyboardEvent, useState } from 'react'
import { useTranslations } from 'use-intl'
import { useWrite } from '../../../mutations/use-write.ts'
import { Button, IconButton } from '../../../ui/button.tsx'
import { inputClasses } from '../../../ui/form/field.tsx'
import { tickClasses } from '../../../ui/form/tick.tsx'
import { LabelDot, rarestColor } from '../../../ui/label-color.tsx'
import { Popover } from '../../../ui/popover.tsx'
import { useOpenCard } from '../card-context.ts'
import { valueClasses } from '../property.tsx'
import { EditLabel } from './edit-label.tsx'
import { AddLine, NewLabel, NewLabelLine } from './label-form.tsx'

export function Labels() {
  const t = useTranslations('card')
  const { board, card, mayWrite } = useOpenCard()
  const worn = board.labels.filter((label) => card.labelIds.includes(label.id))
  const trigger = (
    <Button variant="quiet" className={valueClasses} disabled={!mayWrite}>
      {worn.length === 0 && <span className="text-ink-3">{t('noLabels')}</span>}
      {worn.map((label) => (
        <span key={label.id} className="flex min-w-0 max-w-full items-center gap-1.5">
          <LabelDot color={label.color} size="sm" /> <span className="truncate">{label.name}</span>
        </span>
      ))}
    </Button>
  )
  return (
    <Popover trigger={trigger} title={t('labels')}>
      <Picker />
    </Popover>
  )
}

/** In place of the id of an existing label. */
const newOne = 'new'

/** The labels of the card, and those of the board, which can be created and changed here too. */
function Picker() {
  const more = useTranslations('details.labels')
  const { board, card, edit } = useOpenCard()
  const [open, setOpen] = useState<string | null>(null)
  const [wanted, setWanted] = useState('')
  const write = useWrite()
  const wear = (labelId: string, on: boolean) => {
    const labelIds = on ? [...card.labelIds, labelId] : card.labelIds.filter((id) => id !== labelId)
    void edit(on ? 'card.label' : 'card.unlabel', { input: { cardId: card.id, labelId }, shown: () => ({ labelIds }), tile: { labelIds } })
  }
  const edited = board.labels.find((label) => label.id === open)
  if (edited) return <EditLabel label={edited} onDone={() => setOpen(null)} />
  if (open === newOne) return <NewLabel board={board} name={wanted} onMade={(id) => wear(id, true)} onDone={() => setOpen(null)} />
  const name = wanted.trim()
  const shown = board.labels.filter((label) => label.name.toLowerCase().includes(name.toLowerCase()))
  const exact = board.labels.find((label) => label.name.toLowerCase() === name.toLowerCase())
  /** Enter adds or removes the label of that name, or creates it. */
  const take = async () => {
    setWanted('')
    if (exact) return wear(exact.id, !card.labelIds.includes(exact.id))
    const done = await write('label.create', { boardId: board.id, name, color: rarestColor(board.labels) }, { failed: 'label' })
    if (done) wear(done.answer.id, true)
    else setWanted(name)
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' || event.nativeEvent.isComposing || name === '') return
    event.preventDefault()
    void take()
  }
  return (
    <>
      <input
        aria-label={more('find')}
        placeholder={more('find')}
        value={wanted}
        maxLength={200}
        onChange={(event) => setWanted(event.target.value)}
        onKeyDown={onKeyDown}
        className={`${inputClasses} mb-1.5 h-8 pointer-coarse:h-11`}
      />
      <ul className="max-h-64 overflow-y-auto">
        {shown.map((label) => (
          <li key={label.id} className="group flex items-center rounded-sm hover:bg-hover">
            <label className="flex min-h-8 min-w-0 flex-1 items-center gap-2 px-2 pointer-coarse:min-h-11">
              <input
                type="checkbox"
                checked={card.labelIds.includes(label.id)}
                onChange={(event) => wear(label.id, event.target.checked)}
                className={tickClasses}
              />
              <LabelDot color={label.color} size="sm" /> <span className="truncate">{label.name}</span>
            </label>
            <IconButton
              size="sm"
              label={more('edit', { name: label.name })}
              icon={<Pencil size={13} aria-hidden />}
              onClick={() => setOpen(label.id)}
              className="opacity-0 focus-visible:opacity-100 group-hover:opacity-100 pointer-coarse:opacity-100"
            />
          </li>
        ))}
        {!exact && name !== '' && (
          <li>
            <AddLine onClick={() => void take()}>{more('create', { label: name })}</AddLine>
          </li>
        )}
      </ul>
      <NewLabelLine onClick={() => setOpen(newOne)} />
    </>
  )
}
