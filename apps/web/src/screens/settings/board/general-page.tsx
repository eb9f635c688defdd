import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { api } from '../../../api/client.ts'
import { rereadOutline } from '../../../api/settings-queries.ts'
import { Field, TextField } from '../../../ui/form/field.tsx'
import { Problem, useForm } from '../../../ui/form/form.tsx'
import { useEdits } from '../../../ui/form/use-edits.ts'
import { useOvertaken } from '../../../ui/form/use-overtaken.tsx'
import { useBoardSettings } from '../board-context.ts'
import { Page } from '../page.tsx'
import { SaveLine } from '../save-line.tsx'
import { BoardEnd } from './board-end.tsx'
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
      <AboutForm />
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

function AboutForm() {
  const t = useTranslations('settings.general')
  const { board, mayManage } = useBoardSettings()
  const [saved, setSaved] = useState(false)
  const edits = useEdits({ name: board.name, description: board.description })
  const guarded = useOvertaken(edits, () => rereadOutline(board.id))
  const form = useForm(async () => {
    const { name, description } = edits.changed
    const input = {
      boardId: board.id,
      ...(name !== undefined && { name, ifName: edits.began.name }),
      ...(description !== undefined && { description, ifDescription: edits.began.description }),
    }
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
      <TextField
        label={t('description')}
        hint={t('descriptionHint')}
        rows={3}
        maxLength={100_000}
        disabled={!mayManage}
        value={edits.values.description}
        onChange={(event) => edits.set('description', event.target.value)}
        problem={form.problemOf('description')}
      />
      {guarded.notice('description')}
      <Problem text={form.problem} />
      {mayManage && <SaveLine form={form} isChanged={edits.isChanged} isSaved={saved} onCancel={edits.forget} />}
    </form>
  )
}
