import { findBoard } from '../find/board.ts'
import { waitsText } from '../format/waits.ts'
import { command, text } from '../spec.ts'

/** Waits between actors. */
export const waits = [
  command({
    words: 'waits',
    about: 'show what is waiting: open questions, silent agents and blocked cards',
    options: { board: text('board', 'on this board; default: all of yours') },
    examples: [
      ['tandem waits', 'what agents are waiting for, oldest question first'],
      ['tandem waits --board ENG', 'the same on one board'],
    ],
    async run({ options, connect, terminal }) {
      const { client } = await connect()
      const boardId = options.board === undefined ? undefined : (await findBoard(client, options.board)).id
      const found = await client.call('wait.list', { limit: 200, ...(boardId !== undefined && { boardId }) })
      return { value: found, text: waitsText(terminal, found) }
    },
  }),
]
