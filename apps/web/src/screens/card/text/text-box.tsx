import type { Attachment } from '@tandem/contract'
import { type ClipboardEvent, type ComponentProps, type KeyboardEvent, useId, useRef, useState } from 'react'
import { upload } from '../../../mutations/uploads.ts'
import { TextArea } from '../../../ui/form/field.tsx'
import { useOpenCard } from '../card-context.ts'
import { kindOf } from '../files/kinds.ts'
import { caretPlace, MentionList, optionId, type Place } from './mention-list.tsx'
import { type Begun, begunAt, type Mentionable, useMentionable } from './mentions.ts'

type Props = Pick<ComponentProps<'textarea'>, 'placeholder' | 'rows' | 'autoFocus'> & {
  label: string
  text: string
  onText: (text: string) => void
  /** Ctrl or ⌘ with Enter. */
  onSend: () => void
  onEscape?: () => void
}

/** A text of Markdown: `@` offers who may be meant, and files that are pasted go on the card and into the text. */
export function TextBox({ label, text, onText, onSend, onEscape, ...more }: Props) {
  const id = useId()
  const field = useRef<HTMLTextAreaElement>(null)
  const { card } = useOpenCard()
  const mentionable = useMentionable()
  const [begun, setBegun] = useState<(Begun & { place: Place }) | null>(null)
  const [highlighted, setHighlighted] = useState(0)
  const choices = begun ? mentionable(begun.query) : []
  const chosen = choices[Math.min(highlighted, choices.length - 1)]

  const look = (at: HTMLTextAreaElement) => {
    const found = at.selectionStart === at.selectionEnd ? begunAt(at.value, at.selectionStart) : null
    setBegun(found && { ...found, place: caretPlace(at, found.at) })
    if (found?.query !== begun?.query) setHighlighted(0)
  }
  const replace = (from: number, to: number, by: string) => {
    const at = field.current
    if (!at) return
    at.setRangeText(by, from, to, 'end')
    onText(at.value)
    at.focus()
  }
  const mention = ({ handle }: Mentionable) => {
    if (!begun) return
    replace(begun.at, begun.at + 1 + begun.query.length, `@${handle} `)
    setBegun(null)
  }
  const paste = (event: ClipboardEvent<HTMLTextAreaElement>) => {
    const files = [...event.clipboardData.files]
    // A part of a table or a text is copied as a picture too: the text is meant.
    if (files.length === 0 || event.clipboardData.types.includes('text/plain')) return
    event.preventDefault()
    for (const file of files)
      void upload(card.id, file).then((attachment) => {
        const at = field.current
        if (attachment && at) replace(at.selectionStart, at.selectionEnd, referenceTo(attachment))
      })
  }
  const listKeys: Record<string, () => void> = {
    ArrowDown: () => setHighlighted((highlighted + 1) % choices.length),
    ArrowUp: () => setHighlighted((highlighted + choices.length - 1) % choices.length),
    Enter: () => chosen && mention(chosen),
    Tab: () => chosen && mention(chosen),
    Escape: () => setBegun(null),
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing) return
    const sends = event.key === 'Enter' && (event.metaKey || event.ctrlKey)
    const onList = chosen && !sends ? listKeys[event.key] : undefined
    const run = onList ?? (sends ? onSend : event.key === 'Escape' ? onEscape : undefined)
    if (!run) return
    event.preventDefault()
    event.stopPropagation()
    run()
  }
  return (
    <div className="relative">
      <TextArea
        {...more}
        ref={field}
        aria-label={label}
        aria-autocomplete="list"
        aria-controls={chosen && id}
        aria-activedescendant={chosen && optionId(id, chosen)}
        value={text}
        maxLength={100_000}
        onChange={(event) => {
          onText(event.target.value)
          look(event.target)
        }}
        onSelect={(event) => begun && look(event.currentTarget)}
        onBlur={() => setBegun(null)}
        onKeyDown={onKeyDown}
        onPaste={paste}
      />
      {begun && chosen && <MentionList id={id} choices={choices} chosen={chosen} place={begun.place} onChoose={mention} />}
    </div>
  )
}

function referenceTo(attachment: Attachment): string {
  const name = attachment.name.replace(/[[\]\\]/g, '\\$&')
  return `${kindOf(attachment) === 'image' ? '!' : ''}[${name}](${attachment.url}) `
}
