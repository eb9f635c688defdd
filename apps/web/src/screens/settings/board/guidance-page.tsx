import { useRef, useState } from 'react'
import { useTranslations } from 'use-intl'
import { api } from '../../../api/client.ts'
import { rereadOutline } from '../../../api/settings-queries.ts'
import { type TextDraft, useTextDraft } from '../../../mutations/texts/text-draft.ts'
import { Button } from '../../../ui/button.tsx'
import { EditorField } from '../../../ui/editor/editor-field.tsx'
import { EmptyState } from '../../../ui/empty-state.tsx'
import { Problem, useForm } from '../../../ui/form/form.tsx'
import { Tabs } from '../../../ui/tabs.tsx'
import { Markdown } from '../../../ui/text/markdown.tsx'
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

/** A draft holds the text that the edit began from, so that after a reload, too, it can tell that another user has saved since. */
function Editor({ draft, onDraft, onDrop }: EditorProps) {
  const t = useTranslations('settings.guidance')
  const { board } = useBoardSettings()
  const [typed, setTyped] = useState(draft && draft.text)
  const [base, setBase] = useState(draft ? draft.base : board.agentGuidance)
  const [saved, setSaved] = useState(false)
  const text = typed ?? board.agentGuidance
  const isChanged = text !== board.agentGuidance
  const write = (next: string) => {
    const from = typed === null ? board.agentGuidance : base
    setBase(from)
    setTyped(next)
    if (next === board.agentGuidance) onDrop()
    else onDraft(next, from)
  }
  const leave = () => {
    setTyped(null)
    onDrop()
  }
  const replace = () => {
    setBase(board.agentGuidance)
    onDraft(text, board.agentGuidance)
  }
  const place = useRef<HTMLFormElement>(null)
  const form = useForm(async () => {
    await api.call('board.update', { boardId: board.id, agentGuidance: text, ifVersion: board.version })
    await rereadOutline(board.id)
    leave()
    setSaved(true)
  })
  const writing = (
    <EditorField label={t('title')} rows={14} most={most} text={text} onText={write} onSend={() => place.current?.requestSubmit()} />
  )
  const preview = text === '' ? <p className="text-ink-3">{t('nothing')}</p> : <Markdown text={text} />
  return (
    <form ref={place} className="grid gap-3" onSubmit={form.submit}>
      {typed !== null && isChanged && board.agentGuidance !== base && <Overtaken onTheirs={leave} onMine={replace} />}
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
      <Problem text={form.problem ?? form.problemOf('agentGuidance')} />
      <div className="flex flex-wrap items-center justify-between gap-2">
        <SaveLine form={form} isChanged={isChanged} isSaved={saved} onCancel={leave} />
        <span className="text-ink-3 text-sm tabular-nums">{t('length', { count: text.length, most })}</span>
      </div>
    </form>
  )
}

/** Another user saved during this edit: the author chooses, so that neither text is lost silently. */
function Overtaken({ onTheirs, onMine }: { onTheirs: () => void; onMine: () => void }) {
  const t = useTranslations('settings.guidance')
  return (
    <div role="alert" className="flex flex-wrap items-center gap-2 rounded-md bg-awaiting-soft px-3 py-2 text-awaiting">
      <span className="min-w-0 flex-1 basis-60">{t('overtaken')}</span>
      <Button size="sm" onClick={onTheirs}>
        {t('theirs')}
      </Button>
      <Button size="sm" onClick={onMine}>
        {t('mine')}
      </Button>
    </div>
  )
}
