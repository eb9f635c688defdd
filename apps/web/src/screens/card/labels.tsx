import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { useWrite } from '../../act/use-write.ts'
import { Button } from '../../ui/button.tsx'
import { inputLook } from '../../ui/field.tsx'
import { labelColor, labelColors } from '../../ui/label-color.ts'
import { Popover } from '../../ui/popover.tsx'
import { useOpenCard } from './card-context.ts'
import { valueLook } from './value-look.ts'

export function Labels() {
  const t = useTranslations('card')
  const { board, card, edit, mayWrite } = useOpenCard()
  const worn = board.labels.filter((label) => card.labelIds.includes(label.id))
  const wear = (labelId: string, on: boolean) => {
    const labelIds = on ? [...card.labelIds, labelId] : card.labelIds.filter((id) => id !== labelId)
    void edit(on ? 'card.label' : 'card.unlabel', { input: { cardId: card.id, labelId }, shown: () => ({ labelIds }), tile: { labelIds } })
  }
  const trigger = (
    <Button look="quiet" className={valueLook} disabled={!mayWrite}>
      {worn.length === 0 && <span className="text-ink-3">{t('noLabels')}</span>}
      {worn.map((label) => (
        <span key={label.id} className="flex min-w-0 items-center gap-1.5">
          <Dot color={label.color} /> <span className="truncate">{label.name}</span>
        </span>
      ))}
    </Button>
  )
  return (
    <Popover trigger={trigger} title={t('labels')}>
      <ul className="mb-2 max-h-56 overflow-y-auto">
        {board.labels.map((label) => (
          <li key={label.id}>
            <label className="flex min-h-8 items-center gap-2 rounded-sm px-1 hover:bg-hover pointer-coarse:min-h-11">
              <input
                type="checkbox"
                checked={card.labelIds.includes(label.id)}
                onChange={(event) => wear(label.id, event.target.checked)}
                className="size-4 accent-accent"
              />
              <Dot color={label.color} /> <span className="truncate">{label.name}</span>
            </label>
          </li>
        ))}
      </ul>
      <NewLabel onMade={(id) => wear(id, true)} />
    </Popover>
  )
}

function Dot({ color }: { color: string }) {
  return <span aria-hidden className="size-2.5 shrink-0 rounded-full" style={{ background: labelColor(color) }} />
}

/** It is put on the card at once: that is why somebody makes one here. */
function NewLabel({ onMade }: { onMade: (labelId: string) => void }) {
  const t = useTranslations('card')
  const colours = useTranslations('colours')
  const { board } = useOpenCard()
  const write = useWrite()
  const [name, setName] = useState('')
  const [color, setColor] = useState<(typeof labelColors)[number]>('teal')
  const make = async () => {
    if (name.trim() === '') return
    const done = await write('label.create', { boardId: board.id, name: name.trim(), color }, { failed: 'label' })
    if (!done) return
    setName('')
    onMade(done.answer.id)
  }
  return (
    <form
      className="grid gap-2 border-line border-t pt-2"
      onSubmit={(event) => {
        event.preventDefault()
        void make()
      }}
    >
      <input
        aria-label={t('newLabel')}
        placeholder={t('newLabel')}
        value={name}
        maxLength={200}
        onChange={(event) => setName(event.target.value)}
        className={`${inputLook} h-8 pointer-coarse:h-11`}
      />
      <div role="radiogroup" aria-label={t('colour')} className="flex flex-wrap gap-1">
        {labelColors.map((one) => (
          <label
            key={one}
            className="rounded-full p-0.5 has-checked:ring-2 has-checked:ring-ink has-focus-visible:outline-2 has-focus-visible:outline-focus"
          >
            <input
              type="radio"
              name="color"
              aria-label={colours(one)}
              checked={one === color}
              onChange={() => setColor(one)}
              className="sr-only"
            />
            <span className="block size-5 rounded-full pointer-coarse:size-7" style={{ background: labelColor(one) }} />
          </label>
        ))}
      </div>
      <Button type="submit" size="sm" disabled={name.trim() === ''} className="justify-self-start">
        {t('addLabel')}
      </Button>
    </form>
  )
}
