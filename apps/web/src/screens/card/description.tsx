import { useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { useTranslations } from 'use-intl'
import { Button } from '../../ui/button.tsx'
import { focusAfter } from '../../ui/focus-after.ts'
import { useOpenCard } from './card-context.ts'
import { VersionsButton } from './history/versions-button.tsx'
import { Section } from './section.tsx'
import { ClickToEdit } from './text/click-to-edit.tsx'
import { FromOutside } from './text/from-outside.tsx'
import { LeftDraft } from './text/left-draft.tsx'
import { RichText } from './text/rich-text.tsx'
import { SharedText } from './text/shared-text.tsx'
import { useDescriptionSend } from './text/use-description-send.ts'
import { useTick } from './text/use-tick.ts'

/** Markdown, stored byte for byte. */
export function Description() {
  const t = useTranslations('card')
  const { card, mayWrite } = useOpenCard()
  const [editing, setEditing] = useState(false)
  const begin = () => setEditing(true)
  const start = (
    <Button data-edit size="sm" variant="quiet" onClick={begin}>
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
    <Section
      title={t('description')}
      aside={
        <span className="flex items-center gap-1">
          {card.author.role === 'external' && card.description !== '' && <FromOutside />}
          {mayWrite && start}
          <VersionsButton />
        </span>
      }
    >
      <Shown onBegin={begin} />
    </Section>
  )
}

/** A click on the text also begins editing. */
function Shown({ onBegin }: { onBegin: () => void }) {
  const t = useTranslations('card')
  const { card, mayWrite } = useOpenCard()
  const tick = useTick('description', card.description, useDescriptionSend())
  const text =
    card.description === '' ? (
      <p className="text-ink-3">{t('noDescription')}</p>
    ) : (
      <RichText text={card.description} onText={mayWrite ? tick : undefined} />
    )
  if (!mayWrite) return text
  return (
    <>
      <ClickToEdit onBegin={onBegin}>{text}</ClickToEdit>
      <LeftDraft draftKey={`description.${card.id}`} onContinue={onBegin} />
    </>
  )
}

function Editor({ onDone }: { onDone: () => void }) {
  const t = useTranslations('card')
  const { card } = useOpenCard()
  const send = useDescriptionSend()
  const place = useRef<HTMLDivElement>(null)
  const close = () => {
    if (place.current) focusAfter(place.current, 'section', '[data-edit]')
    flushSync(onDone)
  }
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
