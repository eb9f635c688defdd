import { monitorEventLoopDelay } from 'node:perf_hooks'
import type { Metrics } from './metrics.ts'

/** The loop is sampled this often; a sample that is on time is no delay. */
const sampleEveryMs = 20

/** Metrics of the process, read when they are scraped. */
export function watchProcess(metrics: Metrics, version: string): void {
  const delays = monitorEventLoopDelay({ resolution: sampleEveryMs })
  delays.enable()
  let countedMicros = 0
  metrics.build(version, process.version).set(1)
  metrics.startTime.set(performance.timeOrigin / 1_000)
  metrics.beforeText(async () => {
    const { user, system } = process.cpuUsage()
    metrics.cpuSeconds.add((user + system - countedMicros) / 1_000_000)
    countedMicros = user + system
    const { rss, heapUsed, heapTotal } = process.memoryUsage()
    metrics.residentBytes.set(rss)
    metrics.heapBytes('used').set(heapUsed)
    metrics.heapBytes('total').set(heapTotal)
    for (const percent of [50, 90, 99]) metrics.eventLoopDelay(String(percent / 100)).set(delayOf(delays.percentile(percent)))
    metrics.eventLoopDelay('1').set(delayOf(delays.max))
    delays.reset()
  })
}

/** Nanoseconds between two samples, as the seconds by which the second was late. */
const delayOf = (nanoseconds: number): number => Math.max(0, nanoseconds / 1_000_000 - sampleEveryMs) / 1_000
