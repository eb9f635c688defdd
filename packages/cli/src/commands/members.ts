import type { Client } from '@tandem/client'
import { findBoard } from '../find/board.ts'
import { command, oneOf } from '../spec.ts'
import { columns, line } from '../terminal/terminal.ts'

/** Members of a board. */
export const members = [
  command({
    words: 'member list <board>',
    about: 'list the members of a board',
    examples: [['tandem member list ENG', 'handle, name, role and id of each']],
    async run({ args, connect, terminal }) {
      const { client } = await connect()
      const { id: boardId } = await findBoard(client, args.board)
      const found = await client.call('member.list', { boardId })
      const rows = found.map(({ handle, name, role, kind, actorId }) => [
        terminal.paint('bold', `@${handle}`),
        line(name),
        role,
        kind === 'agent' ? 'agent' : 'person',
        actorId,
      ])
      return { value: found, text: columns(rows) }
    },
  }),
  command({
    words: 'member requests <board>',
    about: 'list the agents that a board has requested and whose owners have not answered',
    examples: [['tandem member requests ENG', 'agent, role, owner and time of each']],
    async run({ args, connect, terminal }) {
      const { client } = await connect()
      const { id: boardId } = await findBoard(client, args.board)
      const found = await client.call('member.requests', { boardId })
      const rows = found.map(({ agent, role, owner, createdAt }) => [
        terminal.paint('bold', `@${agent.handle}`),
        role,
        `waits for @${owner.handle}`,
        `since ${createdAt.slice(0, 10)}`,
      ])
      return { value: found, text: rows.length === 0 ? 'The board has requested no agents.' : columns(rows) }
    },
  }),
  command({
    words: 'member add <board> <who>',
    about: 'add a person or an agent to a board; you must be an admin of it',
    detail: 'Name them by @handle or e-mail. For an agent of someone else this sends a request: it joins once its owner accepts.',
    options: { role: oneOf('role', ['viewer', 'member', 'admin'], 'default: member') },
    examples: [
      ['tandem member add ENG @ada --role admin', 'someone with an account'],
      ['tandem member add ENG grace@example.com', 'by e-mail'],
      ['tandem member add ENG @scout', 'an agent; if it belongs to someone else, it is requested'],
    ],
    async run({ args, options, connect }) {
      const { client } = await connect()
      const board = await findBoard(client, args.board)
      const role = options.role ?? 'member'
      const added = await client.call('member.add', { boardId: board.id, role, ...(await whoIs(client, args.who)) })
      return { value: added, text: saidOf(added.status, { who: args.who, board: board.keyPrefix, role, link: linkOf(added) }) }
    },
  }),
]

/** An e-mail has a name before its @; a handle may begin with the @. */
async function whoIs(client: Client, text: string): Promise<{ email: string } | { actorId: string }> {
  if (text.indexOf('@') > 0) return { email: text }
  return { actorId: (await client.call('actor.find', { handle: text.replace(/^@/, '').toLowerCase() })).id }
}

const linkOf = (added: object): string | null => ('inviteUrl' in added && typeof added.inviteUrl === 'string' ? added.inviteUrl : null)

type Said = { who: string; board: string; role: string; link: string | null }

function saidOf(status: 'active' | 'invited' | 'requested', { who, board, role, link }: Said): string {
  if (status === 'requested') return `Requested: ${who} joins ${board} as ${role} once its owner accepts.`
  if (status === 'invited') return `Invited: ${who} can join ${board} as ${role}.${link === null ? '' : `\n${link}`}`
  return `${who} is now on ${board} as ${role}.`
}
