import type { Client } from '@tandem/client'
import type { Actor, Board } from '@tandem/contract'
import { findBoard } from '../../find/board.ts'
import { putAway } from './put-away.ts'
import type { Stage } from './stage.ts'

export type Setting = Pick<Stage, 'timeoutMs' | 'delayMs' | 'relay' | 'stop'> & { board: string | undefined }

/** Creates the board of the checks, and removes it afterwards. */
export type SetUp = { stage: Stage; where: string; clear(): Promise<string> }

/** A new board, or the given one, where the cards get a list of their own. */
export async function setUp(client: Client, agent: Actor, { board, ...timing }: Setting): Promise<SetUp> {
  return board === undefined ? onNewBoard(client, agent, timing) : onBoard(await findBoard(client, board), client, agent, timing)
}

type Timing = Omit<Setting, 'board'>

async function onNewBoard(client: Client, agent: Actor, timing: Timing): Promise<SetUp> {
  const named = { name: `Conformance of @${agent.handle}`, template: 'kanban' } as const
  const { id: boardId, keyPrefix } = await client.call('board.create', named)
  const stage: Stage = { client, agent, boardId, listId: '', made: { cardIds: [], listIds: [] }, ...timing }
  const clear = () => archiveBoard(stage, keyPrefix)
  try {
    await client.call('member.add', { boardId, actorId: agent.id, role: 'member' })
    stage.listId = (await client.call('board.outline', { boardId })).lists[0]?.id ?? ''
    return { stage, where: keyPrefix, clear }
  } catch (error) {
    await clear()
    throw error
  }
}

async function onBoard({ id: boardId, keyPrefix }: Board, client: Client, agent: Actor, timing: Timing): Promise<SetUp> {
  const members = await client.call('member.list', { boardId })
  if (!members.some(({ actorId }) => actorId === agent.id)) await client.call('member.add', { boardId, actorId: agent.id, role: 'member' })
  const { id: listId } = await client.call('list.create', { boardId, name: 'Conformance' })
  const stage = { client, agent, boardId, listId, made: { cardIds: [], listIds: [listId] }, ...timing }
  return { stage, where: keyPrefix, clear: () => archiveCards(stage, keyPrefix) }
}

/** Removes the agent first, which ends its sessions. */
async function archiveBoard({ client, boardId, agent }: Stage, keyPrefix: string): Promise<string> {
  const members = await client.call('member.list', { boardId })
  if (members.some(({ actorId }) => actorId === agent.id)) await client.call('member.remove', { boardId, actorId: agent.id })
  await client.call('board.update', { boardId, archived: true })
  return `The board ${keyPrefix} is archived; tandem session list --board ${keyPrefix} still shows what happened.`
}

async function archiveCards(stage: Stage, keyPrefix: string): Promise<string> {
  await putAway(stage)
  for (const listId of stage.made.listIds) await stage.client.call('list.update', { listId, archived: true })
  return `The cards of the kit on ${keyPrefix} are archived.`
}
