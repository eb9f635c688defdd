import type { Client } from '@tandem/client'
import type { Board } from '@tandem/contract'
import { Complaint } from '../failures.ts'
import { findBoard } from '../find/board.ts'
import { findAgent } from '../find/own.ts'
import { budgetText } from '../format/budget.ts'
import { agentTable } from '../format/card.ts'
import { budgetHint, readBudgetOrNone } from '../read-budget.ts'
import { command, flag, many, text } from '../spec.ts'

/** Agents, each owned by a person. */
export const agents = [
  command({
    words: 'agent list',
    about: 'list the agents that you own',
    options: { all: flag('include deactivated agents') },
    examples: [['tandem agent list', 'handle, name, state and id of each']],
    async run({ options, connect, terminal }) {
      const { client } = await connect()
      const found = (await client.call('agent.list')).filter(({ deactivatedAt }) => options.all || deactivatedAt === null)
      return { value: found, text: agentTable(terminal, found) }
    },
  }),
  command({
    words: 'agent create <name>',
    about: 'create an agent that you own',
    options: {
      handle: text('handle', 'the handle for mentions; default: derived from the name'),
      board: many('board', 'add it to this board; you must be an admin of it'),
    },
    examples: [
      ['tandem agent create Robo --board ENG', 'an agent that cards of ENG can be delegated to'],
      ['tandem token create robo --agent robo', 'then create its token'],
    ],
    async run({ args, options, connect }) {
      const { client } = await connect()
      const boards = []
      for (const board of options.board) boards.push(await ownBoard(client, board))
      const agent = await client.call('agent.create', { name: args.name, handle: options.handle })
      for (const { id: boardId } of boards) await client.call('member.add', { boardId, actorId: agent.id, role: 'member' })
      const on = boards.length === 0 ? '' : `, a member of ${boards.map(({ keyPrefix }) => keyPrefix).join(', ')}`
      return { value: agent, text: `@${agent.handle}  ${agent.id}${on}\nNext: tandem token create ${agent.handle} --agent ${agent.handle}` }
    },
  }),
  pausing({ word: 'pause', about: 'pause one of your agents: its queued sessions stay queued', paused: true, said: 'is paused' }),
  pausing({ word: 'resume', about: 'resume one of your agents', paused: false, said: 'is resumed' }),
  command({
    words: 'agent budget <agent> <limits>',
    about:
      'set the budget that a session of one of your agents can use before a person is asked, unless its delegation sets another; none removes it',
    detail: budgetHint,
    examples: [['tandem agent budget robo usd=5,minutes=60', 'for its new sessions']],
    async run({ args, connect }) {
      const budget = readBudgetOrNone(args.limits)
      const { client } = await connect()
      const { id: agentActorId } = await findAgent(client, args.agent)
      const agent = await client.call('agent.update', { agentActorId, budget })
      return { value: agent, text: `@${agent.handle}: ${budgetText(agent.budget) || 'no budget'} per session.` }
    },
  }),
]

type Pausing = { word: 'pause' | 'resume'; about: string; paused: boolean; said: string }

function pausing({ word, about, paused, said }: Pausing) {
  return command({
    words: `agent ${word} <agent>`,
    about,
    examples: [[`tandem agent ${word} robo`, paused ? 'running sessions continue' : 'its queued sessions can start']],
    async run({ args, connect }) {
      const { client } = await connect()
      const { id: agentActorId } = await findAgent(client, args.agent)
      const agent = await client.call('agent.update', { agentActorId, paused })
      return { value: agent, text: `@${agent.handle} ${said}.` }
    },
  })
}

/** Checked before the agent is created: only an admin of a board can add it. Throws Complaint. */
async function ownBoard(client: Client, text: string): Promise<Board> {
  const board = await findBoard(client, text)
  if (board.role === 'admin') return board
  throw new Complaint('not allowed', `Only an admin of ${board.keyPrefix} can add an agent. Ask one, or leave out --board.`)
}
