import './adopted-styles.ts'
import { startCompletion } from '@codemirror/autocomplete'
import { EditorState } from '@codemirror/state'
import { EditorView } from '@codemirror/view'
import { type CSSProperties, useLayoutEffect, useRef } from 'react'
import { useTranslations } from 'use-intl'
import { act, extensionsFor, fromOutside, type Hooks } from './extensions.ts'
import { takingFiles } from './files.ts'
import type { SentFile } from './pasted-files.ts'
import { slashMenu } from './slash.tsx'
import { Toolbar } from './toolbar.tsx'

/** Where the text goes on that was begun in the plain field: what was selected there, whether somebody is writing, and which files are being sent. */
export type Start = { anchor: number; head: number; focus: boolean; sent: readonly SentFile[] }

type Props = Hooks & { text: string; start: Start; rows: number }

/** Markdown that looks like what it will be. The text is kept outside, byte for byte. */
export default function CodeEditor(props: Props) {
  const t = useTranslations('editor')
  const { text, start, rows } = props
  const hooks: Hooks = { ...props, offers: [...props.offers, slashMenu((block) => t(block))] }
  const latest = useRef(hooks)
  const initial = useRef({ text, start, phrases: { Completions: t('choices') } })
  const place = useRef<HTMLDivElement>(null)
  const editor = useRef<EditorView>(null)
  useLayoutEffect(() => {
    latest.current = hooks
  })
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
    <div className="rounded-md border border-line-strong bg-surface focus-within:outline-2 focus-within:outline-focus">
      <Toolbar onAct={(name) => editor.current && act(editor.current, name)} />
      <div ref={place} style={{ '--editor-room': `calc(1rem + ${rows} * 1.55em)` } as CSSProperties} />
    </div>
  )
}

type Initial = { text: string; start: Start; phrases: Record<string, string> }

function open(parent: Element, { text, start, phrases }: Initial, hooks: () => Hooks): EditorView {
  const doc = EditorState.create({ doc: text }).doc
  const files = takingFiles(() => hooks().onFile)
  const within = (at: number) => Math.min(at, doc.length)
  const view = new EditorView({
    parent,
    state: EditorState.create({
      doc,
      selection: { anchor: within(start.anchor), head: within(start.head) },
      extensions: [EditorState.phrases.of(phrases), extensionsFor(hooks), files.extension],
    }),
  })
  if (start.focus) {
    view.focus()
    // What was begun in the plain field, such as a mention, is offered now.
    startCompletion(view)
  }
  for (const sent of start.sent) void files.insert(view, sent, view.state.selection.main.head)
  return view
}

/** Puts a text there that was changed elsewhere: it was sent, or comes back. */
function show(view: EditorView, text: string): void {
  const next = view.state.toText(text)
  if (next.eq(view.state.doc)) return
  view.dispatch({
    changes: { from: 0, to: view.state.doc.length, insert: next },
    selection: { anchor: next.length },
    annotations: fromOutside.of(true),
    // Not cut to the limit: the editor would show another text than the one that is kept.
    filter: false,
  })
}
