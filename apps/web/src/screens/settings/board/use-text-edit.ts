import { useRef, useState } from 'react'
import { rereadOutline } from '../../../api/settings-queries.ts'
import type { MergedPart } from '../../../mutations/texts/merge-texts.ts'
import type { useTextDraft } from '../../../mutations/texts/text-draft.ts'
import { useBoardSettings } from '../board-context.ts'

export type Edited = {
  /** The saved text. */
  current: string
  drafts: ReturnType<typeof useTextDraft>
  /** The draft was begun on this page, so it needs no note. */
  isNew?: boolean
  /** Saves a text over the one that its author has seen. */
  send: (text: string, over: string) => Promise<unknown>
}

export type TextEdit = ReturnType<typeof useTextEdit>

/** `choosing`: nothing is saved until the author has chosen between both texts. */
export type Outcome = 'saved' | 'unchanged' | 'choosing'
type Merge = { theirs: string; parts: MergedPart[] }

/**
 * The edit of a text of a board. A draft holds the text that the edit began from, so that after a reload, too, it can tell that another admin
 * has saved since. Their changes are merged with these when saving, as in a description of a card. `submit` sends the form that the edit is in.
 */
export function useTextEdit({ current, drafts, isNew = false, send }: Edited, submit: () => void) {
  const { board } = useBoardSettings()
  const { draft } = drafts
  const [found, setFound] = useState(isNew || draft?.text === current ? null : draft)
  const [typed, setTyped] = useState(draft && draft.text)
  const [base, setBase] = useState(draft ? draft.base : current)
  const [merge, setMerge] = useState<Merge | null>(null)
  const text = typed ?? current
  /** The text as it is typed now, and what it began from, for a save that begins or ends before the page is drawn again. */
  const now = useRef(draft && { text: draft.text, base: draft.base })
  const put = (next: string, from: string | null) => {
    now.current = { text: next, base: from }
    setBase(from)
    setTyped(next)
    if (next === current) {
      setFound(null)
      drafts.drop()
    } else drafts.write(next, { text: from, version: board.version })
  }
  const leave = () => {
    now.current = null
    setFound(null)
    setTyped(null)
    drafts.drop()
  }
  const save = async (): Promise<Outcome> => {
    // Ctrl+Enter sends the form even where its button is disabled.
    if (now.current === null || now.current.text === current) {
      leave()
      return 'unchanged'
    }
    const { text: wanted, base: from } = now.current
    const merged = await mergedWith(current, wanted, from)
    setMerge(typeof merged === 'string' ? null : merged)
    if (typeof merged !== 'string') return 'choosing'
    await send(merged, current).catch(async (failure: unknown) => {
      // Without the live socket this page does not have the text that refused it.
      await rereadOutline(board.id)
      throw failure
    })
    await rereadOutline(board.id)
    // Typed while it was being saved: the edit goes on, from what was saved.
    if (now.current?.text === wanted) leave()
    else if (now.current) put(now.current.text, wanted)
    return 'saved'
  }
  return {
    save,
    /** A draft of an earlier visit. */
    found,
    text,
    base,
    leave,
    parts: merge?.parts ?? null,
    isChanged: text !== current,
    isOvertaken: typed !== null && text !== current && current !== base,
    write: (next: string) => put(next, typed === null ? current : base),
    goOn: () => setMerge(null),
    editMerged(text: string) {
      if (merge) put(text, merge.theirs)
      setMerge(null)
    },
    saveMerged(text: string) {
      if (merge) put(text, merge.theirs)
      submit()
    },
  }
}

/** The text to save, or the parts that their author has to choose from. */
async function mergedWith(theirs: string, mine: string, base: string | null): Promise<string | Merge> {
  if (theirs === base || theirs === mine) return mine
  const { mergedWithoutAsking, mergeTexts } = await import('../../../mutations/texts/merge-texts.ts')
  const parts = mergeTexts(base, mine, theirs)
  return mergedWithoutAsking(parts) ?? { theirs, parts }
}
