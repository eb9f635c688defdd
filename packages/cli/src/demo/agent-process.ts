import { checkout, programAt } from '../checkout.ts'
import { type Child, startChild } from './child.ts'

/** The messages of the agent, lines of JSON, for the transcript only. */
type AgentReport = { did: 'subscribe'; url: string; webhookId: string } | { did: 'take'; activityId: string; verb: string }
type Did = AgentReport['did']

/** The agent's process as its parent sees it. */
export type AgentProcess = Pick<Child, 'pid' | 'ended' | 'end'> & {
  /** Waits for a report of that kind; also resolves to an earlier one. */
  reported<D extends Did>(did: D, fits?: (report: Extract<AgentReport, { did: D }>) => boolean): Promise<Extract<AgentReport, { did: D }>>
}

/** The agent of the documentation; in a package it is beside this file. */
const file = programAt(checkout === null ? 'webhook-agent' : '../../../../examples/agents/webhook-agent', import.meta.url)
const preload = programAt('end-with-parent', import.meta.url)

/** Starts the agent with only a URL and a token. Calls `onEarlyEnd` if it fails. */
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
