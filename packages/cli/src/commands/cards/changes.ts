import type { Client } from '@tandem/client'
import type { AgentCall, Card } from '@tandem/contract'
import { Complaint } from '../../failures.ts'
import { listIn, memberIn, outlineOf } from '../../find/board.ts'
import { findCard } from '../../find/card.ts'
import { readBudget } from '../../read-budget.ts'
import { command, flag, parsed, text } from '../../spec.ts'
import { readStdin } from '../../terminal/ask.ts'
import { line } from '../../terminal/terminal.ts'

/** Changes of cards. */
export const cardChanges = [
  command({
    words: 'card move <card> <list>',
    about: 'move a card to a list; to its end, unless another position is given',
    options: {
      board: text('board', 'the board of the list; default: that of the card'),
      top: flag('to the top of the list'),
      above: text('card', 'right above this card of the list'),
      below: text('card', 'right below this card of the list'),
    },
    examples: [
      ['tandem card move ENG-12 "In progress"', 'to the end of the list'],
      ['tandem card move ENG-12 "To do" --above ENG-9', 'to a chosen position'],
      ['tandem card move ENG-12 Inbox --board OPS', 'to another board, where it gets a new key'],
    ],
    async run({ args, options, connect }) {
      const { client } = await connect()
      const card = await findCard(client, args.card)
      const outline =
        options.board === undefined ? await client.call('board.outline', { boardId: card.boardId }) : await outlineOf(client, options.board)
      const list = listIn(outline, args.list)
      const moved = await client.call('card.update', { cardId: card.id, listId: list.id, ...(await placeIn(client, options)) })
      return { value: moved, text: `${moved.key}  ${line(moved.title)}  → ${line(list.name)}` }
    },
  }),
  command({
    words: 'card comment <card> [words...]',
    about: 'comment on a card; without words, the comment is read from standard input',
    detail: '@handle mentions a member of the board; an agent that is mentioned starts, or the output says why not.',
    examples: [
      ['tandem card comment ENG-12 "@robo please have a look"', 'starts an agent'],
      ['make test 2>&1 | tail -20 | tandem card comment ENG-12', 'the output of another program'],
    ],
    async run({ args, connect }) {
      const { client } = await connect()
      const card = await findCard(client, args.card)
      const body = args.words.length > 0 ? args.words.join(' ') : await readStdin('The comment')
      const comment = await client.call('comment.create', { cardId: card.id, body })
      const notCalled = (comment.calls ?? []).filter(({ opened }) => !opened).map(callText)
      return { value: comment, text: [`Commented on ${card.key}.`, ...notCalled].join('\n') }
    },
  }),
  command({
    words: 'card complete <cards...>',
    about: 'complete cards, or reopen them',
    options: { reopen: flag('reopen them instead') },
    examples: [
      ['tandem card complete ENG-12 ENG-13', 'several at once'],
      ['tandem card complete ENG-12 --reopen', 'open again'],
    ],
    async run({ args, options, connect }) {
      const { client } = await connect()
      const cards: Card[] = []
      for (const name of args.cards) cards.push(await findCard(client, name))
      const completedAt = options.reopen ? null : new Date().toISOString()
      const changed = []
      for (const { id: cardId } of cards) changed.push(await client.call('card.update', { cardId, completedAt }))
      const said = changed.map((card) => `${card.key}  ${line(card.title)}  ${card.completedAt === null ? 'open' : 'done'}`)
      return { value: changed, text: said.join('\n') }
    },
  }),
  command({
    words: 'card delete <card>',
    about: 'delete an archived card permanently, with its comments, files, checklist, relations and sessions',
    options: { yes: flag('delete it; this cannot be undone') },
    examples: [['tandem card delete ENG-12 --yes', 'for admins of its board; archive it first']],
    async run({ args, options, connect }) {
      const { client } = await connect()
      const card = await findCard(client, args.card)
      if (!options.yes) throw new Complaint('wrong usage', `This deletes ${card.key} permanently: repeat the command with --yes.`)
      await client.call('card.delete', { cardId: card.id })
      return { value: { cardId: card.id, key: card.key, deleted: true }, text: `Deleted ${card.key} permanently.` }
    },
  }),
  command({
    words: 'card delegate <card> [agent]',
    about: 'delegate a card to an agent, which opens a session, or remove the delegation',
    options: {
      back: flag('remove the delegation, which ends its session'),
      budget: parsed(
        'limits',
        'the budget that its session can use before a person is asked, such as tokens=200000,usd=2.5,minutes=30',
        readBudget,
      ),
    },
    examples: [
      ['tandem card delegate ENG-12 robo', 'by the handle of an agent that is a member of the board'],
      ['tandem card delegate ENG-12 robo --budget usd=2', 'a person is asked at two dollars'],
      ['tandem card delegate ENG-12 --back', 'no longer delegated'],
    ],
    async run({ args, options, connect }) {
      if ((args.agent === undefined) !== (options.back === true))
        throw new Complaint('wrong usage', 'Name the agent, or use --back to remove the delegation, not both.')
      const { client } = await connect()
      const card = await findCard(client, args.card)
      if (args.agent === undefined) {
        await client.call('delegation.clear', { cardId: card.id })
        return { value: { cardId: card.id, delegation: null }, text: `${card.key} is no longer delegated.` }
      }
      const outline = await client.call('board.outline', { boardId: card.boardId })
      const agent = await memberIn(client, outline, args.agent)
      const made = await client.call('delegation.set', { cardId: card.id, agentActorId: agent.actorId, budget: options.budget })
      return { value: made, text: `${card.key} is delegated to @${agent.handle}; session ${made.session.id} is ${made.session.state}.` }
    },
  }),
]

/** The reason why a mentioned agent did not start. */
const callText = ({ handle, message }: AgentCall): string => `@${handle} was not started: ${line(message ?? '')}`.trimEnd()

/** The neighbours of the new position; the end by default. */
async function placeIn(
  client: Client,
  { top, above, below }: { top?: boolean | undefined; above: string | undefined; below: string | undefined },
) {
  if ([top, above, below].filter((one) => one !== undefined).length > 1)
    throw new Complaint('wrong usage', 'Use only one of --top, --above and --below.')
  if (top) return { beforeId: null }
  if (above !== undefined) return { afterId: (await findCard(client, above)).id }
  return below === undefined ? {} : { beforeId: (await findCard(client, below)).id }
}
