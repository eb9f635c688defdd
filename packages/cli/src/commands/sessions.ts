import { setTimeout as wait } from 'node:timers/promises'
import type { Client } from '@tandem/client'
import type { InputOf, Session, SessionEvent } from '@tandem/contract'
import { whenAskedToStop } from '../end-signals.ts'
import { Complaint } from '../failures.ts'
import { findBoard } from '../find/board.ts'
import { findCard, findSession } from '../find/card.ts'
import { lastQuestion } from '../find/last-question.ts'
import { budgetText } from '../format/budget.ts'
import { handleOf } from '../format/card.ts'
import { eventText, questionText, sessionTable, sessionText } from '../format/session.ts'
import { budgetHint, readBudgetOrNone } from '../read-budget.ts'
import { count } from '../read-option.ts'
import { command, flag, oneOf, text } from '../spec.ts'
import { ask, canAsk, readStdin } from '../terminal/ask.ts'
import { line, type Terminal } from '../terminal/terminal.ts'
import { sessionUndo } from './session-undo.ts'

/** Sessions of agents. */
const pollEveryMs = 500
const pageSize = 200
const shownAtFirst = 50
const whichSession = 'Name a session by its id, or by the key of its card for the newest one on it.'
const endStates = new Set(['done', 'error'])

export const sessions = [
  command({
    words: 'session list',
    about: 'list sessions, newest first: those that you opened or work on, unless a board or card is named',
    options: {
      board: text('board', 'sessions of this board'),
      card: text('card', 'sessions of this card'),
      state: oneOf('state', ['queued', 'working', 'awaiting_input', 'done', 'error'], 'in this state'),
      limit: count('n', `maximum number shown; default: ${shownAtFirst}`),
    },
    examples: [
      ['tandem session list --state awaiting_input', 'what is waiting for your answer'],
      ['tandem session list --board ENG', 'what agents do on a board'],
    ],
    async run({ options, connect, terminal }) {
      const { client } = await connect()
      const found = await sessionsOf(client, options)
      return { value: found, text: sessionTable(terminal, found) }
    },
  }),
  command({
    words: 'session show <session>',
    about: 'show a session: state, plan, open question and result',
    detail: whichSession,
    examples: [['tandem session show ENG-12', 'the newest session on a card']],
    async run({ args, connect, terminal }) {
      const { client } = await connect()
      const session = await findSession(client, args.session)
      return { value: session, text: sessionText(terminal, session, await namesOn(client, session.boardId)) }
    },
  }),
  command({
    words: 'session answer <session> [words...]',
    about: "answer an agent's question; without words, you are asked for the answer",
    detail: `${whichSession}\nA choice can be given by its number. For several questions, give one word or quoted text each, in their order. You can also\npipe the answers in, one line for each question.`,
    options: { note: text('note', 'a note for the agent') },
    examples: [
      ['tandem session answer ENG-12', 'shows the question and its options, and asks for an answer'],
      ['tandem session answer ENG-12 Use the second one', 'answers at once'],
      ["tandem session answer ENG-12 deny --note 'On Monday'", 'answers an approval'],
      ["tandem session answer ENG-12 Red 'Tell everyone'", 'answers two questions'],
    ],
    async run({ args, options, connect, terminal }) {
      const { client } = await connect()
      const session = await findSession(client, args.session)
      const given = await answerTo(session, { client, words: args.words, terminal })
      const answered = await client.call('session.answer', { sessionId: session.id, ...given, note: options.note })
      return { value: answered, text: `Answered; ${session.cardKey} is ${answered.session.state}.` }
    },
  }),
  command({
    words: 'session start <session>',
    about: 'let an agent start although its card is blocked',
    detail: whichSession,
    examples: [['tandem session start ENG-12', 'the session does not wait for other cards']],
    async run({ args, connect }) {
      const { client } = await connect()
      const { id: sessionId, cardKey } = await findSession(client, args.session)
      const started = await client.call('session.start', { sessionId })
      return { value: started, text: `${cardKey}: the agent can start.` }
    },
  }),
  command({
    words: 'session stop <session>',
    about: 'ask an agent to stop; if you ask again after a minute, the session ends',
    detail: whichSession,
    examples: [['tandem session stop ENG-12', 'the agent ends its work; it may take a moment']],
    async run({ args, connect }) {
      const { client } = await connect()
      const { id: sessionId, cardKey } = await findSession(client, args.session)
      const stopped = await client.call('session.stop', { sessionId })
      const ended = endStates.has(stopped.session.state)
      return { value: stopped, text: ended ? `${cardKey}: the session has ended.` : `${cardKey}: the agent was asked to stop.` }
    },
  }),
  sessionUndo,
  command({
    words: 'session budget <session> <limits>',
    about: 'set the budget that a session can use before a person is asked; none removes it',
    detail: `${whichSession}\n${budgetHint}`,
    examples: [
      ['tandem session budget ENG-12 tokens=200000,usd=2.5', 'usage so far counts'],
      ['tandem session budget ENG-12 none', 'no limit; an open question about it is closed'],
    ],
    async run({ args, connect }) {
      const budget = readBudgetOrNone(args.limits)
      const { client } = await connect()
      const { id: sessionId, cardKey } = await findSession(client, args.session)
      const session = await client.call('session.update', { sessionId, budget })
      const budgetLine = session.budget ? `used ${budgetText(session.budget, session.budgetUsed)}` : 'no budget'
      return { value: session, text: `${cardKey}: ${budgetLine}; the session is ${session.state}.` }
    },
  }),
  command({
    words: 'session trail <session>',
    about: 'show what happened in a session, from its start',
    detail: `${whichSession}\nWith --json each event is on its own line.`,
    options: { follow: flag('continue until the session ends, or Ctrl-C') },
    examples: [
      ['tandem session trail ENG-12 --follow', 'watch an agent at work'],
      ['tandem session trail ENG-12 --json | jq -r .kind', 'one event per line, for a script'],
    ],
    async run({ args, options, connect, terminal }) {
      const { client } = await connect()
      const session = await findSession(client, args.session)
      const nameOf = await namesOn(client, session.boardId)
      const show = (event: SessionEvent) => terminal.result(event, eventText(terminal, event, nameOf))
      await followTrail(client, session.id, { show, follow: options.follow === true })
    },
  }),
]

