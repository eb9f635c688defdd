import { createClient } from '@tandem/client'
import { onTestFinished } from 'vitest'
import { until } from '../../embedded/fixture/until.ts'
import type { Board, World } from './world.ts'

/** The activities that a board sends on a socket, over all of its connections: their ids in the order of arrival. */
export type Follower = { seen: string[]; connections(): number; stopAt(lastId: string | undefined): Promise<void> }

/** Follows the boards on one socket, as an agent does that has a token. */
export function startFollowers(world: World): Follower[] {
  const token = world.agents[0]?.headers.authorization?.replace('Bearer ', '') ?? ''
  const client = createClient({ url: world.url, token, retry: { attempts: 1_000, firstDelayMs: 20, longestDelayMs: 200 } })
  const seen = new Map(world.boards.map((board): [string, string[]] => [board.id, []]))
  let connections = 0
  const socket = client.listen({
    on: { event: ({ boardId, activity }) => seen.get(boardId)?.push(activity.id) },
    onState: (state) => {
      if (state === 'open') connections += 1
    },
  })
  onTestFinished(() => socket.close())
  for (const { id, seq } of world.boards) socket.subscribe(id, seq)
  return world.boards.map((board) => followerOf(board, seen.get(board.id) ?? [], () => connections))
}

function followerOf(board: Board, seen: string[], connections: () => number): Follower {
  return {
    seen,
    connections,
    async stopAt(lastId) {
      if (lastId !== undefined) await until(`the socket to tell ${lastId} of board ${board.id}`, () => seen.at(-1) === lastId)
    },
  }
}
