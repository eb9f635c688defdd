import { HighlightStyle, syntaxHighlighting, syntaxTree } from '@codemirror/language'
import type { Extension } from '@codemirror/state'
import { Decoration, type DecorationSet, EditorView, ViewPlugin, type ViewUpdate } from '@codemirror/view'
import { tags } from '@lezer/highlight'

/** The text looks like its rendered form, with its marks beside it: sizes as in `.prose`. */
const written = HighlightStyle.define([
  { tag: tags.heading1, fontSize: '1.25em', fontWeight: '650' },
  { tag: tags.heading2, fontSize: '1.15em', fontWeight: '650' },
  { tag: tags.heading3, fontSize: '1.05em', fontWeight: '650' },
  { tag: [tags.heading4, tags.heading5, tags.heading6], fontWeight: '650' },
  { tag: tags.strong, fontWeight: '650' },
  { tag: tags.emphasis, fontStyle: 'italic' },
  { tag: tags.strikethrough, textDecoration: 'line-through' },
  { tag: tags.link, color: 'var(--color-accent)' },
  { tag: tags.monospace, fontFamily: 'var(--font-mono)', fontSize: '0.9em' },
  { tag: tags.quote, color: 'var(--color-ink-2)' },
  { tag: [tags.atom, tags.url, tags.labelName, tags.contentSeparator], color: 'var(--color-ink-3)' },
  { tag: tags.processingInstruction, color: 'var(--color-ink-3)', fontWeight: '400', fontStyle: 'normal', textDecoration: 'none' },
])

const theme = EditorView.theme({
  '&': { fontSize: 'var(--text-md)', color: 'var(--color-ink)' },
  '&.cm-focused': { outline: 'none' },
  // On touch screens iOS zooms into a field whose text is smaller than 16 px.
  '@media (pointer: coarse)': {
    '&': { fontSize: '1rem' },
    // Half of a row at the end says that there are more.
    '.cm-tooltip.cm-tooltip-autocomplete > ul': { maxHeight: 'min(24rem, round(down, 50dvh, 2.75rem) - 1.125rem) !important' },
    '.cm-tooltip.cm-tooltip-autocomplete > ul > li': { minHeight: '2.75rem !important' },
  },
  '.cm-scroller': { fontFamily: 'inherit', lineHeight: '1.55', maxHeight: 'min(60vh, 40rem)', overflow: 'auto' },
  '.cm-content': { padding: '0.5rem 0', caretColor: 'var(--color-ink)', minHeight: 'var(--editor-room, 4.5rem)' },
  '.cm-line': { padding: '0 0.75rem', overflowWrap: 'anywhere' },
  '.cm-placeholder': { color: 'var(--color-ink-3)' },
  '.cm-line.cm-quote': {
    background: 'linear-gradient(var(--color-line-strong) 0 0) 0.75rem 0 / 2px 100% no-repeat',
    paddingLeft: '1.375rem',
  },
  '.cm-fenced': { backgroundColor: 'var(--color-sunken)' },
  '.cm-tooltip': {
    backgroundColor: 'var(--color-overlay)',
    border: '1px solid var(--color-line)',
    borderRadius: 'var(--radius-md)',
    boxShadow: 'var(--shadow-floating)',
    overflow: 'hidden',
    zIndex: '60',
  },
  '.cm-tooltip.cm-tooltip-autocomplete > ul': {
    fontFamily: 'inherit',
    // All kinds of blocks behind `/` fit.
    maxHeight: 'min(23rem, 60vh)',
    maxWidth: 'min(22rem, 92vw)',
    padding: '0.25rem',
  },
  '.cm-tooltip.cm-tooltip-autocomplete > ul > li': {
    display: 'flex',
    alignItems: 'center',
    gap: '0.5rem',
    minHeight: '2rem',
    padding: '0 0.5rem',
    borderRadius: 'var(--radius-sm)',
    color: 'var(--color-ink)',
  },
  '.cm-tooltip.cm-tooltip-autocomplete > ul > li[aria-selected]': { backgroundColor: 'var(--color-hover)', color: 'var(--color-ink)' },
  '.cm-completionIcon': { display: 'none' },
  // The label is what is inserted, such as a key: a long detail does not push it out of sight.
  '.cm-completionLabel': { flexShrink: '0', maxWidth: '75%', overflow: 'hidden', textOverflow: 'ellipsis' },
  '.cm-completionDetail': {
    marginLeft: 'auto',
    minWidth: '0',
    overflow: 'hidden',
    textOverflow: 'ellipsis',
    fontStyle: 'normal',
    fontSize: 'var(--text-sm)',
    color: 'var(--color-ink-3)',
  },
  '.cm-offersKey .cm-completionLabel': { minWidth: '4.5rem', fontFamily: 'var(--font-mono)', fontSize: 'var(--text-sm)' },
  '.cm-offersKey .cm-completionDetail': { marginLeft: '0' },
})

const lineClasses: Readonly<Record<string, Decoration>> = {
  Blockquote: Decoration.line({ class: 'cm-quote' }),
  FencedCode: Decoration.line({ class: 'cm-fenced' }),
  CodeBlock: Decoration.line({ class: 'cm-fenced' }),
}

/** Quotes and code are styled line by line, in the visible part. */
const markedLines = ViewPlugin.fromClass(
  class {
    decorations: DecorationSet
    constructor(view: EditorView) {
      this.decorations = linesIn(view)
    }
    update({ view, docChanged, viewportChanged, state, startState }: ViewUpdate) {
      if (docChanged || viewportChanged || syntaxTree(state) !== syntaxTree(startState)) this.decorations = linesIn(view)
    }
  },
  { decorations: ({ decorations }) => decorations },
)

function linesIn({ state, viewport }: EditorView): DecorationSet {
  const found = new Map<number, Decoration>()
  syntaxTree(state).iterate({
    from: viewport.from,
    to: viewport.to,
    enter({ name, from, to }) {
      const shown = lineClasses[name]
      if (!shown) return
      for (let at = Math.max(from, viewport.from); at <= Math.min(to, viewport.to); at = state.doc.lineAt(at).to + 1)
        found.set(state.doc.lineAt(at).from, shown)
    },
  })
  return Decoration.set([...found].sort(([one], [other]) => one - other).map(([from, shown]) => shown.range(from)))
}

export const look: Extension = [theme, syntaxHighlighting(written), markedLines]
