import { execFile } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, onTestFinished, test } from 'vitest'
import { type Counts, skipsTooMany } from '../../scripts/count-reporter.ts'
import { faultCases } from '../src/fault-cases.ts'
import { requirements } from '../src/requirements.ts'

const cases = Object.keys(faultCases)
const ids = Object.keys(requirements)
const script = fileURLToPath(new URL('../../scripts/add-counts.ts', import.meta.url))

async function added(...runs: Partial<Counts>[]): Promise<{ status: number; output: string }> {
  const folder = mkdtempSync(join(tmpdir(), 'tandem-counts-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  const file = join(folder, 'counts')
  writeFileSync(file, runs.map((run) => `${JSON.stringify({ passed: 1, failed: 0, skipped: 0, ...run })}\n`).join(''))
  return new Promise((resolve) => {
    execFile(process.execPath, [script, file, '2'], (error, output) => resolve({ status: Number(error?.code ?? 0), output }))
  })
}

test('a run of CI passes when each case has passed in one of its parts', async () => {
  const half = ids.slice(0, 200)
  expect(await added({ cases, requirements: half }, { requirements: ids })).toEqual({ status: 0, output: '2 passed, 0 failed\n' })
})

test('a case, a requirement or a part that is missing fails it, and is named', async () => {
  const { status, output } = await added({ cases: cases.slice(1), requirements: ids.filter((id) => id !== 'limit.labels') })
  expect(status).toBe(1)
  expect(output).toContain(`limit.labels was proved by no test: ${requirements['limit.labels'].rule}`)
  expect(output).toContain(`${cases[0]} was proved by no test`)
  expect(output).toContain('1 of the runs ended without counting its tests')
  expect(output).toMatch(/1 passed, 3 failed\n$/)
})

test('more than one skipped test in twenty is too many', () => {
  expect(skipsTooMany({ passed: 94, failed: 1, skipped: 5 })).toBe(false)
  expect(skipsTooMany({ passed: 93, failed: 1, skipped: 6 })).toBe(true)
})
