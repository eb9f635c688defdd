import { listCategories } from '@tandem/contract'
import { Complaint } from '../failures.ts'
import { findBoard, listIn, outlineOf } from '../find/board.ts'
import { command } from '../spec.ts'
import { line } from '../terminal/terminal.ts'

const acceptances = ['required', 'none'] as const
const switches = ['on', 'off'] as const

/** The category of a list, and the review of work in it. Specification: beyond §4 and §8. */
export const reviewSettings = [
  command({
    words: 'board category <board> <list> <category>',
    about: 'set what a list is for; insights, rules and agents use this instead of its name',
    detail: `The category is ${listCategories.join(', ')}.`,
    examples: [['tandem board category ENG Shipped done', 'cards in Shipped are finished']],
    async run({ args, connect }) {
      const category = among(listCategories, args.category)
      const { client } = await connect()
      const { id: listId } = listIn(await outlineOf(client, (await findBoard(client, args.board)).id), args.list)
      const list = await client.call('list.update', { listId, category })
      return { value: list, text: `${line(list.name)}: ${list.category}.` }
    },
  }),
  command({
    words: 'board acceptance <board> <list> <acceptance>',
    about: 'set whether people review the work of agents in a list: required or none',
    examples: [
      ['tandem board acceptance ENG Doing required', 'work that an agent completes waits for a member'],
      ['tandem board acceptance ENG Doing none', 'agents complete cards there'],
    ],
    async run({ args, connect }) {
      const acceptance = among(acceptances, args.acceptance)
      const { client } = await connect()
      const { id: listId } = listIn(await outlineOf(client, (await findBoard(client, args.board)).id), args.list)
      const list = await client.call('list.update', { listId, acceptance })
      const says = list.acceptance === 'required' ? 'people review the work of agents' : 'no review'
      return { value: list, text: `${line(list.name)}: ${says}.` }
    },
  }),
  command({
    words: 'board review-by-others <board> <switch>',
    about: 'set whether work must be reviewed by someone other than the person who requested it: on or off',
    examples: [['tandem board review-by-others ENG on', 'the person who requested the work does not review it']],
    async run({ args, connect }) {
      const reviewByOthers = isOn(args.switch)
      const { client } = await connect()
      const { id: boardId } = await findBoard(client, args.board)
      const board = await client.call('board.update', { boardId, reviewByOthers })
      return {
        value: board,
        text: `${board.keyPrefix}: ${board.reviewByOthers ? 'others review the work' : 'any member reviews the work'}.`,
      }
    },
  }),
  command({
    words: 'board complete-parents <board> <switch>',
    about: 'set whether a card is completed when its last sub-card is: on or off',
    examples: [['tandem board complete-parents ENG on', 'the last sub-card completes its parent']],
    async run({ args, connect }) {
      const completeParents = isOn(args.switch)
      const { client } = await connect()
      const { id: boardId } = await findBoard(client, args.board)
      const board = await client.call('board.update', { boardId, completeParents })
      const says = board.completeParents ? 'the last sub-card completes its parent' : 'parents are completed manually'
      return { value: board, text: `${board.keyPrefix}: ${says}.` }
    },
  }),
]

function among<const T extends string>(choices: readonly T[], given: string): T {
  const found = choices.find((choice) => choice === given)
  if (found === undefined) throw new Complaint('wrong usage', `Use one of ${choices.join(', ')}.`)
  return found
}

const isOn = (given: string): boolean => among(switches, given) === 'on'
