import { freePort, type InstalledPlugin, idle, installPlugin, pluginEnvironment } from '@tandem/plugin-test-kit'
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { type Person, startTestService, type TestService } from '../../server/test/kit/service.ts'
import { RetryLater, type RunningPlugin, startPlugin } from '../src/index.ts'
import { createRecorder, post, type Recorder, type Scheme, signed } from './fixture/recorder.ts'

/** A machine that does much else at once is slow, not wrong. */
const patience = { timeout: 60_000 }

/** F55 (T19): events of a provider count only with its signature over the bytes. Specification: service §6, decisions §5. */
let tandem: TestService
let ada: Person
beforeAll(async () => {
  tandem = await startTestService()
  ada = await tandem.register('Ada')
})
afterAll(() => tandem.stop())

/** The clock of the plugin and of the providers stands still. */
const nowMs = Math.floor(Date.now() / 1000) * 1000
const schemes: Scheme[] = ['slack-v0', 'github-sha256', 'gitlab-token']

describe.each(schemes)('F55: %s', (scheme) => {
  let recorder: Recorder
  let plugin: RunningPlugin
  let installs: InstalledPlugin[]
  let environment: Record<string, string>
  let remove: () => Promise<void>
  const secretOf = (name: string) => `the secret of ${name}`

  beforeAll(async () => {
    const port = await freePort()
    const pluginUrl = `http://127.0.0.1:${port}`
    installs = []
    for (const name of ['acme', 'other', 'bare']) {
      const secrets = name === 'bare' ? undefined : { signingSecret: secretOf(name) }
      const config = () => ({ workspace: name })
      installs.push(await installPlugin(ada, { type: 'recorder', pluginUrl, name, config, secrets }))
    }
    ;({ environment, remove } = await pluginEnvironment(tandem, installs, { port }))
    recorder = createRecorder(scheme)
    plugin = await startPlugin(recorder, { environment, now: () => nowMs, retry: { firstDelayMs: 10, longestDelayMs: 50 } })
  })
  beforeEach(() => {
    recorder.heard.length = 0
  })
  afterAll(async () => {
    await plugin.stop()
    await remove()
  })

  let lastId = 0
  const bodyFor = (workspace: string, id = `e${++lastId}`) => JSON.stringify({ id, workspace, text: `hello ${workspace}` })
  const nothingHeard = async () => {
    await idle(environment)
    expect(recorder.heard).toEqual([])
  }

  test('a right signature is taken, once for each id, and only by the install whose config it is for', async () => {
    const sent = signed(scheme, bodyFor('acme'), secretOf('acme'))
    expect((await post(`${plugin.url}/provider`, sent)).status).toBe(200)
    expect((await post(`${plugin.url}/provider`, sent)).status).toBe(200)
    expect((await post(`${plugin.url}/provider/acme`, sent)).status).toBe(200)
    await idle(environment)
    expect(recorder.heard).toMatchObject([{ install: 'acme', text: 'hello acme' }])
  })

  test('a wrong, a missing and an empty signature are refused', async () => {
    const right = signed(scheme, bodyFor('acme'), secretOf('acme'))
    const names = Object.keys(right.headers).filter((name) => name !== 'content-type' && !name.includes('timestamp'))
    for (const value of [undefined, '', 'v0=', 'sha256=', 'sha256=00', 'undefined', '[object Object]']) {
      const headers = Object.fromEntries(Object.entries(right.headers).filter(([name]) => !names.includes(name)))
      for (const name of names) if (value !== undefined) headers[name] = value
      expect((await post(`${plugin.url}/provider`, { ...right, headers })).status, String(value)).toBe(401)
    }
    expect((await post(`${plugin.url}/provider`, signed(scheme, bodyFor('acme'), 'guessed'))).status).toBe(401)
    await nothingHeard()
  })

  test("another tenant's signature reaches that tenant alone", async () => {
    const forged = signed(scheme, bodyFor('acme'), secretOf('other'))
    expect((await post(`${plugin.url}/provider/acme`, forged)).status).toBe(401)
    expect((await post(`${plugin.url}/provider`, forged)).status).toBe(200)
    await nothingHeard()
  })

  test('an install without a stored secret refuses everything, an empty secret included', async () => {
    for (const secret of ['', 'undefined', 'null', secretOf('acme')])
      expect((await post(`${plugin.url}/provider/bare`, signed(scheme, bodyFor('bare'), secret))).status).toBe(401)
    await nothingHeard()
  })

  // A token says nothing of the body.
  const testOfBytes = scheme === 'gitlab-token' ? null : test
  testOfBytes?.('a body that was parsed and written again, or changed, is refused', async () => {
    const sent = signed(scheme, `{ "id": "e${++lastId}",  "workspace": "acme", "text": "hello" }`, secretOf('acme'))
    const again = JSON.stringify(JSON.parse(sent.body))
    expect((await post(`${plugin.url}/provider`, { ...sent, body: again })).status).toBe(401)
    expect((await post(`${plugin.url}/provider`, { ...sent, body: `${sent.body} ` })).status).toBe(401)
    await nothingHeard()
    expect((await post(`${plugin.url}/provider`, sent)).status).toBe(200)
  })

  const testOfTime = scheme === 'slack-v0' ? test : null
  testOfTime?.('a stale timestamp, one of the future, and one that is no number are refused', async () => {
    for (const away of [-301_000, 301_000, Number.NaN]) {
      const sent = signed(scheme, bodyFor('acme'), secretOf('acme'), nowMs + away)
      expect((await post(`${plugin.url}/provider`, sent)).status).toBe(401)
    }
    await nothingHeard()
    for (const away of [-300_000, 300_000]) {
      const sent = signed(scheme, bodyFor('acme'), secretOf('acme'), nowMs + away)
      expect((await post(`${plugin.url}/provider`, sent)).status).toBe(200)
    }
    await idle(environment)
  })

  test('an event that the plugin reads without an ordering key is not taken', async () => {
    const body = JSON.stringify({ id: `e${++lastId}`, workspace: 'acme', text: 'hello', withoutKey: true })
    expect((await post(`${plugin.url}/provider`, signed(scheme, body, secretOf('acme')))).status).toBe(500)
    await nothingHeard()
  })

  test('what cannot be read is refused, and what the provider asks for itself is answered', async () => {
    expect((await post(`${plugin.url}/provider`, signed(scheme, 'no json', secretOf('acme')))).status).toBe(400)
    const challenge = signed(scheme, JSON.stringify({ challenge: 'abc' }), secretOf('acme'))
    expect(await post(`${plugin.url}/provider`, challenge)).toEqual({ status: 200, text: 'abc' })
    await nothingHeard()
  })

  test('what was answered as taken is acted on after a restart, under the same clientMutationId, and then not again', async () => {
    const ids: string[] = []
    recorder.onHearing = async (_event, context) => {
      ids.push(context.mutationId('step'))
      throw new RetryLater('away')
    }
    const sent = signed(scheme, bodyFor('acme'), secretOf('acme'))
    expect((await post(`${plugin.url}/provider`, sent)).status).toBe(200)
    await vi.waitFor(() => expect(ids.length).toBeGreaterThan(1), patience)
    await plugin.stop()
    recorder.onHearing = async () => {}
    plugin = await startPlugin(recorder, { environment, now: () => nowMs })
    await idle(environment)
    expect((await post(`${plugin.url}/provider`, sent)).status).toBe(200)
    await idle(environment)
    expect(recorder.heard).toMatchObject([{ install: 'acme', mutationId: ids[0] }])
    expect(new Set(ids).size).toBe(1)
  })
})
