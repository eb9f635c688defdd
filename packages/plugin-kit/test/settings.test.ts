import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { readSettings } from '../src/settings.ts'

/** The settings of the operator: one installation by variables, or several as JSON. Every invalid one is named, and no secret is shown. */
let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'tandem-settings-'))
})
afterAll(() => rm(folder, { recursive: true, force: true }))

const [token, signingSecret] = ['kbt_the-token-itself', 'whsec_the-secret-itself']
const one = { TANDEM_TOKEN: token, TANDEM_SIGNING_SECRET: signingSecret }
const installs = (...more: object[]) => ({ TANDEM_INSTALLS: JSON.stringify(more.map((install) => ({ token, signingSecret, ...install }))) })

test('one installation by variables, with what is usual for the rest; an empty variable is an absent one', () => {
  expect(readSettings({ ...one, PORT: '', LOG_LEVEL: '' })).toEqual({
    host: '127.0.0.1',
    port: 8080,
    stateDir: './plugin-state',
    logLevel: 'info',
    tandemUrl: 'http://127.0.0.1:3000',
    publicUrl: 'http://127.0.0.1:3000',
    installs: [{ name: 'default', token, signingSecret, secrets: {} }],
  })
  expect(readSettings({ ...one, TANDEM_URL: 'http://tandem:3000/', TANDEM_PUBLIC_URL: 'https://tandem.example.com' })).toMatchObject({
    tandemUrl: 'http://tandem:3000',
    publicUrl: 'https://tandem.example.com',
  })
})

test('several by a file, which wins, or by a variable', async () => {
  const path = join(folder, 'installs.json')
  await writeFile(path, JSON.stringify([{ name: 'from-file', token, signingSecret, allow: ['acme/*'] }]))
  const named = { ...installs({ name: 'a' }, { name: 'b', token: 'kbt_other', secrets: { webhookSecret: 'x' } }), ...one }
  expect(readSettings(named).installs.map(({ name }) => name)).toEqual(['a', 'b'])
  expect(readSettings({ ...named, TANDEM_INSTALLS_FILE: path }).installs).toMatchObject([{ name: 'from-file', allow: ['acme/*'] }])
})

test.each<[string, Record<string, string>, string]>([
  ['nothing is set', {}, 'Set TANDEM_TOKEN and TANDEM_SIGNING_SECRET'],
  ['half of it is set', { TANDEM_TOKEN: token }, 'Set TANDEM_TOKEN and TANDEM_SIGNING_SECRET'],
  ['they are swapped', { TANDEM_TOKEN: signingSecret, TANDEM_SIGNING_SECRET: token }, 'token: must be the token'],
  ['a port that is none', { ...one, PORT: '80 80' }, 'PORT: must be a port number'],
  ['an address that is none', { ...one, TANDEM_URL: 'tandem.example.com' }, 'TANDEM_URL: must be an http or https URL'],
  ['a level that is none', { ...one, LOG_LEVEL: 'loud' }, 'LOG_LEVEL: '],
  ['a name that is none', { ...one, TANDEM_INSTALL: 'Our board' }, 'name: must be 1 to 63 of a-z, 0-9 and -'],
  ['no JSON', { TANDEM_INSTALLS: `[{"token": "${token}"` }, 'TANDEM_INSTALLS is not valid JSON.'],
  ['no list', { TANDEM_INSTALLS: '{}' }, 'TANDEM_INSTALLS: must be a list of installations'],
  ['no token', { TANDEM_INSTALLS: '[{"name": "a"}]' }, 'TANDEM_INSTALLS.0.token: must be the token'],
  ['an empty list', { TANDEM_INSTALLS: '[]' }, 'TANDEM_INSTALLS: must have at least one installation'],
  ['a key that is not known', installs({ name: 'a', alow: ['x'] }), 'TANDEM_INSTALLS.0: '],
  ['an empty secret', installs({ name: 'a', secrets: { webhookSecret: '' } }), 'TANDEM_INSTALLS.0.secrets.webhookSecret: '],
  ['one name twice', installs({ name: 'a' }, { name: 'a', token: 'kbt_other' }), 'Two installations have the same name.'],
  ['one token twice', installs({ name: 'a' }, { name: 'b' }), 'Two installations have the same token.'],
  [
    'a file that is not there',
    { TANDEM_INSTALLS_FILE: '/nowhere/installs.json' },
    'TANDEM_INSTALLS_FILE names a file that cannot be read.',
  ],
])('%s: it says so, and shows no secret', (_what, environment, message) => {
  let said = ''
  try {
    readSettings(environment)
  } catch (failure) {
    said = failure instanceof Error ? failure.message : ''
  }
  expect(said).toContain(message)
  for (const hidden of [token, signingSecret, 'the-token-itself', 'the-secret-itself']) expect(said).not.toContain(hidden)
})
