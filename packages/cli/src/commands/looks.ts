import { Complaint } from '../failures.ts'
import { oneAmong } from '../find/among.ts'
import { listIn, outlineOf } from '../find/board.ts'
import { findCard } from '../find/card.ts'
import { command, flag, text } from '../spec.ts'
import { line } from '../terminal/terminal.ts'

/** The appearance of cards, lists and comments. Specification: beyond §10. */
export const looks = [
  command({
    words: 'card cover <card> <file>',
    about: 'set an attached image as the cover of a card; none removes it',
    examples: [
      ['tandem card cover ENG-12 screen.png', 'by the name of the file, or its id'],
      ['tandem card cover ENG-12 none', 'remove it'],
    ],
    async run({ args, connect }) {
      const { client } = await connect()
      const card = await findCard(client, args.card)
      const file = args.file === 'none' ? null : imageIn(card, args.file)
      const changed = await client.call('card.update', { cardId: card.id, coverAttachmentId: file?.id ?? null })
      return { value: changed, text: file ? `The cover of ${changed.key} is ${line(file.name)}.` : `${changed.key} has no cover.` }
    },
  }),
  command({
    words: 'card react <card> <emoji>',
    about: 'add your emoji to a comment of a card, or remove it',
    options: {
      comment: text('comment', 'the id of the comment, from card show --json; default: the latest one'),
      off: flag('remove it'),
    },
    examples: [
      ['tandem card react ENG-12 👍', 'under the latest comment'],
      ['tandem card react ENG-12 👍 --off', 'remove it'],
    ],
    async run({ args, options, connect }) {
      const { client } = await connect()
      const card = await findCard(client, args.card)
      const commentId = options.comment ?? card.comments.findLast(({ deletedAt }) => deletedAt === null)?.id
      if (commentId === undefined) throw new Complaint('not found', `${card.key} has no comments. Write one with tandem card comment.`)
      const { emoji } = args
      if (options.off) {
        await client.call('comment.unreact', { commentId, emoji })
        return { value: { commentId, emoji, removed: true }, text: `Removed your ${line(emoji)}.` }
      }
      const reacted = await client.call('comment.react', { commentId, emoji })
      return { value: reacted, text: reacted.reactions.map((each) => `${line(each.emoji)} ${each.actorIds.length}`).join('  ') }
    },
  }),
  command({
    words: 'board color <board> <list> <color>',
    about: 'set the color of a list: a name such as red, #rrggbb, or none',
    examples: [
      ['tandem board color ENG Doing blue', 'its header is blue'],
      ['tandem board color ENG Doing none', 'no color'],
    ],
    async run({ args, connect }) {
      const { client } = await connect()
      const { id: listId } = listIn(await outlineOf(client, args.board), args.list)
      const list = await client.call('list.update', { listId, color: args.color === 'none' ? null : args.color })
      return { value: list, text: `${line(list.name)}: ${line(list.color ?? 'no color')}.` }
    },
  }),
]

type WithFiles = Awaited<ReturnType<typeof findCard>>

const imageIn = ({ key, attachments }: WithFiles, name: string): WithFiles['attachments'][number] =>
  oneAmong(attachments, name, {
    what: `file on ${key}`,
    names: (file) => [file.name],
    show: (file) => file.name,
    instead: 'Attach it to the card first.',
  })
