import { findCard } from '../../find/card.ts'
import { command } from '../../spec.ts'
import { line } from '../../terminal/terminal.ts'

/** Sub-cards. */
export const cardSplit = [
  command({
    words: 'card split <card> <titles...>',
    about: 'create sub-cards of a card, at the end of its list',
    examples: [['tandem card split ENG-12 "Draw it" "Build it"', 'two sub-cards, in this order']],
    async run({ args, connect }) {
      const { client } = await connect()
      const { id: cardId } = await findCard(client, args.card)
      const made = await client.call('card.addChildren', { cardId, titles: [...args.titles] })
      const children = 'children' in made ? made.children : [made]
      return { value: children, text: children.map(({ key, title }) => `${key}  ${line(title)}`).join('\n') }
    },
  }),
]
