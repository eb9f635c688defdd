import { checkout, programAt } from '../checkout.ts'
import { type Child, startChild } from './child.ts'

/** What the agent tells in lines of JSON, for the transcript only. */
type AgentReport = { did: 'subscribe'; url: string; webhookId: string } | { did: 'take'; activityId: string; verb: string }
type Did = AgentReport['did']

/** The agent's process as its parent sees it. */
export type AgentProcess = Pick<Child, 'pid' | 'ended' | 'end'> & {
  /** Waits until the agent has reported such a thing, now or before. */
  reported<D extends Did>(did: D, fits?: (report: Extract<AgentReport, { did: D }>) => boolean): Promise<Extract<AgentReport, { did: D }>>
}

/** The agent that the documentation shows; a package has it beside this. */
const file = programAt(checkout === null ? 'webhook-agent' : '../../../../examples/agents/webhook-agent', import.meta.url)
const preload = programAt('end-with-parent', import.meta.url)

/** Starts the agent with nothing but a URL and a token. `onEarlyEnd` is told when it fails. */
export function startAgent(url: string, token: string, onEarlyEnd: (problem: Error) => void): AgentProcess {
  const reports: (AgentReport | { did: 'fail'; problem: string })[] = []
  let wake = Promise.withResolvers<void>()
  const child = startChild(file, {
    preload,
    env: { TANDEM_URL: url, TANDEM_TOKEN: token },
    onLine: (line) => {
      if (!line.startsWith('{"did":')) return
      const report = JSON.parse(line)
      reports.push(report)
      if (report.did === 'fail') onEarlyEnd(new Error(`the agent failed: ${report.problem}`))
      wake.resolve()
      wake = Promise.withResolvers()
    },
  })
  void child.ended.then((code) => {
    if (code !== 0) onEarlyEnd(new Error(`the agent's process ended (${code}) before its work was done\n${child.lastWords()}`))
  })
  return {
    ...child,
    async reported(did, fits = () => true) {
      for (;;) {
        const found = reports.find(
          (report): report is Extract<AgentReport, { did: typeof did }> => report.did === did && fits(report as never),
        )
        if (found) return found
        await wake.promise
      }
    },
  }
}
