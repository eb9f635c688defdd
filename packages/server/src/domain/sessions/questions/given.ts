import { approvalAnswers, fieldRefusal, type OpenQuestion, type ParsedInputOf } from '@tandem/contract'

/** An answer to a question; one that does not fit the question is refused. Specification: beyond §6. */
type Given = { answer: string; answers?: string[]; note?: string }
type Part = Pick<OpenQuestion, 'options' | 'kind'>
type Input = Pick<ParsedInputOf<'session.answer'>, 'answer' | 'answers' | 'note'>

/** Throws validation for an answer that does not fit. */
export function givenFor(question: Part & Pick<OpenQuestion, 'questions'>, { answer, answers, note }: Input): Given {
  const more = note === undefined ? {} : { note }
  const { questions } = question
  if (!questions) {
    if (answers !== undefined) throw fieldRefusal('answers', 'answersOfOne')
    return { answer: fitting(question, answer ?? '', 'answer'), ...more }
  }
  if (answers?.length !== questions.length) throw fieldRefusal('answers', 'answersNeeded', { count: questions.length })
  const fit = answers.map((each, at) => fitting(questions[at] ?? { options: [] }, each, 'answers'))
  return { answer: asOneText(fit), answers: fit, ...more }
}

/** A late answer as it was sent: it is not checked against the question. */
export const givenLate = ({ answer, answers, note }: Input): Given => ({
  answer: answer ?? asOneText(answers ?? []),
  ...(answers && { answers }),
  ...(note !== undefined && { note }),
})

/** The answer in the words of the option that it chooses. Throws validation where it has to choose one and does not. */
export function fitting({ kind, options }: Part, answer: string, field: string): string {
  const choices = kind === 'approval' ? approvalAnswers : kind === 'choice' ? options : null
  if (!choices) return answer
  const chosen = choices.find((choice) => choice === answer) ?? choices.find((choice) => choice.toLowerCase() === answer.toLowerCase())
  if (chosen === undefined) throw fieldRefusal(field, 'answerNoOption', { options: choices.join(', ') })
  return chosen
}

/** Whether a viewer may not answer it. */
export const isOfMembers = ({ kind, questions = [] }: { kind?: unknown; questions?: { kind?: unknown }[] }): boolean =>
  [kind, ...questions.map((question) => question.kind)].includes('approval')

const asOneText = (answers: readonly string[]): string => answers.map((answer, at) => `${at + 1}. ${answer}`).join('\n')
