import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'

type Profile = {
  nodes: { id: number; callFrame: { functionName: string; url: string; lineNumber: number } }[]
  samples: number[]
  timeDeltas: number[]
}

/** The CPU time of the service by function, as lines; the profile itself opens in any browser's developer tools. */
export async function profileLines(folder: string): Promise<string[]> {
  const [file] = (await readdir(folder))
    .filter((name) => name.endsWith('.cpuprofile'))
    .sort()
    .reverse()
  if (file === undefined) return [`No profile was written to ${folder}.`]
  const profile = JSON.parse(await readFile(join(folder, file), 'utf8')) as Profile
  return [
    `${join(folder, file)}: own time, the start and the set-up included.`,
    // Measured with perf: 29 % here was 8 % of CPU. The backend that a write wakes takes the core of the writer.
    'It is wall time: what writev and writeUtf8String show is mostly the time that a woken backend or client had the core.',
    'By part:',
    ...largest(selfTimes(profile, partOf), 12),
    'By function:',
    ...largest(selfTimes(profile, functionOf), 25),
  ]
}

type Frame = Profile['nodes'][number]['callFrame']

function selfTimes({ nodes, samples, timeDeltas }: Profile, nameOf: (frame: Frame) => string): Map<string, number> {
  const names = new Map(nodes.map(({ id, callFrame }) => [id, nameOf(callFrame)]))
  const selfMs = new Map<string, number>()
  for (const [at, node] of samples.entries()) {
    const name = names.get(node) ?? '?'
    selfMs.set(name, (selfMs.get(name) ?? 0) + (timeDeltas[at] ?? 0) / 1_000)
  }
  selfMs.delete('(idle)')
  return selfMs
}

function largest(selfMs: Map<string, number>, count: number): string[] {
  const busyMs = [...selfMs.values()].reduce((sum, ms) => sum + ms, 0)
  const rows = [...selfMs].sort(([, a], [, b]) => b - a).slice(0, count)
  return rows.map(([name, ms]) => `  ${((ms / busyMs) * 100).toFixed(1).padStart(5)} %  ${ms.toFixed(0).padStart(6)} ms  ${name}`)
}

const fileOf = ({ url }: Frame): string => url.replace(/^.*\/(?=packages\/|node_modules\/)/, '')

/** A package of ours or of npm, Node's own JavaScript, or what has no file: native code, the collector, the program. */
function partOf(frame: Frame): string {
  const file = fileOf(frame)
  if (file.startsWith('node:')) return 'node'
  if (file === '') return frame.functionName.startsWith('(') ? frame.functionName : `native: ${frame.functionName}`
  return /^(node_modules\/(@[^/]+\/)?[^/]+|packages\/[^/]+\/src\/[^/]+)/.exec(file)?.[0] ?? file
}

function functionOf(frame: Frame): string {
  const file = fileOf(frame)
  return file === '' ? frame.functionName : `${frame.functionName || '(anonymous)'}  ${file}:${frame.lineNumber + 1}`
}
