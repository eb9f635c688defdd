import { useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { useTranslations } from 'use-intl'
import { useDraft } from '../../mutations/draft.ts'
import { Button } from '../../ui/button.tsx'
import { focusAfter } from '../../ui/focus-after.ts'
import { useOpenCard } from './card-context.ts'
import { Section } from './section.tsx'
import { RichText } from './text/rich-text.tsx'
import { TextBox } from './text/text-box.tsx'

/** Markdown, kept byte for byte as it was written. */
export function Description() {
  const t = useTranslations('card')
  const { card, mayWrite } = useOpenCard()
  const [editing, setEditing] = useState(false)
  const start = (
    <Button size="sm" variant="quiet" onClick={() => setEditing(true)}>
      {card.description === '' ? t('write') : t('edit')}
    </Button>
  )
  if (editing) {
    return (
      <Section title={t('description')}>
        <Editor onDone={() => setEditing(false)} />
      </Section>
    )
  }
  return (
    <Section title={t('description')} aside={mayWrite && start}>
      {card.description === '' ? <p className="text-ink-3">{t('noDescription')}</p> : <RichText text={card.description} />}
    </Section>
  )
}

function Editor({ onDone }: { onDone: () => void }) {
  const t = useTranslations('card')
  const { card, edit } = useOpenCard()
  const [draft, setDraft] = useDraft(`description.${card.id}`)
  const [text, setText] = useState(draft || card.description)
  const write = (next: string) => {
    setText(next)
    setDraft(next === card.description ? '' : next)
  }
  const form = useRef<HTMLFormElement>(null)
  const close = () => {
    if (form.current) focusAfter(form.current, 'section', 'button')
    flushSync(onDone)
  }
  const leave = () => {
    setDraft('')
    close()
  }
  const save = async () => {
    const saved = await edit('card.update', { input: { cardId: card.id, description: text }, shown: () => ({ description: text }) })
    if (saved) leave()
  }
  return (
    <form
      ref={form}
      className="grid grid-cols-1 gap-2"
      onSubmit={(event) => {
        event.preventDefault()
        void save()
      }}
    >
      <TextBox label={t('description')} rows={6} autoFocus text={text} onText={write} onSend={() => void save()} onEscape={close} />
      <div className="flex items-center gap-2">
        <Button type="submit" variant="primary">
          {t('save')}
        </Button>
        <Button variant="quiet" onClick={leave}>
          {t('cancel')}
        </Button>
        <span className="ml-auto text-ink-3 text-sm">{t('markdown')}</span>
      </div>
    </form>
  )
}
