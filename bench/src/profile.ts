import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'

type Profile = {
  nodes: { id: number; callFrame: { functionName: string; url: string; lineNumber: number } }[]
  samples: number[]
  timeDeltas: number[]
}

/** Where the CPU time of the service went, by function, as lines; the profile itself opens in any browser's developer tools. */
export async function profileLines(folder: string, top = 25): Promise<string[]> {
  const [file] = (await readdir(folder))
    .filter((name) => name.endsWith('.cpuprofile'))
    .sort()
    .reverse()
  if (file === undefined) return [`No profile was written to ${folder}.`]
  const selfMs = selfTimes(JSON.parse(await readFile(join(folder, file), 'utf8')) as Profile)
  selfMs.delete('(idle)')
  const busyMs = [...selfMs.values()].reduce((sum, ms) => sum + ms, 0)
  const rows = [...selfMs].sort(([, a], [, b]) => b - a).slice(0, top)
  const shown = rows.map(([name, ms]) => `  ${((ms / busyMs) * 100).toFixed(1).padStart(5)} %  ${ms.toFixed(0).padStart(6)} ms  ${name}`)
  return [`${join(folder, file)}: ${busyMs.toFixed(0)} ms of CPU, its start and the set-up included; by own time:`, ...shown]
}

function selfTimes({ nodes, samples, timeDeltas }: Profile): Map<string, number> {
  const names = new Map(nodes.map(({ id, callFrame }) => [id, nameOf(callFrame)]))
  const selfMs = new Map<string, number>()
  for (const [at, node] of samples.entries()) {
    const name = names.get(node) ?? '?'
    selfMs.set(name, (selfMs.get(name) ?? 0) + (timeDeltas[at] ?? 0) / 1_000)
  }
  return selfMs
}

function nameOf({ functionName, url, lineNumber }: Profile['nodes'][number]['callFrame']): string {
  const file = url.replace(/^.*\/(?=packages\/|node_modules\/)/, '')
  return file === '' ? functionName : `${functionName || '(anonymous)'}  ${file}:${lineNumber + 1}`
}
