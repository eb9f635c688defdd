import {
  type ChangeEvent,
  type ClipboardEvent,
  type ComponentType,
  type CSSProperties,
  type KeyboardEvent,
  useCallback,
  useEffect,
  useRef,
  useState,
} from 'react'
import { flushSync } from 'react-dom'
import { loadTexts, WithTexts } from '../../i18n/areas.tsx'
import { useLocaleChoice } from '../../i18n/locale.tsx'
import { TextArea } from '../form/field.tsx'
import type CodeEditor from './code-editor.tsx'
import type { Start } from './code-editor.tsx'
import type { Completing } from './completions.ts'
import type { TakeFile } from './files.ts'
import { editorRoom, frame } from './frame.ts'
import { usePastedFiles } from './pasted-files.ts'

type Props = {
  label: string
  text: string
  onText: (text: string) => void
  /** Ctrl or ⌘ with Enter. */
  onSend: () => void
  onEscape?: (() => void) | undefined
  /** Uploads a pasted or dropped file and returns the text to insert. */
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
 * A Markdown field. It is a plain field until the user types in it: then the editor's code is loaded and takes over, even in the middle of
 * a word. If it cannot be loaded, the plain field stays. A field that is opened for editing has the height of the editor from the start, so
 * that the elements below it, such as its button, stay in place.
 */
export function EditorField(props: Props) {
  const { label, text, onText, onSend, onEscape, onFile, offers = none, hint, rows = 2, autoFocus = false, most } = props
  const field = useRef<HTMLTextAreaElement>(null)
  const { sending, insert } = usePastedFiles(field, onText)
  const [opened, setOpened] = useState<(Code & { start: Start }) | null>(null)
  const isComposing = useRef(false)
  const load = useCode((code) => {
    const at = field.current
    // Replacing the field would lose text in composition; the end of the composition calls this again.
    if (!at || isComposing.current) return
    const focus = document.activeElement === at
    // The editor is taller, so a button that is being pressed would move away from the pointer. The next focus calls this again.
    if (!focus && sending.current.size === 0) return
    const start = { anchor: at.selectionStart, head: at.selectionEnd, focus, sent: [...sending.current] }
    // Synchronously, so that no letter is typed between reading the field and replacing it.
    flushSync(() => setOpened({ ...code, start }))
  })
  useEffect(() => {
    if (autoFocus) load()
  }, [autoFocus, load])
  const { locale } = useLocaleChoice()
  const isOpened = opened !== null
  useEffect(() => {
    if (!isOpened) return
    // The language may change while the editor is open. It keeps its texts until the new ones have loaded.
    const take = (words: Code['words']) => setOpened((was) => was && (was.words === words ? was : { ...was, words }))
    void loadTexts('editor', locale).then(take, () => {})
  }, [isOpened, locale])
  if (opened) {
    const { Editor, words, start } = opened
    return (
      <WithTexts area="editor" words={words}>
        <Editor
          label={label}
          text={text}
          onText={onText}
          onSend={onSend}
          onEscape={onEscape}
          onFile={onFile}
          offers={offers}
          hint={hint}
          most={most}
          start={start}
          rows={rows}
        />
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
  const shared = {
    ref: field,
    'aria-label': label,
    placeholder: hint,
    value: text,
    maxLength: most,
    onFocus: load,
    onChange: (event: ChangeEvent<HTMLTextAreaElement>) => onText(event.target.value),
    onCompositionStart: () => {
      isComposing.current = true
    },
    onCompositionEnd: () => {
      isComposing.current = false
      load()
    },
    onKeyDown,
    onPaste,
  }
  if (!autoFocus) return <TextArea {...shared} rows={rows} />
  return (
    <div className={frame}>
      <div aria-hidden className="h-8.25 border-line border-b pointer-coarse:h-12.25" />
      <textarea
        {...shared}
        data-begun={text === '' ? undefined : ''}
        // oxlint-disable-next-line jsx-a11y/no-autofocus -- it takes the place of the button that asked for it
        autoFocus
        style={{ '--editor-room': editorRoom(rows) } as CSSProperties}
        className="field-sizing-content block max-h-[min(60vh,40rem)] min-h-(--editor-room) w-full resize-none bg-transparent px-3 py-2 text-md leading-[1.55] focus-visible:outline-none"
      />
    </div>
  )
}

/** Returns a function that loads the code of the editor and passes it to `take`. Without a network nothing happens until the next call. */
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
