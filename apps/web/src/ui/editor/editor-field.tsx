import { type ClipboardEvent, type ComponentType, type KeyboardEvent, useCallback, useEffect, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { loadTexts, WithTexts } from '../../i18n/areas.tsx'
import { useLocaleChoice } from '../../i18n/locale.tsx'
import { TextArea } from '../form/field.tsx'
import type CodeEditor from './code-editor.tsx'
import type { Start } from './code-editor.tsx'
import type { Completing } from './completions.ts'
import type { TakeFile } from './files.ts'
import { usePastedFiles } from './pasted-files.ts'

type Props = {
  label: string
  text: string
  onText: (text: string) => void
  /** Ctrl or ⌘ with Enter. */
  onSend: () => void
  onEscape?: (() => void) | undefined
  /** What a pasted or dropped file becomes. */
  onFile?: TakeFile | undefined
  offers?: readonly Completing[]
  hint?: string | undefined
  rows?: number
  autoFocus?: boolean
  /** The longest text, in UTF-16 code units. */
  most: number
}

type Code = { Editor: ComponentType<Parameters<typeof CodeEditor>[0]>; words: Record<string, unknown> }

const none: readonly Completing[] = []

/**
 * A text of Markdown. It is a plain field until somebody writes in it: the code of the editor comes then, and takes over in the middle of
 * a word. Where it cannot be fetched, the plain field stays.
 */
export function EditorField(props: Props) {
  const { label, text, onText, onSend, onEscape, onFile, offers = none, hint, rows = 2, autoFocus = false, most } = props
  const field = useRef<HTMLTextAreaElement>(null)
  const { sending, insert } = usePastedFiles(field, onText)
  const [opened, setOpened] = useState<(Code & { start: Start }) | null>(null)
  const isComposing = useRef(false)
  const load = useCode((code) => {
    const at = field.current
    // Letters that are being put together would be lost: their end comes here again.
    if (!at || isComposing.current) return
    const focus = document.activeElement === at
    // The editor is taller: a button that is being pressed would move away from the pointer. The next focus comes here again.
    if (!focus && sending.current.size === 0) return
    const start = { anchor: at.selectionStart, head: at.selectionEnd, focus, sent: [...sending.current] }
    // At once: no letter may be typed between what was read of the field and its end.
    flushSync(() => setOpened({ ...code, start }))
  })
  useEffect(() => {
    if (autoFocus) load()
  }, [autoFocus, load])
  if (opened) {
    const { Editor, words, start } = opened
    return (
      <WithTexts area="editor" words={words}>
        <Editor {...{ label, text, onText, onSend, onEscape, onFile, offers, hint, most, start, rows }} />
      </WithTexts>
    )
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing) return
    const sends = event.key === 'Enter' && (event.metaKey || event.ctrlKey)
    const run = sends ? onSend : event.key === 'Escape' ? onEscape : undefined
    if (!run) return
    event.preventDefault()
    event.stopPropagation()
    run()
  }
  const onPaste = (event: ClipboardEvent) => {
    const pasted = event.clipboardData
    if (!onFile || pasted.files.length === 0 || pasted.types.includes('text/plain')) return
    event.preventDefault()
    for (const file of pasted.files) void insert(onFile(file))
    load()
  }
  return (
    <TextArea
      ref={field}
      aria-label={label}
      rows={rows}
      autoFocus={autoFocus}
      placeholder={hint}
      value={text}
      maxLength={most}
      onFocus={load}
      onChange={(event) => onText(event.target.value)}
      onCompositionStart={() => {
        isComposing.current = true
      }}
      onCompositionEnd={() => {
        isComposing.current = false
        load()
      }}
      onKeyDown={onKeyDown}
      onPaste={onPaste}
    />
  )
}

/** Answers what fetches the code of the editor; `take` has it then. Without a network nothing happens, and the next time may do better. */
function useCode(take: (code: Code) => void): () => void {
  const { locale } = useLocaleChoice()
  const latest = useRef(take)
  useEffect(() => {
    latest.current = take
  })
  return useCallback(() => {
    Promise.all([import('./code-editor.tsx'), loadTexts('editor', locale)]).then(
      ([{ default: Editor }, words]) => latest.current({ Editor, words }),
      () => {},
    )
  }, [locale])
}
