import { setTimeout as wait } from 'node:timers/promises'
import type { Client } from '@tandem/client'
import type { Session, SessionEvent } from '@tandem/contract'
import { whenAskedToStop } from '../connection.ts'
import { Complaint } from '../failures.ts'
import { findBoard } from '../find/board.ts'
import { findCard, findSession } from '../find/card.ts'
import { budgetText } from '../format/budget.ts'
import { handleOf } from '../format/card.ts'
import { eventText, questionText, sessionTable, sessionText } from '../format/session.ts'
import { budgetHint, readBudgetOrNone } from '../read-budget.ts'
import { count } from '../read-option.ts'
import { command, flag, oneOf, text } from '../spec.ts'
import { ask, canAsk, readStdin } from '../terminal/ask.ts'

/** Agents at work. */
const pollEveryMs = 500
const pageSize = 200
const shownAtFirst = 50
const whichSession = 'A session goes by its id, or by the key of its card: then the newest one on it is meant.'
const endStates = new Set(['done', 'error'])

export const sessions = [
  command({
    words: 'session list',
    about: 'list sessions, the newest first: those that you opened or work on, unless a board or card is named',
    options: {
      board: text('board', 'those of a board'),
      card: text('card', 'those of a card'),
      state: oneOf('state', ['queued', 'working', 'awaiting_input', 'done', 'error'], 'in this state'),
      limit: count('n', `the most that are shown; ${shownAtFirst} when absent`),
    },
    examples: [
      ['tandem session list --state awaiting_input', 'what waits for an answer of yours'],
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
    about: 'show a session: state, plan, open question, what it came to',
    detail: whichSession,
    examples: [['tandem session show ENG-12', 'the newest session on a card']],
    async run({ args, connect, terminal }) {
      const { client } = await connect()
      const session = await findSession(client, args.session)
      // Who may see the session need not be allowed to read the board.
      const members = await client.call('board.outline', { boardId: session.boardId }).then(
        (outline) => outline.members,
        () => [],
      )
      return { value: session, text: sessionText(terminal, session, (actorId) => handleOf(members, actorId)) }
    },
  }),
  command({
    words: 'session answer <session> [words...]',
    about: "answer an agent's question; asks for the answer when there are no words",
    detail: whichSession,
    examples: [
      ['tandem session answer ENG-12', 'shows the question and its choices, and asks'],
      ['tandem session answer ENG-12 Use the second one', 'answers at once'],
    ],
    async run({ args, connect, terminal }) {
      const { client } = await connect()
      const session = await findSession(client, args.session)
      if (!session.question)
        throw new Complaint('refused or failed', `${session.cardKey}: the session is ${session.state} and has no open question.`)
      const answer = args.words.length > 0 ? args.words.join(' ') : await answerFor(session, (text) => terminal.note(text), terminal)
      const given = { sessionId: session.id, answer, questionEventId: session.question.eventId }
      const answered = await client.call('session.answer', given)
      return { value: answered, text: `Answered; ${session.cardKey} is ${answered.session.state}.` }
    },
  }),
  command({
    words: 'session start <session>',
    about: 'let an agent begin although its card is blocked',
    detail: whichSession,
    examples: [['tandem session start ENG-12', 'the session waits for no other card']],
    async run({ args, connect }) {
      const { client } = await connect()
      const { id: sessionId, cardKey } = await findSession(client, args.session)
      const started = await client.call('session.start', { sessionId })
      return { value: started, text: `${cardKey}: the agent can begin.` }
    },
  }),
  command({
    words: 'session stop <session>',
    about: 'ask an agent to stop; asked again after a minute, the session is ended',
    detail: whichSession,
    examples: [['tandem session stop ENG-12', 'the agent ends its work; it may take a moment']],
    async run({ args, connect }) {
      const { client } = await connect()
      const { id: sessionId, cardKey } = await findSession(client, args.session)
      const stopped = await client.call('session.stop', { sessionId })
      const ended = endStates.has(stopped.session.state)
      return { value: stopped, text: ended ? `${cardKey}: the session is ended.` : `${cardKey}: the agent was asked to stop.` }
    },
  }),
  command({
    words: 'session budget <session> <limits>',
    about: 'set what a session may use before a person is asked; none takes it away',
    detail: `${whichSession}\n${budgetHint}`,
    examples: [
      ['tandem session budget ENG-12 tokens=200000,usd=2.5', 'what was used counts'],
      ['tandem session budget ENG-12 none', 'no limit; an open question about it is settled'],
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
    about: 'show what happened in a session, from its beginning',
    detail: `${whichSession}\nWith --json each event is a line of its own.`,
    options: { follow: flag('go on until the session ends, or Ctrl-C') },
    examples: [
      ['tandem session trail ENG-12 --follow', 'watch an agent at work'],
      ['tandem session trail ENG-12 --json | jq -r .kind', 'one event a line, for a script'],
    ],
    async run({ args, options, connect, terminal }) {
      const { client } = await connect()
      const session = await findSession(client, args.session)
      const show = (event: SessionEvent) => terminal.result(event, eventText(terminal, event))
      await followTrail(client, session.id, { show, follow: options.follow === true })
    },
  }),
]

type Which = { board: string | undefined; card: string | undefined; state: Session['state'] | undefined; limit: number | undefined }

async function sessionsOf(client: Client, { board, card, state, limit }: Which): Promise<Session[]> {
  const most = limit ?? shownAtFirst
  const found: Session[] = []
  for await (const page of await pagesOf(client, { board, card, state }, Math.min(most, pageSize))) {
    // Of a card the service gives out all states.
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

/** A choice may be answered by its number. */
async function answerFor(session: Session, note: (text: string) => void, terminal: Parameters<typeof questionText>[0]): Promise<string> {
  if (!canAsk()) return readStdin('The answer')
  note(questionText(terminal, session))
  const typed = await ask('Your answer:', 'Give it behind the session.')
  const { options = [] } = session.question ?? {}
  return (/^\d+$/.test(typed) && options[Number(typed) - 1]) || typed
}

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
