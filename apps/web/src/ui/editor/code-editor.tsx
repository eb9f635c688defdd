import './adopted-styles.ts'
import { startCompletion } from '@codemirror/autocomplete'
import { Compartment, EditorState, type Extension } from '@codemirror/state'
import { EditorView, placeholder } from '@codemirror/view'
import { type CSSProperties, useLayoutEffect, useRef } from 'react'
import { useTranslations } from 'use-intl'
import { useCapName } from '../kbd.tsx'
import { act, extensionsFor, fromOutside, type Hooks } from './extensions.ts'
import { takingFiles } from './files.ts'
import { editorRoom, frame } from './frame.ts'
import type { SentFile } from './pasted-files.ts'
import { slashMenu } from './slash.tsx'
import { Toolbar } from './toolbar.tsx'

/** The state taken over from the plain field: the selection, whether it had the focus, and the files that are being uploaded. */
export type Start = { anchor: number; head: number; focus: boolean; sent: readonly SentFile[] }

type Props = Hooks & { text: string; start: Start; rows: number }

/** A Markdown editor that shows its formatting. The text is stored outside, byte for byte. */
export default function CodeEditor(props: Props) {
  const t = useTranslations('editor')
  const capName = useCapName()
  const { text, start, rows } = props
  const slash = slashMenu({ nameOf: (line) => t(line), capName, takesFiles: props.onFile !== undefined })
  const hooks: Hooks = { ...props, offers: [...props.offers, slash] }
  const latest = useRef(hooks)
  const words = { hint: props.hint, choices: t('choices') }
  const initial = useRef({ text, start, words })
  const place = useRef<HTMLDivElement>(null)
  const editor = useRef<EditorView>(null)
  useLayoutEffect(() => {
    latest.current = hooks
  })
  const { label } = props
  const { hint, choices } = words
  // Before the editor is opened, which has these words already.
  useLayoutEffect(() => {
    // Also an update, with which the attributes are read again.
    if (label) editor.current?.dispatch({ effects: inLanguage.reconfigure(inWords({ hint, choices })) })
  }, [label, hint, choices])
  useLayoutEffect(() => {
    if (!place.current) return undefined
    const view = open(place.current, initial.current, () => latest.current)
    editor.current = view
    return () => view.destroy()
  }, [])
  useLayoutEffect(() => {
    if (editor.current) show(editor.current, text)
  }, [text])
  return (
    <div className={frame}>
      <Toolbar onAct={(name) => editor.current && act(editor.current, name)} />
      <div ref={place} data-begun={text === '' ? undefined : ''} style={{ '--editor-room': editorRoom(rows) } as CSSProperties} />
    </div>
  )
}

type Words = { hint: string | undefined; choices: string }

/** What changes with the language of an open editor. */
const inLanguage = new Compartment()
const inWords = ({ hint, choices }: Words): Extension => [
  EditorState.phrases.of({ Completions: choices }),
  hint === undefined ? [] : placeholder(hint),
]

type Initial = { text: string; start: Start; words: Words }

function open(parent: Element, { text, start, words }: Initial, hooks: () => Hooks): EditorView {
  const doc = EditorState.create({ doc: text }).doc
  const files = takingFiles(() => hooks().onFile)
  const within = (at: number) => Math.min(at, doc.length)
  const view = new EditorView({
    parent,
    state: EditorState.create({
      doc,
      selection: { anchor: within(start.anchor), head: within(start.head) },
      extensions: [inLanguage.of(inWords(words)), extensionsFor(hooks), files.extension],
    }),
  })
  if (start.focus) {
    view.focus()
    // Offers completions for text that was begun in the plain field, such as a mention.
    startCompletion(view)
  }
  for (const sent of start.sent) void files.insert(view, sent, view.state.selection.main.head)
  return view
}

/** Shows a text that was changed outside of the editor: it was sent, or comes back after a refusal. */
function show(view: EditorView, text: string): void {
  const next = view.state.toText(text)
  if (next.eq(view.state.doc)) return
  view.dispatch({
    changes: { from: 0, to: view.state.doc.length, insert: next },
    selection: { anchor: next.length },
    annotations: fromOutside.of(true),
    // Not cut to the limit, because the editor would show another text than the stored one.
    filter: false,
  })
}
