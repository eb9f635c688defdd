import { useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { useTranslations } from 'use-intl'
import { useTextDraft } from '../../mutations/texts/text-draft.ts'
import { Button } from '../../ui/button.tsx'
import { focusAfter, focusInstead } from '../../ui/focus-after.ts'
import { useAddingSection } from './adding/adding.ts'
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
import { useCardCommands } from './use-card-commands.ts'

/** Markdown, stored byte for byte. While it is empty, the Add row begins it. */
export function Description() {
  const t = useTranslations('card')
  const { card, mayWrite } = useOpenCard()
  const { isOpen, isShown, open } = useAddingSection('description')
  useCardCommands(mayWrite && !isOpen ? { describe: open } : {})
  // What is being typed stays, even when the board is archived meanwhile.
  if (isOpen) {
    return (
      <Section title={t('description')}>
        <Editor />
      </Section>
    )
  }
  if (card.description === '') return mayWrite && isShown && <Begun />
  return (
    <Section
      title={t('description')}
      aside={
        <span className="flex items-center gap-1">
          {card.author.role === 'external' && <FromOutside />}
          {mayWrite && (
            <Button data-edit size="sm" variant="quiet" onClick={open}>
              {t('edit')}
            </Button>
          )}
          <VersionsButton />
        </span>
      }
    >
      <Shown onBegin={open} />
    </Section>
  )
}

const useDraft = () => useTextDraft(`description.${useOpenCard().card.id}`)

/** An unsaved draft of a card without a description. One of another tab, which stays when this one is discarded, is shown then. */
function Begun() {
  const [discarded, setDiscarded] = useState(0)
  return <BegunDraft key={discarded} onDiscard={() => setDiscarded(discarded + 1)} />
}

function BegunDraft({ onDiscard }: { onDiscard: () => void }) {
  const t = useTranslations('card')
  const { open } = useAddingSection('description')
  const { draft, write, drop } = useDraft()
  if (draft === null) return null
  const discard = () => {
    drop()
    onDiscard()
    focusInstead(beginning)
  }
  return (
    <Section title={t('description')}>
      <div data-begun-description>
        <LeftDraft left={{ draft, write, drop: discard }} onContinue={open} />
      </div>
    </Section>
  )
}

/** A click on the text also begins editing. */
function Shown({ onBegin }: { onBegin: () => void }) {
  const { card, mayWrite } = useOpenCard()
  const tick = useTick('description', card.description, useDescriptionSend())
  const left = useDraft()
  const text = <RichText text={card.description} onText={mayWrite ? tick : undefined} />
  if (!mayWrite) return text
  return (
    <>
      <ClickToEdit onBegin={onBegin}>{text}</ClickToEdit>
      <LeftDraft left={left} onContinue={onBegin} />
    </>
  )
}

/** What begins the description, or goes on with its draft. */
const beginning = () => document.querySelector<HTMLElement>('[data-add="description"], [data-begun-description] button')

function Editor() {
  const t = useTranslations('card')
  const { card } = useOpenCard()
  const { close } = useAddingSection('description')
  const send = useDescriptionSend()
  const place = useRef<HTMLDivElement>(null)
  const leave = () => {
    const section = place.current?.closest('section')
    if (place.current) focusAfter(place.current, 'section', '[data-edit]')
    flushSync(close)
    if (!section?.isConnected) focusInstead(beginning)
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
        onDone={leave}
        mayBeEmpty
      />
    </div>
  )
}
