import type { LinkedQuestion } from '@tandem/contract'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { Button } from '../../ui/button.tsx'
import { TextArea } from '../../ui/form/field.tsx'
import { Problem, useForm } from '../../ui/form/form.tsx'
import { Markdown } from '../../ui/text/markdown.tsx'
import { plain } from '../../ui/text/plain.ts'
import { DeadlineLine } from '../card/sessions/deadline.tsx'
import { useQuestionWords } from '../card/sessions/use-question-words.ts'
import { type Chosen, isGiven, Part, textIn } from './part.tsx'

export type Given = { option: number; note?: string } | { answer: string } | { answers: string[] }
type Props = { question: LinkedQuestion; onSend: (given: Given) => Promise<void> }

/** One question, or several that are answered together. The option of the link is preselected. */
export function AnswerForm({ question, onSend }: Props) {
  const t = useTranslations('answer')
  const { textOf } = useQuestionWords()
  const parts = question.questions ?? [{ ...question, question: textOf(question) }]
  const [chosen, setChosen] = useState<readonly Chosen[]>(() =>
    parts.map((_, at) => ({ option: at === 0 ? question.option : null, text: '' })),
  )
  const [note, setNote] = useState('')
  const form = useForm(() => onSend(givenBy(question, chosen, note)))
  return (
    <form className="grid grid-cols-1 gap-5" onSubmit={form.submit}>
      <DeadlineLine expiresAt={question.expiresAt} defaultOption={question.defaultOption} />
      {parts.map((part, at) => (
        // oxlint-disable-next-line react/no-array-index-key -- the questions of one question never change
        <div key={at} className="grid grid-cols-1 gap-3">
          <Markdown text={part.question} />
          <Part
            part={part}
            label={question.questions ? plain(part.question) : t('own')}
            chosen={chosen[at] ?? { option: null, text: '' }}
            onChoose={(choice) => setChosen(chosen.with(at, choice))}
          />
        </div>
      ))}
      {question.kind === 'approval' && (
        <TextArea
          rows={1}
          aria-label={t('note')}
          placeholder={t('noteHint')}
          value={note}
          maxLength={2_000}
          onChange={(event) => setNote(event.target.value)}
        />
      )}
      <Problem text={form.problem} />
      <div className="grid gap-2">
        <Button type="submit" variant="primary" busy={form.busy} disabled={!chosen.every(isGiven)} className="h-10">
          {t('confirm')}
        </Button>
        <p className="text-ink-3 text-sm">{t('confirmHint')}</p>
      </div>
    </form>
  )
}

function givenBy({ questions }: LinkedQuestion, chosen: readonly Chosen[], note: string): Given {
  if (questions) return { answers: chosen.map((choice, at) => textIn(choice, questions[at]?.options ?? [])) }
  const { option, text } = chosen[0] ?? { option: null, text: '' }
  return option === null ? { answer: text } : { option, ...(note.trim() !== '' && { note }) }
}
