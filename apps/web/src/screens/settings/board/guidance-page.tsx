import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { api } from '../../../api/client.ts'
import { useTextDraft } from '../../../mutations/texts/text-draft.ts'
import { Button } from '../../../ui/button.tsx'
import { EditorField } from '../../../ui/editor/editor-field.tsx'
import { EmptyState } from '../../../ui/empty-state.tsx'
import { Problem } from '../../../ui/form/form.tsx'
import { Tabs } from '../../../ui/tabs.tsx'
import { Markdown } from '../../../ui/text/markdown.tsx'
import { useBoardSettings } from '../board-context.ts'
import { Page } from '../page.tsx'
import { BoardText, type Writing } from './board-text.tsx'

const most = 20_000

/** The guidance that every agent reads before it begins on this board. */
export function GuidancePage() {
  const t = useTranslations('settings.guidance')
  const { board, mayManage } = useBoardSettings()
  const [began, setBegan] = useState(false)
  const drafts = useTextDraft(`guidance.${board.id}`)
  const begin = (text: string) => {
    if (text !== '') drafts.write(text, { text: board.agentGuidance, version: board.version })
    setBegan(true)
  }
  const isEmpty = board.agentGuidance === '' && drafts.draft === null && !began
  return (
    <Page title={t('title')} intro={t('intro')}>
      {isEmpty && (
        <EmptyState title={t('emptyTitle')} action={mayManage && <Beginnings onBegin={begin} />}>
          {t('emptyText')}
        </EmptyState>
      )}
      {!isEmpty && !mayManage && <Markdown text={board.agentGuidance} />}
      {!isEmpty && mayManage && <Editor drafts={drafts} isNew={began} />}
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

function Editor({ drafts, isNew }: { drafts: ReturnType<typeof useTextDraft>; isNew: boolean }) {
  const { board } = useBoardSettings()
  return (
    <BoardText
      current={board.agentGuidance}
      name="agentGuidance"
      drafts={drafts}
      isNew={isNew}
      send={(agentGuidance) => api.call('board.update', { boardId: board.id, agentGuidance, ifVersion: board.version })}
      Field={WriteOrPreview}
      Aside={Length}
    />
  )
}

function WriteOrPreview({ text, write, submit, problem }: Writing) {
  const t = useTranslations('settings.guidance')
  const writing = <EditorField label={t('title')} rows={14} most={most} text={text} onText={write} onSend={submit} />
  const preview = text === '' ? <p className="text-ink-3">{t('nothing')}</p> : <Markdown text={text} />
  return (
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
      <Problem text={problem} />
    </>
  )
}

function Length({ text }: { text: string }) {
  const t = useTranslations('settings.guidance')
  return <span className="text-ink-3 text-sm tabular-nums">{t('length', { count: text.length, most })}</span>
}
