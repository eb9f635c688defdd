import type { Client } from '@tandem/client'
import type { InputOf, QuestionInput, SessionEvent } from '@tandem/contract'
import { type Asked, awaitAnswer } from '../../await-answer.ts'
import { whenAskedToStop } from '../../end-signals.ts'
import { Complaint } from '../../failures.ts'
import { findOwnSession } from '../../find/card.ts'
import { lastQuestion } from '../../find/last-question.ts'
import { newsLines } from '../../format/news.ts'
import { count, time } from '../../read-option.ts'
import { readQuestions } from '../../read-questions.ts'
import { command, flag, many, oneOf, type Shown, text } from '../../spec.ts'
import { block, line, type Terminal } from '../../terminal/terminal.ts'
import { inSession, post, said, withNews } from '../../work-report.ts'

/** Questions of an agent to people, from a script. */
export const workQuestions = [
  command({
    words: 'work ask [words...]',
    about: 'ask a person; without words, the question is read from standard input',
    detail: `With --wait, only the answer is written to stdout; a note from the person goes to stderr. --questions asks up to five questions, which a person
answers together: a JSON array of {"question", "options", "kind"}, of which the last two are optional. The answers are one line each, in the same order.`,
    options: {
      ...withNews,
      choice: many('text', 'an option that can be chosen with one click'),
      kind: oneOf('kind', ['choice', 'approval', 'text'], 'choice: one of the choices; approval: approve or deny; default: any text'),
      questions: text('file', 'several questions as JSON instead of one; - reads them from standard input'),
      minutes: count('n', 'the deadline, from now'),
      until: time('the deadline: a time such as 2026-12-24T15:00:00Z, or the end of a day'),
      default: text('answer', 'the answer that is used at the deadline'),
      ifNew: flag('if a similar question was asked on the board before, do not ask: print its answer'),
      wait: flag('wait for the answer and print it; Ctrl-C stops waiting, and the question stays open'),
    },
    examples: [
      ['answer=$(tandem work ask "Which color?" --choice Red --choice Blue --wait)', 'the script continues when someone has answered'],
      ['tandem work ask "Deploy it?" --kind approval --minutes 60 --default deny', 'asks and continues; tandem work wait waits'],
      ['tandem work ask --questions questions.json --until 2026-12-24T15:00:00Z --wait', 'a line for each answer'],
    ],
    async run({ args, options, connect, terminal }) {
      const { minutes: expiresInMinutes, until: expiresAt, ifNew: onlyIfNew } = options
      if (expiresInMinutes !== undefined && expiresAt !== undefined)
        throw new Complaint('wrong usage', '--minutes and --until both set the deadline. Use one of them.')
      const question = await questionIn(args.words, options)
      const { client } = await connect()
      const asked = await post(client, options, { op: 'ask_human', ...question, expiresInMinutes, expiresAt, onlyIfNew })
      const { event, session, similar } = asked
      if (event === null) return { value: asked, text: answerText(similar?.find(({ isClose }) => isClose) ?? {}) }
      if (!options.wait)
        return {
          value: asked,
          text: `${session.cardKey} is waiting for an answer. Run tandem work wait to print it.${newsLines(asked.news)}`,
        }
      return answerOf(client, { sessionId: session.id, questionEventId: event.id }, terminal)
    },
  }),
  command({
    words: 'work wait',
    about: 'wait for the answer to the last question that you asked, and print it; several answers are a line each',
    options: { session: inSession.session },
    examples: [['answer=$(tandem work wait --session ENG-12)', 'in a new process']],
    async run({ options, connect, terminal }) {
      const { client } = await connect()
      const [{ id: sessionId, cardKey, agentActorId }, me] = await Promise.all([
        findOwnSession(client, options.session),
        client.call('me.get'),
      ])
      // An approval for another agent is not valid for this one.
      if (agentActorId !== me.id) throw new Complaint('refused or failed', `${cardKey}: this session belongs to another agent.`)
      const questionEventId = await lastQuestion(client, { sessionId, fits: isOwn })
      if (questionEventId === undefined)
        throw new Complaint('refused or failed', `${cardKey}: nothing was asked in this session. Run tandem work ask to ask.`)
      return answerOf(client, { sessionId, questionEventId }, terminal)
    },
  }),
]

type Given = { choice: string[]; kind: QuestionInput['kind']; default: string | undefined; questions: string | undefined }
type Question = Pick<InputOf<'session.post'>, 'question' | 'options' | 'kind' | 'defaultOption' | 'questions'>

async function questionIn(words: readonly string[], { choice, kind, default: defaultOption, questions }: Given): Promise<Question> {
  const isOne = words.length > 0 || choice.length > 0 || kind !== undefined || defaultOption !== undefined
  if (questions !== undefined && isOne)
    throw new Complaint('wrong usage', 'With --questions, leave out the words, --choice, --kind and --default.')
  if (questions !== undefined) return { questions: await readQuestions(questions) }
  const question = await said(words, 'The question')
  return { question, ...(choice.length > 0 && { options: choice }), kind, defaultOption }
}

/** The service asks about a budget by itself. */
const isOwn = ({ kind }: SessionEvent['body']): boolean => kind !== 'budget'

async function answerOf(client: Client, asked: Asked, terminal: Terminal): Promise<Shown> {
  const event = await awaitAnswer(client, asked, { stop: whenAskedToStop(), note: terminal.note })
  const { note } = event.body
  if (typeof note === 'string') terminal.note(line(note))
  return { value: event, text: answerText(event.body) }
}

/** Of several questions each answer is one line, so that a script can count on them. */
function answerText({ answer, answers }: { answer?: unknown; answers?: unknown }): string {
  const textOf = (given: unknown): string => (typeof given === 'string' ? given : '')
  return Array.isArray(answers) ? answers.map((one) => line(textOf(one))).join('\n') : block(textOf(answer))
}
