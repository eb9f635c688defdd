import type { AgentReport } from './agent.ts'
import { type Child, startChild } from './child.ts'

type Did = AgentReport['did']

/** The agent's process as its parent sees it. */
export type AgentProcess = Pick<Child, 'pid' | 'ended' | 'end'> & {
  /** Waits until the agent has reported such a thing, now or before. */
  reported<D extends Did>(did: D, fits?: (report: Extract<AgentReport, { did: D }>) => boolean): Promise<Extract<AgentReport, { did: D }>>
}

/** Starts the agent with nothing but a URL and a token. `onEarlyEnd` is told when it fails. */
export function startAgent(url: string, token: string, onEarlyEnd: (problem: Error) => void): AgentProcess {
  const reports: AgentReport[] = []
  let wake = Promise.withResolvers<void>()
  const child = startChild(new URL('agent.ts', import.meta.url), {
    env: { TANDEM_URL: url, TANDEM_TOKEN: token },
    onMessage: (message) => {
      const report = message as AgentReport
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
