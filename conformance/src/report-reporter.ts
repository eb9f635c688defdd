import { mkdirSync, writeFileSync } from 'node:fs'
import type { Reporter, TestModule } from 'vitest/node'
import { type RequirementId, requirements } from './requirements.ts'

/**
 * Prints which requirements the scenarios of a run proved, and writes the whole list to coverage/conformance.json.
 * CONFORMANCE_LIST=verb,error prints what is not yet proved of these areas, rule by rule.
 */
export default class ConformanceReport implements Reporter {
  onTestRunEnd(modules: readonly TestModule[]): void {
    const proved = new Set<RequirementId>()
    const broken = new Set<RequirementId>()
    for (const test of modules.flatMap((module) => [...module.children.allTests()])) {
      const into = test.result().state === 'passed' ? proved : broken
      for (const id of test.meta().proves ?? []) into.add(id)
    }
    for (const id of broken) proved.delete(id)
    if (proved.size + broken.size === 0) return
    const all = Object.keys(requirements) as RequirementId[]
    const open = all.filter((id) => !proved.has(id))
    process.stdout.write(`conformance: ${proved.size} of ${all.length} requirements proved, ${open.length} not yet proved\n`)
    for (const [area, count] of areas(open)) process.stdout.write(`  not yet: ${area} ${count}\n`)
    for (const id of listed(open)) process.stdout.write(`  ${id}: ${requirements[id].rule}\n`)
    mkdirSync('coverage', { recursive: true })
    writeFileSync('coverage/conformance.json', `${JSON.stringify({ proved: [...proved].sort(), notYetProved: open }, null, 2)}\n`)
  }
}

function listed(ids: readonly RequirementId[]): RequirementId[] {
  const asked = process.env.CONFORMANCE_LIST?.split(',') ?? []
  return ids.filter((id) => asked.includes(areaOf(id)))
}

const areaOf = (id: string): string => id.slice(0, id.indexOf('.'))

function areas(ids: readonly string[]): [string, number][] {
  const counts = new Map<string, number>()
  for (const id of ids) {
    const area = areaOf(id)
    counts.set(area, (counts.get(area) ?? 0) + 1)
  }
  return [...counts].toSorted(([a], [b]) => a.localeCompare(b))
}
