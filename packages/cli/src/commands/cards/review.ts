import { Complaint } from '../../failures.ts'
import { findCard } from '../../find/card.ts'
import { command, flag } from '../../spec.ts'
import { line } from '../../terminal/terminal.ts'

/** Review of an agent's work on a card. */
export const cardReview = [
  command({
    words: 'card review <card> [note...]',
    about: 'accept the work of an agent on a card, or send it back',
    detail: 'Accepting completes the card. Sending back opens a new session of the same agent, which starts with the note.',
    options: { accept: flag('accept the work'), sendBack: flag('send it back; the note says what to change') },
    examples: [
      ['tandem card review ENG-12 --accept', 'the card is completed'],
      ['tandem card review ENG-12 --send-back "It still drips."', 'the agent continues'],
    ],
    async run({ args, options, connect }) {
      if ((options.accept === true) === (options.sendBack === true))
        throw new Complaint('wrong usage', 'Use either --accept or --send-back.')
      const note = args.note.join(' ').trim()
      if (options.sendBack && note === '') throw new Complaint('wrong usage', 'Say what to change: --send-back "It still drips."')
      const { client } = await connect()
      const { id: cardId, review } = await findCard(client, args.card)
      const verdict = options.accept ? 'accept' : 'send_back'
      const given = await client.call('card.review', {
        cardId,
        verdict,
        ...(note !== '' && { note }),
        ...(review && { sessionId: review.sessionId }),
      })
      const { key, title } = given.card
      const outcome = given.session ? `sent back; session ${given.session.id} is ${given.session.state}` : 'accepted'
      return { value: given, text: `${key}  ${line(title)}  ${outcome}` }
    },
  }),
]
