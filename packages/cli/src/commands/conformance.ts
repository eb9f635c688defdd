import { InvalidArgumentError } from 'commander'
import { chosen, playAll } from '../conformance/play.ts'
import { listOf } from '../conformance/report.ts'
import { webhookChecks } from '../conformance/webhook/checks.ts'
import { Complaint } from '../failures.ts'
import { count, readReceiverUrl } from '../read-option.ts'
import { command, flag, many } from '../spec.ts'
import { askSecret, canAsk } from '../terminal/ask.ts'

/** As long as the service waits for an answer. */
const answerSeconds = 15

/** For authors of agents and receivers: which parts of the contract theirs gets wrong. */
export const conformance = [
  command({
    words: 'conformance webhook [receiver]',
    about: 'try a receiver of webhooks, and say which parts of the contract it gets wrong',
    detail: `It posts deliveries to the URL of the receiver, signed as the service signs them and forged, and looks at the answers. No service is
needed. The secret that the receiver verifies with is TANDEM_WEBHOOK_SECRET, else it is asked for. The deliveries are of cards that do
not exist. The exit code is 0 only if no check failed.`,
    options: {
      only: many('check', 'play this check alone, with those that it needs'),
      timeout: count('seconds', `how long an answer may take; ${answerSeconds} when absent, as for the service`),
      list: flag('list the checks, and play none'),
    },
    examples: [
      ['TANDEM_WEBHOOK_SECRET=whsec_… tandem conformance webhook http://localhost:8080/events', 'every check'],
      ['tandem conformance webhook http://localhost:8080/events --only old --json', 'one check, for a script'],
    ],
    async run({ args, options, terminal }) {
      if (options.list) return listOf(webhookChecks)
      if (args.receiver === undefined) throw new Complaint('wrong usage', 'Give the URL of the receiver, or --list.')
      const checks = chosen(webhookChecks, options.only)
      const url = urlOfReceiver(args.receiver)
      const target = { url, secret: await secretOfReceiver(), timeoutMs: 1000 * (options.timeout ?? answerSeconds) }
      return playAll(terminal, checks, { name: url.href, target })
    },
  }),
]

/** Of an argument commander tells nobody what is wrong with it. */
function urlOfReceiver(text: string): URL {
  try {
    return readReceiverUrl(text)
  } catch (error) {
    throw error instanceof InvalidArgumentError ? new Complaint('wrong usage', error.message) : error
  }
}

/** Everybody on the machine can read command lines. */
async function secretOfReceiver(): Promise<string> {
  const given = process.env.TANDEM_WEBHOOK_SECRET || (canAsk() ? await askSecret('Secret of the receiver:', '') : '')
  if (given === '') throw new Complaint('wrong usage', 'Set TANDEM_WEBHOOK_SECRET to the secret that the receiver verifies with.')
  return given
}
