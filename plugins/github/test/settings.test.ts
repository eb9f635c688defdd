import { expect, test } from 'vitest'
import { githubPlugin } from '../src/plugin.ts'

const key = '-----BEGIN RSA PRIVATE KEY-----\nhidden\n-----END RSA PRIVATE KEY-----'

test.each<[string, Record<string, string>, string]>([
  ['an address that is none', { GITHUB_API_URL: 'github.example.com' }, 'GITHUB_API_URL: must be an http or https URL'],
  ['an address of another kind', { GITHUB_API_URL: 'ftp://github.example.com' }, 'GITHUB_API_URL: must be an http or https URL'],
  ['an App without its key', { GITHUB_APP_ID: '1' }, 'GITHUB_APP_ID: set it together with GITHUB_APP_PRIVATE_KEY'],
  ['a key without its App', { GITHUB_APP_PRIVATE_KEY: key }, 'GITHUB_APP_ID: set it together with GITHUB_APP_PRIVATE_KEY'],
  ['an App by its name', { GITHUB_APP_ID: 'tandem', GITHUB_APP_PRIVATE_KEY: key }, 'GITHUB_APP_ID: must be the number of the App'],
  ['a key file that is not there', { GITHUB_APP_ID: '1', GITHUB_APP_PRIVATE_KEY_FILE: '/nowhere.pem' }, 'GITHUB_APP_PRIVATE_KEY_FILE: '],
  ['a key that is none', { GITHUB_APP_ID: '1', GITHUB_APP_PRIVATE_KEY: 'app.pem' }, 'GITHUB_APP_PRIVATE_KEY: is not a private key'],
])('%s is named at the start', (_what, environment, message) => {
  expect(() => githubPlugin(environment)).toThrow(message)
  expect(() => githubPlugin(environment)).not.toThrow('hidden')
})

test('nothing set is good, and so is an instance of GitHub Enterprise', () => {
  expect(() => githubPlugin({})).not.toThrow()
  expect(() => githubPlugin({ GITHUB_API_URL: 'https://github.example.com/api/v3/', GITHUB_TOKEN: 'ghp_x' })).not.toThrow()
})
