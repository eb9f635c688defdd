import type { Client } from '@tandem/client'
import type { SessionEvent } from '@tandem/contract'
import { type Asked, awaitAnswer } from '../../await-answer.ts'
import { whenAskedToStop } from '../../end-signals.ts'
import { Complaint } from '../../failures.ts'
import { findOwnSession } from '../../find/card.ts'
import { lastQuestion } from '../../find/last-question.ts'
import { newsLines } from '../../format/news.ts'
import { count } from '../../read-option.ts'
import { command, flag, many, oneOf, type Shown, text } from '../../spec.ts'
import { block, line, type Terminal } from '../../terminal/terminal.ts'
import { inSession, post, said, withNews } from '../../work-report.ts'

/** Questions of an agent to people, from a script. */
export const workQuestions = [
  command({
    words: 'work ask [words...]',
    about: 'ask a person; without words, the question is read from standard input',
    detail: 'With --wait, only the answer is written to stdout, one line for each question; a note from the person goes to stderr.',
    options: {
      ...withNews,
      choice: many('text', 'an option that can be chosen with one click'),
      kind: oneOf('kind', ['choice', 'approval', 'text'], 'choice: one of the choices; approval: approve or deny; when absent: any text'),
      minutes: count('n', 'the deadline, from now'),
      default: text('answer', 'the answer that is used at the deadline'),
      ifNew: flag('if a similar question was asked on the board before, do not ask: print its answer'),
      wait: flag('wait for the answer and print it; Ctrl-C stops waiting, and the question stays open'),
    },
    examples: [
      ['answer=$(tandem work ask "Which colour?" --choice Red --choice Blue --wait)', 'the script continues when someone has answered'],
      ['tandem work ask "Deploy it?" --kind approval --minutes 60 --default deny', 'asks and continues; tandem work wait waits'],
    ],
    async run({ args, options, connect, terminal }) {
      const { choice, kind, minutes: expiresInMinutes, default: defaultOption, ifNew: onlyIfNew } = options
      const { client } = await connect()
      const asked = await post(client, options, {
        op: 'ask_human',
        question: await said(args.words, 'The question'),
        ...(choice.length > 0 && { options: choice }),
        kind,
        expiresInMinutes,
        defaultOption,
        onlyIfNew,
      })
      const { event, session, similar } = asked
      if (event === null) return { value: asked, text: block(similar?.find(({ isClose }) => isClose)?.answer ?? '') }
      if (!options.wait)
        return { value: asked, text: `${session.cardKey} waits for an answer. tandem work wait prints it.${newsLines(asked.news)}` }
      return answerOf(client, { sessionId: session.id, questionEventId: event.id }, terminal)
    },
  }),
  command({
    words: 'work wait',
    about: 'wait for the answer to the last question that you asked, and print it',
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

/** The service asks about a budget by itself. */
const isOwn = ({ kind }: SessionEvent['body']): boolean => kind !== 'budget'

async function answerOf(client: Client, asked: Asked, terminal: Terminal): Promise<Shown> {
  const event = await awaitAnswer(client, asked, { stop: whenAskedToStop(), note: terminal.note })
  const { note } = event.body
  if (typeof note === 'string') terminal.note(line(note))
  return { value: event, text: answerText(event) }
}

function answerText({ body: { answer, answers } }: SessionEvent): string {
  const given: unknown[] = Array.isArray(answers) ? answers : [answer]
  return given.map((one) => (typeof one === 'string' ? block(one) : '')).join('\n')
}
