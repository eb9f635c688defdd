import { execFile } from 'node:child_process'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Report } from '../src/report.ts'

const main = fileURLToPath(new URL('../src/main.ts', import.meta.url))
const run = promisify(execFile)
let folder: string

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'tandem-bench-test-'))
})
afterAll(() => rm(folder, { recursive: true, force: true }))

test('a short run measures the service and the reference, and no request fails', async () => {
  const json = join(folder, 'report.json')
  const { stdout } = await run(process.execPath, [main, '--seconds', '0.3', '--rounds', '1', '--only', 'create', '--json', json])
  const report = JSON.parse(await readFile(json, 'utf8')) as Report
  const readings = report.groups.create?.readings ?? []

  expect(readings.map((reading) => reading.callers)).toEqual([1, 8, 16, 32, 64].flatMap((callers) => [callers, callers, callers, callers]))
  for (const { name, errors, samples } of readings) {
    expect({ name, errors }).toEqual({ name, errors: {} })
    for (const sample of samples) {
      expect(sample.operations).toBeGreaterThan(0)
      expect(sample.p50Ms).toBeGreaterThan(0)
      expect(sample.p99Ms).toBeGreaterThanOrEqual(sample.p50Ms)
    }
  }
  expect(report.figures.map(({ what, measured }) => [what, measured])).toEqual([
    ['requests that failed', 0],
    ['deadlocks', 0],
  ])
  expect(stdout).toContain('## Figures')
})

test('agents claim cards of a queue in a short run, and no claim fails', async () => {
  const json = join(folder, 'claims.json')
  await run(process.execPath, [main, '--seconds', '0.3', '--rounds', '1', '--only', 'claim', '--json', json])
  const report = JSON.parse(await readFile(json, 'utf8')) as Report
  const claims = (report.groups.claim?.readings ?? []).filter(({ name }) => name === 'claim')
  expect(claims.map(({ callers, errors }) => [callers, errors])).toEqual([
    [1, {}],
    [32, {}],
  ])
  for (const { samples } of claims) for (const { operations } of samples) expect(operations).toBeGreaterThan(0)
})

test('an unknown group is refused with the names to choose from', async () => {
  await expect(run(process.execPath, [main, '--only', 'creates'])).rejects.toMatchObject({
    stderr: expect.stringContaining('choose from pgbench, create'),
  })
})
