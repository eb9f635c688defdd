import { useRef, useState } from 'react'
import { useTranslations } from 'use-intl'
import { api } from '../../../api/client.ts'
import { rereadOutline } from '../../../api/settings-queries.ts'
import type { TextDraft } from '../../../mutations/texts/kept-draft.ts'
import type { MergedPart } from '../../../mutations/texts/merge-texts.ts'
import { useTextDraft } from '../../../mutations/texts/text-draft.ts'
import { Button } from '../../../ui/button.tsx'
import { EditorField } from '../../../ui/editor/editor-field.tsx'
import { EmptyState } from '../../../ui/empty-state.tsx'
import { Problem, useForm } from '../../../ui/form/form.tsx'
import { Tabs } from '../../../ui/tabs.tsx'
import { AreaTexts } from '../../../ui/text/area-texts.tsx'
import { Markdown } from '../../../ui/text/markdown.tsx'
import { Difference } from '../../card/text/difference.tsx'
import { MergeView } from '../../card/text/merge-view.tsx'
import { useBoardSettings } from '../board-context.ts'
import { Page } from '../page.tsx'
import { SaveLine } from '../save-line.tsx'

const most = 20_000

/** The guidance that every agent reads before it begins on this board. */
export function GuidancePage() {
  const t = useTranslations('settings.guidance')
  const { board, mayManage } = useBoardSettings()
  const [began, setBegan] = useState(false)
  const { draft, write, drop } = useTextDraft(`guidance.${board.id}`)
  const keep = (text: string, base: string | null) => write(text, { text: base, version: board.version })
  const begin = (text: string) => {
    if (text !== '') keep(text, board.agentGuidance)
    setBegan(true)
  }
  const isEmpty = board.agentGuidance === '' && draft === null && !began
  return (
    <Page title={t('title')} intro={t('intro')}>
      {isEmpty && (
        <EmptyState title={t('emptyTitle')} action={mayManage && <Beginnings onBegin={begin} />}>
          {t('emptyText')}
        </EmptyState>
      )}
      {!isEmpty && !mayManage && <Markdown text={board.agentGuidance} />}
      {!isEmpty && mayManage && <Editor draft={draft} onDraft={keep} onDrop={drop} />}
    </Page>
  )
}

function Beginnings({ onBegin }: { onBegin: (text: string) => void }) {
  const t = useTranslations('settings.guidance')
  return (
    <div className="flex flex-wrap gap-2">
      <Button variant="primary" onClick={() => onBegin(t('outline'))}>
        {t('withOutline')}
      </Button>
      <Button onClick={() => onBegin('')}>{t('blank')}</Button>
    </div>
  )
}

type EditorProps = { draft: TextDraft | null; onDraft: (text: string, base: string | null) => void; onDrop: () => void }

/**
 * A draft holds the text that the edit began from, so that after a reload, too, it can tell that another admin has saved since. Their
 * changes are merged with these when saving, as in a description.
 */
function Editor(props: EditorProps) {
  const t = useTranslations('settings.guidance')
  const { board } = useBoardSettings()
  const place = useRef<HTMLFormElement>(null)
  const edit = useGuidanceEdit(props, () => place.current?.requestSubmit())
  const { form, text, write } = edit
  const writing = (
    <EditorField label={t('title')} rows={14} most={most} text={text} onText={write} onSend={() => place.current?.requestSubmit()} />
  )
  const preview = text === '' ? <p className="text-ink-3">{t('nothing')}</p> : <Markdown text={text} />
  return (
    <form ref={place} className="grid gap-3" onSubmit={form.submit}>
      {edit.parts ? (
        <AreaTexts area="details" fallback={null}>
          <MergeView parts={edit.parts} onSave={edit.saveMerged} onEdit={edit.editMerged} onCancel={edit.goOn} />
        </AreaTexts>
      ) : (
        <>
          <Tabs
            label={t('title')}
            tabs={[
              { id: 'write', name: t('write'), content: writing },
              {
                id: 'preview',
                name: t('preview'),
                content: <div className="min-h-60 rounded-md border border-line bg-surface p-3">{preview}</div>,
              },
            ]}
          />
          <div className="flex flex-wrap items-center justify-between gap-2">
            <SaveLine form={form} isChanged={edit.isChanged} isSaved={edit.isSaved} onCancel={edit.leave} />
            <span className="text-ink-3 text-sm tabular-nums">{t('length', { count: text.length, most })}</span>
          </div>
          {edit.isOvertaken && (
            <AreaTexts area="details" fallback={null}>
              <ChangedSince from={edit.base ?? text} to={board.agentGuidance} />
            </AreaTexts>
          )}
        </>
      )}
      <Problem text={form.problem ?? form.problemOf('agentGuidance')} />
    </form>
  )
}

type Merge = { theirs: string; parts: MergedPart[] }

/** `submit` sends the form that the edit is in. */
function useGuidanceEdit({ draft, onDraft, onDrop }: EditorProps, submit: () => void) {
  const { board } = useBoardSettings()
  const current = board.agentGuidance
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
    if (next === current) onDrop()
    else onDraft(next, from)
  }
  const leave = () => {
    now.current = null
    setTyped(null)
    onDrop()
  }
  const form = useForm(async () => {
    // Ctrl+Enter sends the form even where its button is disabled.
    if (now.current === null || now.current.text === current) return leave()
    const { text: wanted, base: from } = now.current
    const merged = await mergedWith(current, wanted, from)
    setMerge(typeof merged === 'string' ? null : merged)
    if (typeof merged !== 'string') return
    await api.call('board.update', { boardId: board.id, agentGuidance: merged, ifVersion: board.version })
    await rereadOutline(board.id)
    setSaved(true)
    // Typed while it was being saved: the edit goes on, from what was saved.
    if (now.current?.text === wanted) leave()
    else if (now.current) put(now.current.text, wanted)
  })
  return {
    form,
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

function ChangedSince({ from, to }: { from: string; to: string }) {
  const t = useTranslations('details.merge')
  return (
    <div className="grid gap-1">
      <p role="status" className="text-awaiting">
        {t('changedSince')}
      </p>
      <Difference from={from} to={to} label={t('whatChanged')} />
    </div>
  )
}
