import { type ComponentType, useRef, useState } from 'react'
import { useTranslations } from 'use-intl'
import { type Form, Problem, useForm } from '../../../ui/form/form.tsx'
import { AreaTexts } from '../../../ui/text/area-texts.tsx'
import { Difference } from '../../card/text/difference.tsx'
import { DraftNote } from '../../card/text/draft-note.tsx'
import { MergeView } from '../../card/text/merge-view.tsx'
import { SaveLine } from '../save-line.tsx'
import { type Edited, type TextEdit, useTextEdit } from './use-text-edit.ts'

/** The field of a text: what is in it, what a keystroke calls, and what a key that saves calls. */
export type Writing = { text: string; write: (text: string) => void; submit: () => void; problem: string | null }

type Props = Edited & {
  /** The name of the text in the API. */
  name: 'agentGuidance' | 'description'
  Field: ComponentType<Writing>
  /** Beside the button that saves. */
  Aside?: ComponentType<{ text: string }>
}

/** A text of a board in a form of its own. */
export function BoardText({ name, Field, Aside, ...edited }: Props) {
  const place = useRef<HTMLFormElement>(null)
  const submit = () => place.current?.requestSubmit()
  const [isSaved, setSaved] = useState(false)
  const edit = useTextEdit(edited, submit)
  const form = useForm(async () => {
    if ((await edit.save()) === 'saved') setSaved(true)
  })
  const cancel = () => {
    setSaved(false)
    edit.leave()
  }
  return (
    <form ref={place} className="grid gap-3" onSubmit={form.submit}>
      <TextPart name={name} edit={edit} form={form} current={edited.current} submit={submit} Field={Field} />
      {!edit.parts && (
        <div className="flex flex-wrap items-center justify-between gap-2">
          <SaveLine form={form} isChanged={edit.isChanged} isSaved={isSaved} onCancel={cancel} />
          {Aside && <Aside text={edit.text} />}
        </div>
      )}
      <Problem text={form.problem} />
    </form>
  )
}

type PartProps = Pick<Props, 'name' | 'current' | 'Field'> & { edit: TextEdit; form: Form; submit: () => void }

/** The field within its form, with what another admin has saved since; while the author chooses between both, that choice instead. */
export function TextPart({ name, current, edit, form, submit, Field }: PartProps) {
  if (edit.parts)
    return (
      <AreaTexts area="details" fallback={null}>
        <MergeView parts={edit.parts} onSave={edit.saveMerged} onEdit={edit.editMerged} onCancel={edit.goOn} />
      </AreaTexts>
    )
  return (
    <>
      {edit.found && (
        <AreaTexts area="details" fallback={null}>
          <DraftNote at={edit.found.at} onDiscard={edit.leave} />
        </AreaTexts>
      )}
      <Field text={edit.text} write={edit.write} submit={submit} problem={form.problemOf(name)} />
      {edit.isOvertaken && !form.busy && (
        <AreaTexts area="details" fallback={null}>
          <ChangedSince from={edit.base} typed={edit.text} to={current} />
        </AreaTexts>
      )}
    </>
  )
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
