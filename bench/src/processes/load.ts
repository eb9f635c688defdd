import { Agent, type IncomingMessage, request } from 'node:http'
import { type Act, plannerOf, type Step } from '../acts.ts'
import { percentile } from '../statistics.ts'
import { answerWith } from './answering.ts'

/** The task of the load generator: a closed loop of `callers` for `seconds`, every caller one act after the other. */
export type Plan = {
  /** Callers take them in turn. */
  ports: readonly number[]
  callers: number
  seconds: number
  /** A bearer per caller; none for the reference. */
  tokens: readonly string[]
  act: Act
  /** The first turn. Turns choose boards and cards, so a different start keeps rounds from repeating each other. */
  firstTurn: number
  /** Between two acts of a caller. */
  pauseMs?: number
  /** Keep the ids of the answers and their times. */
  keepAnswers?: true
}

export type Load = {
  operations: number
  elapsedMs: number
  p50Ms: number
  p99Ms: number
  longestMs: number
  /** By what went wrong: an unexpected status, or the code of a broken connection. */
  errors: Record<string, number>
  /** Id → wall clock, ms with fractions. */
  answers: Record<string, number>
}

const mostOperations = 1_000_000
const requestPatienceMs = 15_000

answerWith(run)

async function run(plan: Plan): Promise<Load> {
  const agent = new Agent({ keepAlive: true, maxSockets: plan.callers })
  const stepsOf = plannerOf(plan.act)
  const latencies: number[] = []
  const load: Load = { operations: 0, elapsedMs: 0, p50Ms: 0, p99Ms: 0, longestMs: 0, errors: {}, answers: {} }
  const startMs = performance.now()
  const endMs = startMs + plan.seconds * 1_000
  let turn = plan.firstTurn
  const call = async (caller: number) => {
    const token = plan.tokens[caller % plan.tokens.length]
    const headers: Record<string, string> = token === undefined ? {} : { authorization: `Bearer ${token}` }
    const port = plan.ports[caller % plan.ports.length] ?? 0
    while (performance.now() < endMs && latencies.length < mostOperations) {
      const steps = stepsOf(turn++)
      let sinceMs = 0
      for (const step of steps) {
        sinceMs = performance.now()
        await send(plan, step, { agent, port, headers, load })
      }
      latencies.push(performance.now() - sinceMs)
      if (plan.pauseMs !== undefined) await new Promise((resolve) => setTimeout(resolve, plan.pauseMs))
    }
  }
  await Promise.all(Array.from({ length: plan.callers }, (_, caller) => call(caller)))
  load.elapsedMs = performance.now() - startMs
  agent.destroy()
  latencies.sort((a, b) => a - b)
  const longestMs = latencies.at(-1) ?? 0
  return { ...load, operations: latencies.length, p50Ms: percentile(latencies, 50), p99Ms: percentile(latencies, 99), longestMs }
}

function send(plan: Plan, step: Step, by: { agent: Agent; port: number; headers: Record<string, string>; load: Load }): Promise<void> {
  const body = step.body === undefined ? undefined : JSON.stringify(step.body)
  const typed = body === undefined ? {} : { 'content-type': 'application/json', 'content-length': Buffer.byteLength(body) }
  const wrong = (what: string) => {
    by.load.errors[what] = (by.load.errors[what] ?? 0) + 1
  }
  return new Promise((resolve) => {
    const outgoing = request(
      {
        host: '127.0.0.1',
        port: by.port,
        agent: by.agent,
        method: step.method,
        path: step.path,
        timeout: requestPatienceMs,
        headers: { ...by.headers, ...typed, ...step.headers },
      },
      (response) => {
        if (response.statusCode !== step.expect) wrong(`${step.method} ${response.statusCode}`)
        response.on('error', () => resolve())
        if (plan.keepAnswers) void keep(response, by.load).then(resolve)
        else if (step.without !== undefined) void holds(response, step.without).then((held) => resolve(held ? wrong('refused') : undefined))
        else response.resume().on('end', () => resolve())
      },
    )
    outgoing.on('timeout', () => outgoing.destroy(new Error('no answer in time')))
    outgoing.on('error', (error: NodeJS.ErrnoException) => {
      wrong(error.code ?? error.message)
      resolve()
    })
    outgoing.end(body)
  })
}

async function holds(response: IncomingMessage, what: string): Promise<boolean> {
  return (await textOf(response)).includes(what)
}

async function keep(response: IncomingMessage, load: Load): Promise<void> {
  const atMs = performance.timeOrigin + performance.now()
  const { id } = JSON.parse(await textOf(response)) as { id?: string }
  if (id !== undefined) load.answers[id] = atMs
}

async function textOf(response: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = []
  for await (const chunk of response) chunks.push(chunk as Buffer)
  return Buffer.concat(chunks).toString()
}
