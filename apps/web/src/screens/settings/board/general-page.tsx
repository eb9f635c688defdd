import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { api } from '../../../api/client.ts'
import { rereadOutline } from '../../../api/settings-queries.ts'
import { useTextDraft } from '../../../mutations/texts/text-draft.ts'
import { Field, TextField } from '../../../ui/form/field.tsx'
import { Problem, useForm } from '../../../ui/form/form.tsx'
import { useEdits } from '../../../ui/form/use-edits.ts'
import { useOvertaken } from '../../../ui/form/use-overtaken.tsx'
import { useBoardSettings } from '../board-context.ts'
import { Page } from '../page.tsx'
import { SaveLine } from '../save-line.tsx'
import { BoardEnd } from './board-end.tsx'
import { BoardText, type Writing } from './board-text.tsx'
import { CopyBoard } from './copy-board.tsx'
import { MonthlyBudget } from './monthly-budget.tsx'
import { PauseAgents } from './pause-agents.tsx'
import { SessionCap } from './session-cap.tsx'
import { CompleteParents, ReviewByOthers } from './yes-or-no-settings.tsx'

/** The name and description of the board, its limits, a copy of it, and its end. */
export function GeneralPage() {
  const t = useTranslations('settings.general')
  const { board, isAdmin } = useBoardSettings()
  return (
    <Page title={t('title')} intro={isAdmin ? undefined : t('readOnly')}>
      <NameForm />
      <Description key={board.id} />
      <PauseAgents />
      <SessionCap />
      <ReviewByOthers />
      <CompleteParents />
      <MonthlyBudget key={board.id} />
      <CopyBoard />
      {isAdmin && <BoardEnd />}
    </Page>
  )
}

function NameForm() {
  const t = useTranslations('settings.general')
  const { board, mayManage } = useBoardSettings()
  const [saved, setSaved] = useState(false)
  const edits = useEdits({ name: board.name })
  const guarded = useOvertaken(edits, () => rereadOutline(board.id))
  const form = useForm(async () => {
    const { name } = edits.changed
    const input = { boardId: board.id, ...(name !== undefined && { name, ifName: edits.began.name }) }
    if (!(await guarded.send(() => api.call('board.update', input)))) return
    edits.finish(edits.values)
    setSaved(true)
  })
  return (
    <form className="grid max-w-md gap-4" onSubmit={form.submit}>
      <Field
        label={t('name')}
        required
        maxLength={200}
        autoComplete="off"
        disabled={!mayManage}
        value={edits.values.name}
        onChange={(event) => edits.set('name', event.target.value)}
        problem={form.problemOf('name')}
      />
      {guarded.notice('name')}
      <Field label={t('prefix')} hint={t('prefixHint', { prefix: board.keyPrefix })} value={board.keyPrefix} disabled />
      <Problem text={form.problem} />
      {mayManage && <SaveLine form={form} isChanged={edits.isChanged} isSaved={saved} onCancel={edits.forget} />}
    </form>
  )
}

/** Its draft is kept, and the changes of other admins are merged. */
function Description() {
  const { board, mayManage } = useBoardSettings()
  const drafts = useTextDraft(`boardDescription.${board.id}`)
  return (
    <div className="mt-4 max-w-md">
      {mayManage ? (
        <BoardText
          current={board.description}
          name="description"
          drafts={drafts}
          send={(description, ifDescription) => api.call('board.update', { boardId: board.id, description, ifDescription })}
          Field={DescriptionField}
        />
      ) : (
        <DescriptionField text={board.description} />
      )}
    </div>
  )
}

/** Plain text, because the list of boards shows it in one line. Without `write` it can only be read. */
function DescriptionField({ text, write, submit, problem = null }: Partial<Writing>) {
  const t = useTranslations('settings.general')
  return (
    <TextField
      label={t('description')}
      hint={t('descriptionHint')}
      rows={3}
      maxLength={100_000}
      disabled={!write}
      value={text}
      onChange={(event) => write?.(event.target.value)}
      onKeyDown={(event) => {
        if (event.key !== 'Enter' || !(event.metaKey || event.ctrlKey) || event.nativeEvent.isComposing) return
        event.preventDefault()
        submit?.()
      }}
      problem={problem}
    />
  )
}
