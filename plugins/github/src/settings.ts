import { createPrivateKey } from 'node:crypto'
import { readFileSync } from 'node:fs'

/** How the plugin reaches the API of GitHub: as an App, with a personal token, or not at all. */
export type GithubAccess =
  | { as: 'app'; appId: number; privateKey: string; apiUrl: string }
  | { as: 'token'; token: string; apiUrl: string }
  | { as: 'none' }

type Environment = Readonly<Record<string, string | undefined>>

/** Throws an Error that names the variable that is set wrongly. */
export function readAccess(environment: Environment): GithubAccess {
  const apiUrl = (environment.GITHUB_API_URL || 'https://api.github.com').replace(/\/+$/, '')
  if (!URL.canParse(apiUrl) || !/^https?:/.test(apiUrl)) throw new Error('GITHUB_API_URL: must be an http or https URL')
  const privateKey = keyIn(environment)
  const { GITHUB_APP_ID: appId = '', GITHUB_TOKEN: token = '' } = environment
  if ((appId === '') !== (privateKey === '')) throw new Error('GITHUB_APP_ID: set it together with GITHUB_APP_PRIVATE_KEY or its _FILE')
  if (appId !== '' && !/^\d+$/.test(appId)) throw new Error('GITHUB_APP_ID: must be the number of the App')
  // Found out now, and not when the first pull request is opened.
  if (appId !== '' && !isPrivateKey(privateKey))
    throw new Error('GITHUB_APP_PRIVATE_KEY: is not a private key. Use the .pem file that GitHub created for the App')
  if (appId !== '') return { as: 'app', appId: Number(appId), privateKey, apiUrl }
  return token === '' ? { as: 'none' } : { as: 'token', token, apiUrl }
}

/** In one line of an environment, line ends are written as \n. */
function keyIn({ GITHUB_APP_PRIVATE_KEY: key = '', GITHUB_APP_PRIVATE_KEY_FILE: path = '' }: Environment): string {
  if (path === '') return key.replaceAll('\\n', '\n')
  try {
    return readFileSync(path, 'utf8')
  } catch {
    throw new Error('GITHUB_APP_PRIVATE_KEY_FILE: names a file that cannot be read')
  }
}

function isPrivateKey(pem: string): boolean {
  try {
    return createPrivateKey(pem).asymmetricKeyType === 'rsa'
  } catch {
    return false
  }
}
