import { useState } from 'react'
import { inputClasses } from '../../ui/form/field.tsx'
import type { SectionName } from './adding/adding.ts'

const longest = 500

type Props = {
  /** The section that it adds to. */
  of: SectionName
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
  const [text, setText] = useState('')
  const add = async (lines: string[]) => {
    const putBack = (...left: readonly string[]) => setText((since) => [...left, since].filter(Boolean).join(' '))
    putBack(...(await onAdd(lines, putBack)))
  }
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
