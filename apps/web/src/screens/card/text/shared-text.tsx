import { useRef, useState } from 'react'
import { useTranslations } from 'use-intl'
import type { MergedPart } from '../../../mutations/texts/merge-texts.ts'
import { type Send, saveText } from '../../../mutations/texts/save-text.ts'
import { useTextDraft } from '../../../mutations/texts/text-draft.ts'
import { Button } from '../../../ui/button.tsx'
import { say } from '../../../ui/toasts/toast.tsx'
import { Difference } from './difference.tsx'
import { DraftNote } from './draft-note.tsx'
import { MergeView } from './merge-view.tsx'
import { TextBox } from './text-box.tsx'

type Props = {
  /** The key of its draft. */
  draftKey: string
  label: string
  /** The current text, the version of its record, and the name of the text in the API. */
  kept: string
  version: number | null
  name: string
  send: Send
  onDone: () => void
  mayBeEmpty?: boolean
}

/**
 * The editor of a text that others may change at the same time. It is saved with the text that the edit began from: changes in different
 * places are merged, conflicts are resolved by hand.
 */
export function SharedText(props: Props) {
  const edit = useSharedEdit(props)
  if (edit.overtaken === null) return <Editor {...props} edit={edit} />
  const { theirs, parts } = edit.overtaken
  return (
    <MergeView
      parts={parts}
      onSave={(merged) => {
        edit.rebase(merged, theirs)
        void edit.save(merged, theirs)
      }}
      onEdit={(merged) => edit.rebase(merged, theirs)}
      onCancel={edit.goOn}
    />
  )
}

type Overtaken = { theirs: string; parts: MergedPart[] }

function useSharedEdit({ draftKey, kept, version, name, send, onDone, mayBeEmpty = false }: Props) {
  const more = useTranslations('details.merge')
  const { draft, write, drop } = useTextDraft(draftKey)
  const [found] = useState(draft)
  const [text, setText] = useState(draft?.text ?? kept)
  const [base, setBase] = useState(draft ? draft.base : kept)
  const [overtaken, setOvertaken] = useState<Overtaken | null>(null)
  const [sending, setSending] = useState<string | null>(null)
  const typed = useRef(text)
  const type = (next: string, from = base) => {
    typed.current = next
    setText(next)
    if (next === from) drop()
    else write(next, { text: from, version })
  }
  const leave = () => {
    drop()
    onDone()
  }
  const save = async (wanted: string, from: string | null): Promise<void> => {
    if (sending !== null || (wanted.trim() === '' && !mayBeEmpty)) return
    setSending(wanted)
    const outcome = await saveText(send, name, { text: wanted, base: from })
    setSending(null)
    // Typed while it was being sent: that, too, belongs to the texts that are chosen from.
    if (outcome.is === 'overtaken' && typed.current !== wanted) return save(typed.current, from)
    setOvertaken(outcome.is === 'overtaken' ? outcome : null)
    if (outcome.is !== 'saved') return
    if (outcome.merged) say({ done: true, kind: 'merged', title: more('merged') })
    if (typed.current === wanted) leave()
    // Typed while it was being saved: the edit goes on, from what was saved.
    else rebase(typed.current, wanted)
  }
  const rebase = (next: string, theirs: string) => {
    setOvertaken(null)
    setBase(theirs)
    type(next, theirs)
  }
  return { found, text, base, sending, overtaken, type, leave, save, rebase, goOn: () => setOvertaken(null) }
}

function Editor({ label, kept, onDone, edit }: Props & { edit: ReturnType<typeof useSharedEdit> }) {
  const t = useTranslations('card')
  const more = useTranslations('details.merge')
  const { found, text, base, sending, type, leave } = edit
  const save = () => void edit.save(text, base)
  return (
    <form
      className="grid grid-cols-1 gap-2"
      onSubmit={(event) => {
        event.preventDefault()
        save()
      }}
    >
      {found && <DraftNote at={found.at} onDiscard={leave} />}
      <TextBox label={label} rows={6} autoFocus text={text} onText={type} onSend={save} onEscape={onDone} />
      <div className="flex items-center gap-2">
        <Button type="submit" variant="primary" busy={sending !== null}>
          {t('save')}
        </Button>
        <Button variant="quiet" onClick={leave}>
          {t('cancel')}
        </Button>
        <span className="ml-auto text-ink-3 text-sm">{t('markdown')}</span>
      </div>
      {/* Below the editor, so that its appearance moves neither the text nor the buttons. */}
      {base !== kept && kept !== text && kept !== sending && (
        <div className="grid gap-1">
          <p role="status" className="text-awaiting">
            {base === null ? more('differs') : more('changedSince')}
          </p>
          <Difference from={base ?? text} to={kept} label={more('whatChanged')} />
        </div>
      )}
    </form>
  )
}
