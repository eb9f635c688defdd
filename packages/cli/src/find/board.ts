import type { Client } from '@tandem/client'
import type { Board, BoardOutline } from '@tandem/contract'
import { Complaint } from '../failures.ts'
import { oneAmong } from './among.ts'

/** A board by its id, the prefix of its cards, or its name; an archived one too. Throws Complaint. */
export async function findBoard(client: Client, text: string): Promise<Board> {
  const boards = [...(await client.call('board.list')), ...(await client.call('board.list', { archived: true }))]
  return oneAmong(boards, text, {
    what: 'board',
    names: ({ keyPrefix, name }) => [keyPrefix, name],
    show: ({ keyPrefix, name }) => `${keyPrefix} (${name})`,
    instead: 'Run tandem board list to see those that you can read.',
  })
}

/** The outline of a board, in which names are resolved. */
export async function outlineOf(client: Client, text: string): Promise<BoardOutline> {
  return client.call('board.outline', { boardId: (await findBoard(client, text)).id })
}

/** A list of a board by its id or name. Throws Complaint. */
export function listIn({ lists, keyPrefix }: BoardOutline, text: string): BoardOutline['lists'][number] {
  return oneAmong(lists, text, {
    what: `list on ${keyPrefix}`,
    names: ({ name }) => [name],
    show: ({ name }) => name,
    instead: `Run tandem board show ${keyPrefix} to see them.`,
  })
}

export type MemberOf = BoardOutline['members'][number]

/** A member of a board by handle, with or without @, id or name; `me` is the signed-in actor. Throws Complaint. */
export async function memberIn(client: Client, { members, keyPrefix }: BoardOutline, text: string): Promise<MemberOf> {
  const wanted = text === 'me' ? (await client.call('me.get')).id : text.replace(/^@/, '')
  const named = members.map((member) => ({ ...member, id: member.actorId }))
  return oneAmong(named, wanted, {
    what: `member of ${keyPrefix}`,
    names: ({ handle, name }) => [handle, name],
    show: ({ handle }) => `@${handle}`,
    instead: 'Use a handle such as @ada.',
  })
}

/** A member who takes delegated cards. Throws Complaint otherwise, so that nothing is created for it. */
export async function agentIn(client: Client, outline: BoardOutline, text: string): Promise<MemberOf> {
  const member = await memberIn(client, outline, text)
  if (member.kind === 'human')
    throw new Complaint('refused or failed', `@${member.handle} is a person. Cards can only be delegated to agents: name an agent.`)
  const members = await client.call('member.list', { boardId: outline.id })
  const isDelegatable = members.find(({ actorId }) => actorId === member.actorId)?.capabilities?.delegatable
  if (isDelegatable) return member
  throw new Complaint(
    'refused or failed',
    `@${member.handle} does not accept delegated cards. Name another agent, or ask its owner to change that.`,
  )
}

/** The id of a label of a board. Throws Complaint. */
export function labelIn({ labels, keyPrefix }: BoardOutline, text: string): string {
  const found = oneAmong(labels, text, {
    what: `label on ${keyPrefix}`,
    names: ({ name }) => [name],
    show: ({ name }) => name,
    instead: 'Create labels in the board settings.',
  })
  return found.id
}
