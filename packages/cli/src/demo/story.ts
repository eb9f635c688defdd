import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { type Client, createClient } from '@tandem/client'
import type { OutputOf } from '@tandem/contract'
import { cardToDelegate, fillBoard, readBoard } from './board.ts'
import { type FollowedLog, followLog } from './log.ts'
import { createAgent, mintToken } from './rivet.ts'
import type { Stage } from './stage.ts'
import { count, short, type Transcript } from './transcript.ts'
import type { SourceBoard } from './trello.ts'
import { workTogether } from './work.ts'

export type Login = { email: string; password: string }

type Board = OutputOf<'board.create'>

/** Runs the demo, from an empty service to a finished card; every line is checked by asking the service again. Throws ClaimFailed. */
export async function tellStory(stage: Stage, source: SourceBoard, fileName: string): Promise<Login> {
  const { url, transcript, signal } = stage
  const ada = createClient({ url })
  transcript.heading('People')
  const login = await register(transcript, ada)
  transcript.heading(`The board, from ${fileName}`)
  const board = await transferBoard(transcript, ada, source)
  const log = followLog(ada, board.id, signal)
  transcript.heading('The agent')
  const agent = await createAgent(transcript, ada, board)
  const token = await mintToken(transcript, ada, { url, board, agent })
  await workTogether(stage, { ada, log, board, agent, token, card: await cardToDelegate(ada, board.id) })
  transcript.heading('The log')
  await checkLog(transcript, ada, board.id, log)
  return login
}

async function register({ claim }: Transcript, ada: Client): Promise<Login> {
  const login = { email: 'ada@example.com', password: randomBytes(12).toString('base64url') }
  await claim('Ada', 'registers, is signed in and becomes the instance admin', async () => {
    const { id } = await ada.call('auth.register', { ...login, name: 'Ada' })
    const me = await ada.call('me.get')
    assert.partialDeepStrictEqual(me, { id, email: login.email, kind: 'human', isInstanceAdmin: true, auth: { method: 'session' } })
  })
  return login
}

async function transferBoard({ claim, note }: Transcript, ada: Client, source: SourceBoard): Promise<Board> {
  const cards = source.lists.flatMap((list) => list.cards)
  const board = await claim(
    'Ada',
    ({ name, keyPrefix }: Board) => `creates the board “${short(name, 50)}” (${keyPrefix})`,
    async () => {
      const made = await ada.call('board.create', { name: source.name, description: source.description })
      const boards = await ada.call('board.list')
      assert.deepEqual(
        boards.map(({ id, role }) => [id, role]),
        [[made.id, 'admin']],
      )
      return made
    },
  )
  const items = cards.flatMap(({ checklist }) => checklist)
  const comments = cards.flatMap((card) => card.comments)
  const parts = [count(source.lists.length, 'list'), count(cards.length, 'card'), count(items.length, 'checklist item')]
  await claim('Ada', `adds ${parts.join(', ')}, ${count(comments.length, 'comment')}`, async () => {
    await fillBoard(ada, board.id, source)
    const { lists } = await ada.call('board.tree', { boardId: board.id })
    assert.deepEqual(
      lists.map((list) => list.cards.length),
      source.lists.map((list) => list.cards.length),
    )
  })
  await claim('service', 'returns everything as it is in the file', async () => {
    const { leftOut: _, ...expected } = source
    assert.deepEqual(await readBoard(ada, board.id), expected)
  })
  for (const what of source.leftOut) note('', `left out: ${what}`)
  return board
}

async function checkLog({ claim }: Transcript, ada: Client, boardId: string, log: FollowedLog): Promise<void> {
  const kept = await claim(
    'service',
    ({ length }: { length: number }) => `kept ${count(length, 'event')} in its log, numbered without gaps`,
    async () => {
      const activities = []
      for await (const page of ada.pages('board.activity', { boardId, limit: 200 })) activities.push(...page)
      const inOrder = activities.toReversed()
      assert.deepEqual(
        inOrder.map(({ seq }) => seq),
        inOrder.map((_, at) => at + 1),
      )
      return inOrder
    },
  )
  await claim('Ada', 'reads each of them once, by polling with since', () => {
    assert.deepEqual(
      log.seen.map(({ id }) => id),
      kept.map(({ id }) => id),
    )
  })
}
