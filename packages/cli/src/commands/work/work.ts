import type { Client } from '@tandem/client'
import type { OutputOf } from '@tandem/contract'
import { Complaint } from '../../failures.ts'
import { listIn, outlineOf } from '../../find/board.ts'
import { findOwnSession } from '../../find/card.ts'
import { newsLines } from '../../format/news.ts'
import { count } from '../../read-option.ts'
import { command, text } from '../../spec.ts'
import { line } from '../../terminal/terminal.ts'

/** Claiming work by an agent. */
export const work = [
  command({
    words: 'work claim',
    about: 'claim the next card as an agent: delegated cards first, then cards from queues',
    detail:
      'The current token must belong to an agent. Each report in the session has the generation of the lease, and extends it. If there is nothing to claim, the exit code is 1.',
    options: {
      board: text('board', 'on this board; default: all boards of the agent'),
      list: text('list', 'in this list of the board'),
      session: text('session', 'only this queued session, by its id or the key of its card'),
      lease: count('seconds', 'how long the claim lasts without a report; default: 900'),
      wait: count('seconds', 'wait up to this long, at most 25, until there is something to claim'),
    },
    examples: [
      ['tandem work claim --board ENG --wait 25', 'the next card of a board, as soon as there is one'],
      ['tandem work claim --session ENG-12', 'the session that is queued on a card, unless another process has it'],
    ],
    async run({ options, connect }) {
      const { client } = await connect()
      const { lease: leaseSeconds, wait: waitSeconds } = options
      const found = await client.call('work.claim', {
        ...(await whereOf(client, options)),
        ...(leaseSeconds !== undefined && { leaseSeconds }),
        ...(waitSeconds !== undefined && { waitSeconds }),
      })
      return found.card === null ? { value: found, text: whyNothing[found.because], exitCode: 1 } : { value: found, text: claimText(found) }
    },
  }),
]

type Where = { board: string | undefined; list: string | undefined; session: string | undefined }

async function whereOf(
  client: Client,
  { board, list, session }: Where,
): Promise<{ boardId?: string; listId?: string; sessionId?: string }> {
  if (list !== undefined && board === undefined) throw new Complaint('wrong usage', 'Use --list with --board, the board of the list.')
  const outline = board === undefined ? undefined : await outlineOf(client, board)
  return {
    ...(outline && { boardId: outline.id }),
    ...(outline && list !== undefined && { listId: listIn(outline, list).id }),
    ...(session !== undefined && { sessionId: (await findOwnSession(client, session)).id }),
  }
}

type Claim = OutputOf<'work.claim'>

const whyNothing: Record<Extract<Claim, { card: null }>['because'], string> = {
  empty: 'Nothing is ready to be claimed.',
  capacity: 'Cards are waiting: the limit of concurrent sessions is reached, or the budget of the board is used up.',
  paused: 'Cards are waiting: agents are paused.',
  blocked: 'Cards are waiting for the cards that block them.',
}

function claimText({ card, session, lease, news }: Exclude<Claim, { card: null }>): string {
  const state = session.state === 'working' ? '' : `\nThe session is ${session.state}: a person must answer first.`
  const until = lease.expiresAt === null ? '' : `, until ${lease.expiresAt}`
  return `${card.key}  ${line(card.title)}\nsession ${session.id}, generation ${lease.generation}${until}${state}${newsLines(news)}`
}
