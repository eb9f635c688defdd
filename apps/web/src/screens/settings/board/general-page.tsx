import { useRef, useState } from 'react'
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
import { TextPart, type Writing } from './board-text.tsx'
import { CopyBoard } from './copy-board.tsx'
import { MonthlyBudget } from './monthly-budget.tsx'
import { PauseAgents } from './pause-agents.tsx'
import { SessionCap } from './session-cap.tsx'
import { type Outcome, useTextEdit } from './use-text-edit.ts'
import { CompleteParents, ReviewByOthers } from './yes-or-no-settings.tsx'

/** The name and description of the board, its limits, a copy of it, and its end. */
export function GeneralPage() {
  const t = useTranslations('settings.general')
  const { board, isAdmin } = useBoardSettings()
  return (
    <Page title={t('title')} intro={isAdmin ? undefined : t('readOnly')}>
      <AboutBoard key={board.id} />
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

/** The name and the description are saved together. The draft of a description is kept, and the changes of other admins are merged with it. */
function AboutBoard() {
  const t = useTranslations('settings.general')
  const { board, mayManage } = useBoardSettings()
  const place = useRef<HTMLFormElement>(null)
  const submit = () => place.current?.requestSubmit()
  const [isSaved, setSaved] = useState(false)
  const name = useNameEdit()
  const description = useTextEdit(
    {
      current: board.description,
      drafts: useTextDraft(`boardDescription.${board.id}`),
      send: (text, over) => api.call('board.update', { boardId: board.id, description: text, ifDescription: over }),
    },
    submit,
  )
  const form = useForm(async () => {
    const named = await name.save()
    const described = await description.save()
    const outcomes = [named, described]
    if (outcomes.includes('saved') && !outcomes.includes('choosing')) setSaved(true)
  })
  const forget = () => {
    setSaved(false)
    name.edits.forget()
    description.leave()
  }
  return (
    <form ref={place} className="grid max-w-md gap-4" onSubmit={form.submit}>
      <Field
        label={t('name')}
        required
        maxLength={200}
        autoComplete="off"
        disabled={!mayManage}
        value={name.edits.values.name}
        onChange={(event) => name.edits.set('name', event.target.value)}
        problem={form.problemOf('name')}
      />
      {name.notice}
      <Field label={t('prefix')} hint={t('prefixHint', { prefix: board.keyPrefix })} value={board.keyPrefix} disabled />
      {mayManage ? (
        <TextPart name="description" edit={description} form={form} current={board.description} submit={submit} Field={DescriptionField} />
      ) : (
        <DescriptionField text={board.description} />
      )}
      <Problem text={form.problem} />
      {mayManage && !description.parts && (
        <SaveLine form={form} isChanged={name.edits.isChanged || description.isChanged} isSaved={isSaved} onCancel={forget} />
      )}
    </form>
  )
}

/** `choosing`: someone else has renamed the board meanwhile, and its author has to choose, by the notice. */
function useNameEdit() {
  const { board } = useBoardSettings()
  const edits = useEdits({ name: board.name })
  const guarded = useOvertaken(edits, () => rereadOutline(board.id))
  const save = async (): Promise<Outcome> => {
    const { name } = edits.changed
    if (name === undefined) return 'unchanged'
    const isSaved = await guarded.send(() => api.call('board.update', { boardId: board.id, name, ifName: edits.began.name }))
    if (isSaved) edits.finish(edits.values)
    return isSaved ? 'saved' : 'choosing'
  }
  return { edits, notice: guarded.notice('name'), save }
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
