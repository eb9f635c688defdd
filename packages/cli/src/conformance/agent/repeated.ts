import { Mistake, NotPlayed } from '../mistake.ts'
import { isTaken } from '../webhook/verdicts.ts'
import { newWord } from './orders.ts'
import { addCard, delegate, requireOnce, type Stage } from './stage.ts'
import { completes, found, pause } from './watch.ts'

/** The answer to the delivery that wakes the agent is lost, so the service sends it again. Throws Mistake, or NotPlayed. */
export async function actsOnceOnRepeat(stage: Stage): Promise<void> {
  const { relay, timeoutMs } = stage
  if (!relay) throw new NotPlayed('the deliveries of the agent do not pass through the kit. Use --relay and --receiver.')
  const word = newWord()
  const card = await addCard(stage, 'act once on a delivery that is sent twice', { do: 'comment', word })
  const lost = relay.loseNext(({ verb, cardId }) => verb === 'agent_session.created' && cardId === card.id)
  const session = await delegate(stage, card)
  const again = await found(stage, async () => lost.answers[1] ?? null)
  if (!again) {
    const seen = lost.answers.length === 0 ? 'no delivery of the session was accepted' : 'no delivery was sent twice'
    throw new NotPlayed(`${seen} within ${timeoutMs / 1000} seconds. Check that the webhook of the agent points to the URL of --relay.`)
  }
  if (!isTaken(again)) throw new Mistake('2xx for the delivery that is sent again', again.seen)
  await completes(stage, session.id)
  await pause(stage)
  await requireOnce(stage, card.id, word)
}
