import { execFile } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'
import { openApiDocument } from '../../src/surfaces/rest/openapi.ts'

const root = fileURLToPath(new URL('../../../../', import.meta.url))
const redocly = fileURLToPath(new URL('bin/cli.js', import.meta.resolve('@redocly/cli/package.json')))

test('the document passes the recommended rules of Redocly without a problem', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'tandem-openapi-'))
  try {
    const file = join(folder, 'openapi.json')
    await writeFile(file, JSON.stringify(openApiDocument('https://tandem.test')))
    const environment = { ...process.env, REDOCLY_TELEMETRY: 'off', REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true' }
    const ran = await promisify(execFile)(
      process.execPath,
      [redocly, 'lint', file, '--config', join(root, 'redocly.yaml'), '--format', 'json', '--max-problems', '20'],
      { cwd: root, env: environment },
    ).catch((error: { stdout: string }) => error)
    const { totals, problems } = JSON.parse(ran.stdout) as { totals: Record<string, number>; problems: unknown[] }
    expect(problems).toEqual([])
    expect(totals).toMatchObject({ errors: 0, warnings: 0 })
  } finally {
    await rm(folder, { recursive: true })
  }
})
