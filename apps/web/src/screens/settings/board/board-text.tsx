import { type ComponentType, useRef, useState } from 'react'
import { useTranslations } from 'use-intl'
import { rereadOutline } from '../../../api/settings-queries.ts'
import type { MergedPart } from '../../../mutations/texts/merge-texts.ts'
import type { useTextDraft } from '../../../mutations/texts/text-draft.ts'
import { Problem, useForm } from '../../../ui/form/form.tsx'
import { AreaTexts } from '../../../ui/text/area-texts.tsx'
import { Difference } from '../../card/text/difference.tsx'
import { DraftNote } from '../../card/text/draft-note.tsx'
import { MergeView } from '../../card/text/merge-view.tsx'
import { useBoardSettings } from '../board-context.ts'
import { SaveLine } from '../save-line.tsx'

/** The field of a text: what is in it, what a keystroke calls, and what a key that saves calls. */
export type Writing = { text: string; write: (text: string) => void; submit: () => void; problem: string | null }

type Props = {
  /** The saved text, and its name in the API. */
  current: string
  name: 'agentGuidance' | 'description'
  drafts: ReturnType<typeof useTextDraft>
  /** The draft was begun on this page, so it needs no note. */
  isNew?: boolean
  /** Saves a text over the one that its author has seen. */
  send: (text: string, over: string) => Promise<unknown>
  Field: ComponentType<Writing>
  /** Beside the button that saves. */
  Aside?: ComponentType<{ text: string }>
}

/**
 * The editor of a text of a board. A draft holds the text that the edit began from, so that after a reload, too, it can tell that another
 * admin has saved since. Their changes are merged with these when saving, as in a description of a card.
 */
export function BoardText(props: Props) {
  const place = useRef<HTMLFormElement>(null)
  const submit = () => place.current?.requestSubmit()
  const edit = useTextEdit(props, submit)
  const { form, text } = edit
  const { Field, Aside } = props
  return (
    <form ref={place} className="grid gap-3" onSubmit={form.submit}>
      {edit.parts ? (
        <AreaTexts area="details" fallback={null}>
          <MergeView parts={edit.parts} onSave={edit.saveMerged} onEdit={edit.editMerged} onCancel={edit.goOn} />
        </AreaTexts>
      ) : (
        <>
          {edit.found && (
            <AreaTexts area="details" fallback={null}>
              <DraftNote at={edit.found.at} onDiscard={edit.leave} />
            </AreaTexts>
          )}
          <Field text={text} write={edit.write} submit={submit} problem={form.problemOf(props.name)} />
          <div className="flex flex-wrap items-center justify-between gap-2">
            <SaveLine form={form} isChanged={edit.isChanged} isSaved={edit.isSaved} onCancel={edit.leave} />
            {Aside && <Aside text={text} />}
          </div>
          {edit.isOvertaken && (
            <AreaTexts area="details" fallback={null}>
              <ChangedSince from={edit.base} typed={text} to={props.current} />
            </AreaTexts>
          )}
        </>
      )}
      <Problem text={form.problem} />
    </form>
  )
}

type Merge = { theirs: string; parts: MergedPart[] }

/** `submit` sends the form that the edit is in. */
function useTextEdit({ current, drafts, isNew = false, send }: Props, submit: () => void) {
  const { board } = useBoardSettings()
  const { draft } = drafts
  const [found, setFound] = useState(isNew || draft?.text === current ? null : draft)
  const [typed, setTyped] = useState(draft && draft.text)
  const [base, setBase] = useState(draft ? draft.base : current)
  const [merge, setMerge] = useState<Merge | null>(null)
  const [isSaved, setSaved] = useState(false)
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
  const form = useForm(async () => {
    // Ctrl+Enter sends the form even where its button is disabled.
    if (now.current === null || now.current.text === current) return leave()
    const { text: wanted, base: from } = now.current
    const merged = await mergedWith(current, wanted, from)
    setMerge(typeof merged === 'string' ? null : merged)
    if (typeof merged !== 'string') return
    await send(merged, current).catch(async (failure: unknown) => {
      // Without the live socket this page does not have the text that refused it.
      await rereadOutline(board.id)
      throw failure
    })
    await rereadOutline(board.id)
    setSaved(true)
    // Typed while it was being saved: the edit goes on, from what was saved.
    if (now.current?.text === wanted) leave()
    else if (now.current) put(now.current.text, wanted)
  })
  return {
    form,
    found,
    text,
    base,
    isSaved,
    leave,
    parts: merge?.parts ?? null,
    isChanged: text !== current,
    isOvertaken: typed !== null && text !== current && current !== base && !form.busy,
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

function ChangedSince({ from, typed, to }: { from: string | null; typed: string; to: string }) {
  const t = useTranslations('details.merge')
  return (
    <div className="grid gap-1">
      <p role="status" className="text-awaiting">
        {from === null ? t('differs') : t('changedSince')}
      </p>
      <Difference from={from ?? typed} to={to} label={t('whatChanged')} />
    </div>
  )
}
