import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { api } from '../../../api/client.ts'
import { textChangedIn } from '../../../api/failure.ts'
import { rereadOutline } from '../../../api/settings-queries.ts'
import { Field, TextField } from '../../../ui/form/field.tsx'
import { Problem, useForm } from '../../../ui/form/form.tsx'
import { useEdits } from '../../../ui/form/use-edits.ts'
import { Overtaken } from '../../../ui/text/overtaken.tsx'
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
  const { isAdmin } = useBoardSettings()
  return (
    <Page title={t('title')} intro={isAdmin ? undefined : t('readOnly')}>
      <AboutForm />
      <PauseAgents />
      <SessionCap />
      <ReviewByOthers />
      <CompleteParents />
      <MonthlyBudget />
      <CopyBoard />
      {isAdmin && <BoardEnd />}
    </Page>
  )
}

/** The changes that another user has saved meanwhile. */
type Theirs = { name: string | null; description: string | null }

function AboutForm() {
  const t = useTranslations('settings.general')
  const { board, mayManage } = useBoardSettings()
  const [saved, setSaved] = useState(false)
  const [theirs, setTheirs] = useState<Theirs | null>(null)
  const edits = useEdits({ name: board.name, description: board.description })
  const form = useForm(async () => {
    const { name, description } = edits.changed
    const input = {
      boardId: board.id,
      ...(name !== undefined && { name, ifName: edits.began.name }),
      ...(description !== undefined && { description, ifDescription: edits.began.description }),
    }
    try {
      await api.call('board.update', input)
    } catch (failure) {
      const now = { name: textChangedIn(failure, 'name'), description: textChangedIn(failure, 'description') }
      if (now.name === null && now.description === null) throw failure
      await rereadOutline(board.id)
      setTheirs(now)
      return
    }
    setTheirs(null)
    await rereadOutline(board.id)
    edits.forget()
    setSaved(true)
  })
  /** Makes theirs the base of the edit, so that saving again overwrites it deliberately. */
  const choose = (key: keyof Theirs, isMine: boolean) => {
    const text = theirs?.[key]
    if (typeof text !== 'string') return
    edits.beginAnew({ [key]: text })
    if (!isMine) edits.set(key, text)
    setTheirs((before) => before && { ...before, [key]: null })
  }
  const overtaken = (key: keyof Theirs) =>
    typeof theirs?.[key] === 'string' && (
      <Overtaken theirs={theirs[key]} onMine={() => choose(key, true)} onTheirs={() => choose(key, false)} />
    )
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
      {overtaken('name')}
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
      {overtaken('description')}
      <Problem text={form.problem} />
      {mayManage && <SaveLine form={form} isChanged={edits.isChanged} isSaved={saved} onCancel={edits.forget} />}
    </form>
  )
}
