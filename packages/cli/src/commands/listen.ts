import { isSelector } from '@tandem/contract'
import { InvalidArgumentError, Option } from 'commander'
import { type AddCommand, contextOf, whenAskedToStop } from '../command.ts'
import { listen } from '../listen/listen.ts'

const help = `
Each event goes out as a POST as a webhook sends it: the activity as JSON, signed with v2 in the same headers.
An answer of 2xx is taken, 4xx is final; anything else is tried again until it is taken, and the next event waits.
Where it stands is kept in the state folder: after a restart it goes on there. An event may then come twice, with
the same delivery id.

  TANDEM_TOKEN=kbt_… npx tandem listen --forward http://localhost:8080/events`

type ListenOptions = { forward: URL; events: string[]; board?: string[]; secret?: string; state?: string }

export const addListen: AddCommand = (program) => {
  program
    .command('listen')
    .description("forward an actor's events, signed, to an agent that the service cannot reach")
    .requiredOption('--forward <url>', 'where each event is posted to', readUrl)
    .addOption(
      new Option('--events <selectors>', 'verbs, families such as card.*, or *; session events are those of your own sessions')
        .argParser(readSelectors)
        .default(['agent_session.*'], 'agent_session.*'),
    )
    .option('--board <ids>', 'only these boards; else every board that you can read, later ones too', readList)
    .addOption(
      new Option('--secret <secret>', 'the signing secret; else one is made and kept in the state folder').env('TANDEM_WEBHOOK_SECRET'),
    )
    .addOption(new Option('--state <folder>', 'where the place in each log and the secret are kept').env('TANDEM_LISTEN_STATE'))
    .addHelpText('after', help)
    .action(async ({ forward, events, board, secret, state }: ListenOptions, command) => {
      await listen(contextOf(command), { forward, selectors: events, boardIds: board, secret, folder: state }, whenAskedToStop())
    })
}

function readUrl(text: string): URL {
  const url = URL.parse(text)
  if (!url || !/^https?:$/.test(url.protocol)) throw new InvalidArgumentError('Give a URL such as http://localhost:8080/events.')
  if (url.username !== '' || url.password !== '')
    throw new InvalidArgumentError('Leave the credentials out: the signature says who sent it.')
  return url
}

function readList(text: string): string[] {
  return text
    .split(',')
    .map((part) => part.trim())
    .filter(Boolean)
}

function readSelectors(text: string): string[] {
  const selectors = readList(text)
  const unknown = selectors.find((selector) => !isSelector(selector))
  if (unknown !== undefined || selectors.length === 0) {
    throw new InvalidArgumentError(`${unknown ?? 'Nothing'} is no verb, nor a family such as agent_session.*, nor *.`)
  }
  return selectors
}
