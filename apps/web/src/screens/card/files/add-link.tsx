import { type KeyboardEvent, useState } from 'react'
import { useTranslations } from 'use-intl'
import { Button } from '../../../ui/button.tsx'
import { Field } from '../../../ui/form/field.tsx'
import { useOpenCard } from '../card-context.ts'
import { isWebAddress } from '../fields/values.ts'

/** Attaches a web address to the card, with an optional name. */
export function AddLink({ onDone }: { onDone: () => void }) {
  const t = useTranslations('details.files')
  const words = useTranslations('card')
  const { card, edit } = useOpenCard()
  const [url, setUrl] = useState('')
  const [name, setName] = useState('')
  const [problem, setProblem] = useState<string | null>(null)
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Escape') return
    event.stopPropagation()
    onDone()
  }
  const add = async () => {
    const address = url.trim()
    if (!isWebAddress(address)) return setProblem(t('notAnAddress'))
    const input = { cardId: card.id, url: address, ...(name.trim() !== '' && { name: name.trim() }) }
    if (await edit('attachment.add', { input })) onDone()
  }
  return (
    <form
      className="mt-2 grid gap-3 rounded-md border border-line bg-surface p-3"
      onSubmit={(event) => {
        event.preventDefault()
        void add()
      }}
    >
      <Field
        label={t('address')}
        inputMode="url"
        autoFocus
        value={url}
        maxLength={2_048}
        placeholder={t('addressHint')}
        problem={problem}
        onKeyDown={onKeyDown}
        onChange={(event) => {
          setUrl(event.target.value)
          setProblem(null)
        }}
      />
      <Field label={t('linkName')} value={name} maxLength={255} onKeyDown={onKeyDown} onChange={(event) => setName(event.target.value)} />
      <div className="flex gap-2">
        <Button type="submit" variant="primary" size="sm">
          {t('add')}
        </Button>
        <Button variant="quiet" size="sm" onClick={onDone}>
          {words('cancel')}
        </Button>
      </div>
    </form>
  )
}
