import type { Client } from '@tandem/client'
import { Complaint } from '../failures.ts'
import { agentIn, findBoard, listIn, outlineOf } from '../find/board.ts'
import { findAgent } from '../find/own.ts'
import { command, flag, oneOf, text } from '../spec.ts'
import { line, plural } from '../terminal/terminal.ts'

const wipPolicies = ['warn', 'agents', 'all'] as const
const policyWords = { warn: 'extra cards are marked', agents: 'agents cannot add more', all: 'no one can add more' } as const

/** Limits of agents' sessions. Specification: beyond §3. */
export const caps = [
  command({
    words: 'board queue <board> <list>',
    about: 'let agents claim cards from a list by themselves',
    detail: 'tandem agent run claims cards from queues too. Without --agents, any agent of the board can claim cards.',
    options: { agents: text('handles', 'only these agents, separated by commas'), off: flag('the list is no longer a queue') },
    examples: [
      ['tandem board queue ENG "To do"', 'any agent of the board'],
      ['tandem board queue ENG "To do" --agents robo,scout', 'these two'],
      ['tandem board queue ENG "To do" --off', 'agents cannot claim from it'],
    ],
    async run({ args, options, connect }) {
      if (options.off && options.agents !== undefined) throw new Complaint('wrong usage', 'Use --agents or --off, not both.')
      const { client } = await connect()
      const outline = await outlineOf(client, (await findBoard(client, args.board)).id)
      const { id: listId } = listIn(outline, args.list)
      const handles = options.agents?.split(',') ?? []
      const agents = await Promise.all(handles.map((handle) => agentIn(client, outline, handle.trim())))
      const agentActorIds = agents.map(({ actorId }) => actorId)
      const list = await client.call('list.update', { listId, queue: options.off ? null : { agentActorIds } })
      const whose = agentActorIds.length === 0 ? 'any agent of the board' : plural(agentActorIds.length, 'agent')
      return { value: list, text: `${line(list.name)} is ${list.queue ? `a queue for ${whose}` : 'no longer a queue'}.` }
    },
  }),
  command({
    words: 'board limit <board> <list> <count>',
    about: 'set how many cards a list can have; none removes the limit',
    detail:
      'Over the limit a list warns. With --policy it blocks cards of agents, or of everyone, and limits how many sessions work there.',
    options: { policy: oneOf('policy', wipPolicies, 'what happens over the limit; default: unchanged') },
    examples: [
      ['tandem board limit ENG Doing 3', 'more than three are marked'],
      ['tandem board limit ENG Doing 3 --policy agents', 'agents cannot add a fourth'],
      ['tandem board limit ENG Doing none', 'any number of cards'],
    ],
    async run({ args, options, connect }) {
      const wipLimit = countIn(args.count)
      const { client } = await connect()
      const { id: listId } = listIn(await outlineOf(client, (await findBoard(client, args.board)).id), args.list)
      const given = options.policy === undefined ? {} : { wipPolicy: options.policy }
      const list = await client.call('list.update', { listId, wipLimit, ...given })
      return {
        value: list,
        text: `${line(list.name)}: ${list.wipLimit === null ? 'no limit' : `${list.wipLimit} cards, ${policyWords[list.wipPolicy]}`}.`,
      }
    },
  }),
  command({
    words: 'board cap <board> <count>',
    about: 'set the maximum number of concurrent sessions on a board; none removes the limit',
    examples: [['tandem board cap ENG 5', 'the sixth stays queued']],
    async run({ args, connect }) {
      const maxAgentSessions = countIn(args.count)
      const { client } = await connect()
      const { id: boardId } = await findBoard(client, args.board)
      const board = await client.call('board.update', { boardId, maxAgentSessions })
      return { value: board, text: `${board.keyPrefix}: ${atOnce(maxAgentSessions)}.` }
    },
  }),
  command({
    words: 'agent cap <agent> <count>',
    about: 'set the maximum number of concurrent sessions of one of your agents, across all boards; none removes the limit',
    examples: [['tandem agent cap robo 2', 'the third stays queued']],
    async run({ args, connect }) {
      const maxSessions = countIn(args.count)
      const { client } = await connect()
      const agent = await setCap(client, args.agent, maxSessions)
      return { value: agent, text: `@${agent.handle}: ${atOnce(maxSessions)}.` }
    },
  }),
]

async function setCap(client: Client, handle: string, maxSessions: number | null) {
  const { id: agentActorId } = await findAgent(client, handle)
  return client.call('agent.update', { agentActorId, maxSessions })
}

function countIn(given: string): number | null {
  if (given === 'none') return null
  if (!/^[1-9]\d*$/.test(given)) throw new Complaint('wrong usage', 'Enter a number above 0, or none.')
  return Number(given)
}

const atOnce = (most: number | null): string => (most === null ? 'any number of sessions at once' : `at most ${most} sessions at once`)
