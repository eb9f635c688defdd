import { useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { useTranslations } from 'use-intl'
import type { Send } from '../../mutations/save-text.ts'
import { Button } from '../../ui/button.tsx'
import { focusAfter } from '../../ui/focus-after.ts'
import { useOpenCard } from './card-context.ts'
import { Section } from './section.tsx'
import { RichText } from './text/rich-text.tsx'
import { SharedText } from './text/shared-text.tsx'

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
  const place = useRef<HTMLDivElement>(null)
  const close = () => {
    if (place.current) focusAfter(place.current, 'section', 'button')
    flushSync(onDone)
  }
  const send: Send = (description, ifDescription, refused) =>
    edit('card.update', { input: { cardId: card.id, description, ifDescription }, shown: () => ({ description }), refused })
  return (
    <div ref={place}>
      <SharedText
        draftKey={`description.${card.id}`}
        label={t('description')}
        kept={card.description}
        version={card.version}
        name="description"
        send={send}
        onDone={close}
        mayBeEmpty
      />
    </div>
  )
}
