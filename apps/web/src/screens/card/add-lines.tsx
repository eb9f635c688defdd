import { lineGap, useDraft } from '../../mutations/texts/draft.ts'
import { inputClasses } from '../../ui/form/field.tsx'
import type { SectionName } from './adding/adding.ts'
import { useOpenCard } from './card-context.ts'

const longest = 500

/** The sections with such a field. */
type Section = Extract<SectionName, 'checklist' | 'subCards'>
/** `resume-changes.ts` puts refused texts back under these names. */
const useOwnDraft = (of: Section) => useDraft(`${of}.${useOpenCard().card.id}`, lineGap)

type Props = {
  /** The section that it adds to. */
  of: Section
  label: string
  onAdd: (lines: string[], putBack: (line: string) => void) => Promise<readonly string[]>
  autoFocus: boolean
  /** Called by Escape, while the field is empty. */
  onLeave: (() => void) | undefined
}

/**
 * Enter adds the text and keeps the field open; several pasted lines are added one by one. `onAdd` resolves to the lines that were refused,
 * and calls `putBack` for one that is refused later.
 */
export function AddLines({ of, label, onAdd, autoFocus, onLeave }: Props) {
  const [draft, setText, putBack] = useOwnDraft(of)
  // A draft of an older release may have several lines.
  const text = draft.replace(/\s*\n\s*/g, ' ')
  const add = async (lines: string[]) => putBack((await onAdd(lines, putBack)).join(' '))
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault()
        const wanted = text.trim()
        if (wanted === '') return
        setText('')
        void add([wanted])
      }}
    >
      <input
        data-adding={of}
        data-begun={text === '' ? undefined : ''}
        aria-label={label}
        placeholder={label}
        value={text}
        maxLength={longest}
        autoFocus={autoFocus}
        onKeyDown={(event) => {
          if (event.key !== 'Escape' || text !== '' || !onLeave) return
          event.stopPropagation()
          onLeave()
        }}
        onChange={(event) => setText(event.target.value)}
        onPaste={(event) => {
          const lines = linesIn(event.clipboardData.getData('text'))
          if (lines.length < 2) return
          event.preventDefault()
          void add(lines)
        }}
        className={`${inputClasses} mt-1 h-8 pointer-coarse:h-11`}
      />
    </form>
  )
}

const linesIn = (pasted: string): string[] =>
  pasted
    .split('\n')
    .map((line) =>
      line
        .replace(/^\s*[-*]\s+(\[.\]\s+)?/, '')
        .trim()
        .slice(0, longest),
    )
    .filter((line) => line !== '')
