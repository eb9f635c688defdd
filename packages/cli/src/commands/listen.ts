import { isSelector } from '@tandem/contract'
import { InvalidArgumentError } from 'commander'
import { whenAskedToStop } from '../end-signals.ts'
import { listen } from '../listen/listen.ts'
import { readReceiverUrl, separated } from '../read-option.ts'
import { command, type OptionSpec, parsed, text } from '../spec.ts'

const sessionEvents = ['agent_session.*']
const forward: OptionSpec<URL> = { hint: '<url>', about: 'the URL that each event is sent to', isRequired: true, parse: readReceiverUrl }
const events: OptionSpec<string[]> = {
  hint: '<selectors>',
  about: 'events, groups such as card.*, or *; session events are those of your own sessions',
  parse: readSelectors,
  fallback: { value: sessionEvents, shown: sessionEvents.join() },
}

export const listening = command({
  words: 'listen',
  about: 'forward events, signed, to an agent that the service cannot reach',
  detail: `Each event is sent as a POST request, as a webhook sends it: the event as JSON, signed with v2 in the same headers.
An answer of 2xx accepts it, 4xx rejects it; anything else is retried until there is such an answer, and the next event waits.
Progress is saved in the state folder and resumed after a restart. An event may then be sent twice, with the same delivery
id. The signing secret is TANDEM_WEBHOOK_SECRET; without it, one is created and kept in the state folder.`,
  options: {
    forward,
    events,
    board: parsed('ids', 'only these boards; by default every board that you can read, including later ones', separated),
    state: text('folder', 'where progress and the secret are saved', { variable: 'TANDEM_LISTEN_STATE' }),
  },
  examples: [
    ['tandem listen --forward http://localhost:8080/events', 'the events of your own sessions'],
    ['tandem listen --forward http://localhost:8080/events --events card.created,vcs.*', 'other events too'],
  ],
  async run({ options, connect, terminal }) {
    const { forward, events: selectors, board: boardIds, state: folder } = options
    // Not an option, because all users of the machine can read command lines.
    const secret = process.env.TANDEM_WEBHOOK_SECRET || undefined
    const { client, url } = await connect()
    await listen({ client, url, terminal }, { forward, selectors, boardIds, secret, folder }, whenAskedToStop())
  },
})

function readSelectors(text: string): string[] {
  const selectors = separated(text)
  const unknown = selectors.find((selector) => !isSelector(selector))
  if (unknown !== undefined || selectors.length === 0) {
    throw new InvalidArgumentError(
      `${unknown === undefined ? 'No event is given' : `Unknown event ${unknown}`}. Use events, groups such as agent_session.*, or *.`,
    )
  }
  return selectors
}
