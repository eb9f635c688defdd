import { useState } from 'react'
import { inputClasses } from '../../ui/form/field.tsx'

const longest = 500

/** Enter adds what is typed and stays for the next one; several lines that are pasted are added as many. `onAdd` answers what was not. */
export function AddLines({ label, onAdd }: { label: string; onAdd: (lines: string[]) => Promise<readonly string[]> }) {
  const [text, setText] = useState('')
  const add = async (lines: string[]) => {
    const left = await onAdd(lines)
    if (left.length > 0) setText((since) => [...left, since].filter(Boolean).join(' '))
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
        aria-label={label}
        placeholder={label}
        value={text}
        maxLength={longest}
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
