import type { Client } from '@tandem/client'
import type { Actor, AgentBoard, AgentRequest, InvokableBy } from '@tandem/contract'
import { Complaint } from '../failures.ts'
import { oneAmong } from '../find/among.ts'
import { findAgent } from '../find/own.ts'
import { command, flag, many } from '../spec.ts'
import { columns, line, type Terminal } from '../terminal/terminal.ts'

/** The boards of your agents, the requests for them, and who may start them. */
const whichBoard = 'Name the board by its name or id. You do not need access to it.'

type Asked = AgentRequest & { handle: string }

export const agentBoards = [
  command({
    words: 'agent requests [agent]',
    about: 'list the boards that request one of your agents',
    detail: 'For all your agents, unless you name one.',
    examples: [['tandem agent requests', 'agent, board, role, requester and id of each']],
    async run({ args, connect, terminal }) {
      const { client } = await connect()
      const found = await requestsOf(client, await agentsNamed(client, args.agent))
      return { value: found, text: requestTable(terminal, found) }
    },
  }),
  command({
    words: 'agent accept <agent> <board>',
    about: 'accept the request of a board for one of your agents, which then joins it',
    detail: `From then on, members of that board can start it, as far as \`tandem agent invokable\` allows. ${whichBoard} You can also use the id of the request.`,
    examples: [['tandem agent accept robo Research', 'what `tandem agent requests` lists for @robo and Research']],
    run: ({ args, connect }) => settle(connect, args, true),
  }),
  command({
    words: 'agent decline <agent> <board>',
    about: 'decline the request of a board for one of your agents',
    detail: `${whichBoard} You can also use the id of the request.`,
    examples: [['tandem agent decline robo Research', 'it does not join that board']],
    run: ({ args, connect }) => settle(connect, args, false),
  }),
  command({
    words: 'agent boards <agent>',
    about: 'list the boards that one of your agents is on',
    examples: [['tandem agent boards robo', 'name, role, since when and the id of each']],
    async run({ args, connect, terminal }) {
      const { client } = await connect()
      const agent = await findAgent(client, args.agent)
      const found = await client.call('agent.boards', { agentActorId: agent.id })
      return { value: found, text: boardTable(terminal, agent, found) }
    },
  }),
  command({
    words: 'agent take-off <agent> <board>',
    about: 'remove one of your agents from a board',
    detail: `Its sessions there end, and the cards delegated to it there are no longer delegated. ${whichBoard}`,
    examples: [['tandem agent take-off robo Research', 'even where you are not a member']],
    async run({ args, connect }) {
      const { client } = await connect()
      const agent = await findAgent(client, args.agent)
      const board = boardAmong(await client.call('agent.boards', { agentActorId: agent.id }), args.board, agent)
      await client.call('agent.leaveBoard', { agentActorId: agent.id, boardId: board.boardId })
      return { value: { agentActorId: agent.id, boardId: board.boardId }, text: `Removed @${agent.handle} from ${line(board.name)}.` }
    },
  }),
  command({
    words: 'agent invokable <agent>',
    about: 'set who can start one of your agents; you always can',
    options: {
      owner: flag('only you'),
      members: flag('any member of its boards'),
      person: many('person', 'this person, by handle'),
    },
    examples: [
      ['tandem agent invokable robo --owner', 'only you'],
      ['tandem agent invokable robo --person ada --person grace', 'these two, where they are members of a board with it'],
    ],
    async run({ args, options, connect }) {
      const chosen = [options.owner, options.members, options.person.length > 0].filter(Boolean)
      if (chosen.length !== 1) throw new Complaint('wrong usage', 'Use --owner, --members, or --person one or more times.')
      const { client } = await connect()
      const agent = await findAgent(client, args.agent)
      const { invokableBy, said } = await invokersOf(client, options)
      const changed = await client.call('agent.update', { agentActorId: agent.id, invokableBy })
      return { value: changed, text: `${said} can start @${agent.handle}.` }
    },
  }),
]

type Invokers = { owner: boolean | undefined; members: boolean | undefined; person: readonly string[] }

async function invokersOf(client: Client, { owner, members, person }: Invokers): Promise<{ invokableBy: InvokableBy; said: string }> {
  if (owner) return { invokableBy: 'owner', said: 'Only you' }
  if (members) return { invokableBy: 'members', said: 'Any member of its boards' }
  const people = []
  for (const one of person) people.push(await client.call('actor.find', { handle: one.replace(/^@/, '').toLowerCase() }))
  return { invokableBy: { actorIds: people.map(({ id }) => id) }, said: `${people.map(({ handle }) => `@${handle}`).join(', ')} and you` }
}

async function settle(connect: () => Promise<{ client: Client }>, args: { agent: string; board: string }, accept: boolean) {
  const { client } = await connect()
  const agent = await findAgent(client, args.agent)
  const request = oneAmong(await requestsOf(client, [agent]), args.board, {
    what: `open request for @${agent.handle}`,
    names: ({ boardName, boardId }) => [boardName, boardId],
    show: ({ boardName }) => boardName,
    instead: 'Run tandem agent requests to see them.',
  })
  const value = await client.call('agent.settleRequest', { agentActorId: agent.id, requestId: request.id, accept })
  const board = line(request.boardName)
  return {
    value,
    text: accept ? `Accepted: @${agent.handle} joined ${board} as ${request.role}.` : `Declined: @${agent.handle} does not join ${board}.`,
  }
}

const agentsNamed = async (client: Client, text: string | undefined): Promise<Actor[]> =>
  text === undefined ? client.call('agent.list') : [await findAgent(client, text)]

async function requestsOf(client: Client, agents: readonly Actor[]): Promise<Asked[]> {
  const found: Asked[] = []
  for (const { id, handle } of agents)
    for (const request of await client.call('agent.requests', { agentActorId: id })) found.push({ ...request, handle })
  return found
}

/** One of the boards that it works on. Throws Complaint. */
function boardAmong(boards: readonly AgentBoard[], text: string, { handle }: Actor): AgentBoard {
  const named = boards.map((board) => ({ ...board, id: board.boardId }))
  return oneAmong(named, text, {
    what: `board with @${handle}`,
    names: ({ name }) => [name],
    show: ({ name }) => name,
    instead: `Run tandem agent boards ${handle} to see them.`,
  })
}

function requestTable(terminal: Terminal, requests: readonly Asked[]): string {
  if (requests.length === 0) return 'No board has requested one of your agents.'
  return columns(
    requests.map(({ handle, boardName, role, requestedBy, id }) => [
      terminal.paint('bold', `@${handle}`),
      line(boardName),
      role,
      `requested by @${requestedBy.handle}`,
      id,
    ]),
  )
}

function boardTable(terminal: Terminal, { handle }: Actor, boards: readonly AgentBoard[]): string {
  if (boards.length === 0) return `@${handle} is not on any board.`
  return columns(
    boards.map(({ name, role, addedAt, acceptedAt, archived, boardId }) => [
      terminal.paint('bold', line(name)) + (archived ? ' (archived)' : ''),
      role,
      `since ${addedAt.slice(0, 10)}`,
      acceptedAt === null ? 'added by you' : 'accepted by you',
      boardId,
    ]),
  )
}