/** Handles, if the board can be read: a session may be visible without it. */
async function namesOn(client: Client, boardId: string): Promise<(actorId: string) => string> {
  const members = await client.call('board.outline', { boardId }).then(
    (outline) => outline.members,
    () => [],
  )
  return (actorId) => handleOf(members, actorId)
}

type Which = { board: string | undefined; card: string | undefined; state: Session['state'] | undefined; limit: number | undefined }

async function sessionsOf(client: Client, { board, card, state, limit }: Which): Promise<Session[]> {
  const most = limit ?? shownAtFirst
  const found: Session[] = []
  for await (const page of await pagesOf(client, { board, card, state }, Math.min(most, pageSize))) {
    // For a card the service returns sessions of all states.
    found.push(...page.filter((session) => state === undefined || session.state === state))
    if (found.length >= most) break
  }
  return found.slice(0, most)
}

async function pagesOf(client: Client, { board, card, state }: Omit<Which, 'limit'>, limit: number) {
  if (card !== undefined) return client.pages('session.listForCard', { cardId: (await findCard(client, card)).id, limit })
  if (board !== undefined) return client.pages('session.listForBoard', { boardId: (await findBoard(client, board)).id, state, limit })
  return client.pages('session.mine', { state, limit })
}

type Asked = Pick<NonNullable<Session['question']>, 'question' | 'options'>
type Answer = Pick<InputOf<'session.answer'>, 'answer' | 'answers' | 'questionEventId'>

/**
 * Answers the open question. Without one the answer is late: the service refuses it with the earlier answer, and passes it on to the agent.
 */
async function answerTo(
  session: Session,
  { client, words, terminal }: { client: Client; words: readonly string[]; terminal: Terminal },
): Promise<Answer> {
  const { id: sessionId, question, lastAnswer, cardKey, state } = session
  if (question) {
    const { eventId: questionEventId, questions } = question
    if (words.length === 0 && canAsk()) terminal.note(questionText(terminal, session))
    const given = questions ? { answers: await answersFor(questions, words) } : { answer: await answerFor(question, words) }
    return { ...given, questionEventId }
  }
  // Named, so that the text does not answer a question that the agent asks meanwhile.
  const answered = lastAnswer?.questionEventId
  const questionEventId = words.length > 0 ? ((await lastQuestion(client, { sessionId, since: answered })) ?? answered) : undefined
  if (questionEventId === undefined)
    throw new Complaint('refused or failed', `${cardKey}: the session is ${state} and has no open question.`)
  return { answer: words.join(' '), questionEventId }
}

async function answerFor(question: Asked, words: readonly string[]): Promise<string> {
  if (words.length > 0) return chosenIn(question, words.join(' '))
  if (!canAsk()) return chosenIn(question, await readStdin('The answer'))
  return chosenIn(question, await ask('Your answer:', 'Add it after the session.'))
}

/** One after the other; from standard input a line each. */
async function answersFor(questions: readonly Asked[], words: readonly string[]): Promise<string[]> {
  const given = words.length > 0 ? words : canAsk() ? [] : (await readStdin('The answers')).split('\n')
  const answers: string[] = []
  for (const [at, question] of questions.entries()) {
    const answer = given.length > 0 ? given[at] : await ask(`${at + 1}. ${line(question.question)}`, 'Add the answers after the session.')
    if (answer !== undefined) answers.push(chosenIn(question, answer))
  }
  if (answers.length === questions.length && given.length <= questions.length) return answers
  throw new Complaint('wrong usage', `This asks ${questions.length} questions at once. Give ${questions.length} answers, each in quotes.`)
}

/** An option may be given by its number. */
const chosenIn = ({ options }: Asked, typed: string): string =>
  (!options.includes(typed) && /^\d+$/.test(typed) && options[Number(typed) - 1]) || typed

async function followTrail(client: Client, sessionId: string, { show, follow }: { show: (event: SessionEvent) => void; follow: boolean }) {
  const stop = follow ? whenAskedToStop() : undefined
  let since: string | undefined
  try {
    for (;;) {
      // Read before the events, so that these include the end.
      const { state } = await client.call('session.get', { sessionId }, { signal: stop })
      for await (const { events } of client.pages('session.events', { sessionId, since, limit: pageSize }, { signal: stop })) {
        for (const event of events) show(event)
        since = events.at(-1)?.id ?? since
      }
      if (!follow || endStates.has(state)) return
      await wait(pollEveryMs, undefined, { signal: stop })
    }
  } catch (error) {
    if (!stop?.aborted) throw error
  }
}
