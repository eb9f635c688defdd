import type { OpenQuestion } from '@tandem/contract'
import { useTranslations } from 'use-intl'
import { useDraft } from '../../../mutations/texts/draft.ts'
import { Button } from '../../../ui/button.tsx'
import { TextArea } from '../../../ui/form/field.tsx'
import { plain } from '../../../ui/text/plain.ts'
import { Option, Options, type Sending } from './answer-parts.tsx'

type Part = NonNullable<OpenQuestion['questions']>[number]

/** Separates the answers of a draft: a character that cannot be typed. */
const separator = '\u001e'

/** Several questions in one form: all are answered, then sent together. Drafts are kept until they are accepted. */
export function SeveralAnswers({ question: { eventId }, questions, sending, send }: Sending & { questions: readonly Part[] }) {
  const t = useTranslations('session')
  const [draft, setDraft] = useDraft(`answers.${eventId}`)
  const begun = draft.split(separator)
  const answers = questions.map((_, at) => begun[at] ?? '')
  const isWhole = answers.every((answer) => answer.trim() !== '')
  return (
    <form
      className="grid grid-cols-1 gap-4"
      onSubmit={(event) => {
        event.preventDefault()
        if (isWhole) void send({ answers }, 'all').then((isTaken) => isTaken && setDraft(''))
      }}
    >
      {questions.map((part, at) => (
        <Answer
          // oxlint-disable-next-line react/no-array-index-key -- the questions of one question never change
          key={at}
          part={part}
          value={answers[at] ?? ''}
          onChange={(value) => setDraft(answers.with(at, value).join(separator))}
        />
      ))}
      <Button
        type="submit"
        variant="primary"
        busy={sending !== null}
        disabled={!isWhole || sending !== null}
        className="h-9 justify-self-start"
      >
        {t('send')}
      </Button>
    </form>
  )
}

function Answer({ part, value, onChange }: { part: Part; value: string; onChange: (value: string) => void }) {
  const t = useTranslations('session')
  const { options, kind } = part
  const question = plain(part.question)
  const wordOf = (option: string) => (kind === 'approval' && (option === 'approve' || option === 'deny') ? t(option) : plain(option))
  return (
    <div className="grid grid-cols-1 gap-2">
      <p className="[overflow-wrap:anywhere]">{question}</p>
      {options.length > 0 && (
        <Options label={question}>
          {options.map((option) => (
            <Option key={option} aria-pressed={value === option} onClick={() => onChange(option)}>
              {wordOf(option)}
            </Option>
          ))}
        </Options>
      )}
      {kind !== 'choice' && kind !== 'approval' && (
        <TextArea
          rows={1}
          aria-label={question}
          placeholder={options.length > 0 ? t('answerOwn') : t('answer')}
          value={value}
          maxLength={10_000}
          onChange={(event) => onChange(event.target.value)}
        />
      )}
    </div>
  )
}
