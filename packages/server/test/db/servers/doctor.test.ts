import { randomBytes } from 'node:crypto'
import { expect, onTestFinished, test } from 'vitest'
import { examine } from '../../../src/administration/doctor.ts'
import { scratchFolder } from '../../embedded/fixture/scratch.ts'
import { twoServers } from './two-servers.ts'

test('the doctor names the server that it has reached, and says that a failover may lose writes', async () => {
  const { proxies, urlOf, stop } = await twoServers()
  onTestFinished(stop)
  await proxies[0].stop()
  const common = { DATA_DIR: await scratchFolder(), INTEGRATION_SECRET_KEY: randomBytes(32).toString('base64') }
  const found = async (parameters: string) => {
    const findings = await Array.fromAsync(examine({ ...common, DATABASE_URL: urlOf(parameters).connectionString }))
    return findings.filter(({ check }) => ['database', 'standbys'].includes(check))
  }
  const reached = { check: 'database', state: 'ok', says: expect.stringContaining(` at 127.0.0.1:${proxies[1].port}`) }
  const mayLose = { check: 'standbys', state: 'warn', says: expect.stringContaining('may lose acknowledged writes') }
  expect(await found('target_session_attrs=read-write')).toMatchObject([reached, mayLose])
  const takesAny = { check: 'standbys', state: 'warn', todo: expect.stringContaining('target_session_attrs=read-write') }
  expect(await found('')).toMatchObject([reached, mayLose])
  expect(await found('target_session_attrs=any')).toMatchObject([reached, takesAny, mayLose])
})
