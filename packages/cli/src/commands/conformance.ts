import type { Client } from '@tandem/client'
import type { Actor } from '@tandem/contract'
import { InvalidArgumentError } from 'commander'
import { agentChecks } from '../conformance/agent/checks.ts'
import { type Relay, startRelay } from '../conformance/agent/relay.ts'
import { type Setting, setUp } from '../conformance/agent/set-up.ts'
import type { Stage } from '../conformance/agent/stage.ts'
import type { Check } from '../conformance/check.ts'
import { chosen, playAll } from '../conformance/play.ts'
import { listOf } from '../conformance/report.ts'
import { webhookChecks } from '../conformance/webhook/checks.ts'
import { whenAskedToStop } from '../end-signals.ts'
import { Complaint } from '../failures.ts'
import { findAgent } from '../find/own.ts'
import { count, readReceiverUrl } from '../read-option.ts'
import { command, flag, many, parsed, type Shown, text } from '../spec.ts'
import { askSecret, canAsk } from '../terminal/ask.ts'
import type { Terminal } from '../terminal/terminal.ts'

/** The time that the service waits for an answer. */
const answerSeconds = 15
const stepSeconds = 120
const delaySeconds = 10

/** For authors of agents and receivers: tests their compliance with the contract. */
export const conformance = [
  command({
    words: 'conformance agent [agent]',
    about: 'test one of your running agents, and report where it breaks the contract',
    detail: `It delegates cards to the agent, mentions it, answers late, asks it to stop, blocks cards, fills a queue and sends a delivery twice, and checks what the agent does.
Each card says what to do, in words and in a line for scripts: docs/conformance-kit.md. The checks run on a board of their own,
which is archived at the end, also after Ctrl-C. The exit code is 0 only if no check failed.`,
    options: {
      board: text('board', 'run the checks on this board; its cards are archived at the end'),
      only: many('check', 'run only this check and those that it needs'),
      timeout: count('seconds', `how long the agent may take for each step; default: ${stepSeconds}`),
      delay: count('seconds', `delay before answering, and how long the agent is watched afterwards; default: ${delaySeconds}`),
      relay: parsed(
        'url',
        'the URL on this machine that the webhook of the agent points to: the kit listens there and forwards deliveries',
        readReceiverUrl,
      ),
      receiver: parsed('url', 'where the agent receives deliveries; with --relay', readReceiverUrl),
      list: flag('list the checks without running them'),
    },
    examples: [
      ['tandem conformance agent robo', 'every check, on a new board'],
      ['tandem conformance agent robo --only stop --only asks --json', 'two checks, for a script'],
      [
        'tandem conformance agent robo --relay http://127.0.0.1:4000/ --receiver http://127.0.0.1:4001/',
        'an agent with a webhook: a delivery is sent twice',
      ],
    ],
    async run({ args, options, connect, terminal }) {
      if (options.list) return listOf(agentChecks)
      if (args.agent === undefined) throw new Complaint('wrong usage', 'Name the agent, or use --list.')
      if ((options.relay === undefined) !== (options.receiver === undefined))
        throw new Complaint('wrong usage', 'Use --relay and --receiver together.')
      const checks = chosen(agentChecks, options.only)
      const { client } = await connect()
      const agent = await findAgent(client, args.agent)
      if (agent.pausedAt) throw new Complaint('refused or failed', `@${agent.handle} is paused. Run tandem agent resume ${agent.handle}.`)
      const { timeout = stepSeconds, delay = delaySeconds, board } = options
      const relay = await relayFor(options)
      const timing = { timeoutMs: 1000 * timeout, delayMs: 1000 * delay, stop: whenAskedToStop() }
      try {
        return await playAgent(terminal, client, { checks, agent, board, relay, ...timing })
      } finally {
        await relay?.close()
      }
    },
  }),
  command({
    words: 'conformance webhook [receiver]',
    about: 'test a webhook receiver, and report where it breaks the contract',
    detail: `It sends valid and forged deliveries to the URL of the receiver, and checks the answers. No service is needed. The secret that the
receiver verifies with is read from TANDEM_WEBHOOK_SECRET; without it, you are asked. The deliveries are about cards that do not exist. The exit code is 0 only if no check failed.`,
    options: {
      only: many('check', 'run only this check and those that it needs'),
      timeout: count('seconds', `how long an answer may take; default: ${answerSeconds}, as for the service`),
      list: flag('list the checks without running them'),
    },
    examples: [
      ['TANDEM_WEBHOOK_SECRET=whsec_… tandem conformance webhook http://localhost:8080/events', 'every check'],
      ['tandem conformance webhook http://localhost:8080/events --only old --json', 'one check, for a script'],
    ],
    async run({ args, options, terminal }) {
      if (options.list) return listOf(webhookChecks)
      if (args.receiver === undefined) throw new Complaint('wrong usage', 'Add the URL of the receiver, or use --list.')
      const checks = chosen(webhookChecks, options.only)
      const url = urlOfReceiver(args.receiver)
      const target = { url, secret: await secretOfReceiver(), timeoutMs: 1000 * (options.timeout ?? answerSeconds) }
      return playAll(terminal, checks, { name: url.href, target })
    },
  }),
]

/** Commander does not print why an argument is refused, so this throws its own error. */
function urlOfReceiver(text: string): URL {
  try {
    return readReceiverUrl(text)
  } catch (error) {
    throw error instanceof InvalidArgumentError ? new Complaint('wrong usage', error.message) : error
  }
}

async function relayFor({ relay: at, receiver: url }: { relay: URL | undefined; receiver: URL | undefined }): Promise<Relay | null> {
  return at && url ? startRelay({ at, to: { url, timeoutMs: 1000 * answerSeconds } }) : null
}

type Playing = Setting & { checks: readonly Check<Stage>[]; agent: Actor }

/** Deletes everything that the kit has created, also after a failure. */
async function playAgent(terminal: Terminal, client: Client, { checks, agent, ...setting }: Playing): Promise<Shown> {
  const { stage, where, clear } = await setUp(client, agent, setting)
  terminal.note(`The checks run on the board ${where}.`)
  try {
    return await playAll(terminal, checks, { name: `@${agent.handle}`, target: stage })
  } catch (error) {
    throw setting.stop.aborted ? new Complaint('refused or failed', 'Stopped before the last check.') : error
  } finally {
    // The outcomes are shown even so.
    terminal.note(await clear().catch((error: unknown) => `The board ${where} could not be archived: ${String(error)}`))
  }
}

/** Not an option, because all users of the machine can read command lines. */
async function secretOfReceiver(): Promise<string> {
  const given = process.env.TANDEM_WEBHOOK_SECRET || (canAsk() ? await askSecret('Secret of the receiver:', '') : '')
  if (given === '') throw new Complaint('wrong usage', 'Set TANDEM_WEBHOOK_SECRET to the secret that the receiver verifies with.')
  return given
}
