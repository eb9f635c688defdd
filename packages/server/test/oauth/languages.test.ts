import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { authorizeUrl, formIn, open, pkce, postForm, redirectUri, registerProgram } from '../kit/oauth.ts'
import { type Person, startTestService, type TestService } from '../kit/service.ts'

/** The web app is not built, so the service asks with pages of its own. */
let directory: string
let tandem: TestService
let ada: Person
let address: string

beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'tandem-web-'))
  tandem = await startTestService({ webDirectory: directory })
  ada = await tandem.register('Ada')
  await ada.post('/api/boards', { name: 'Engine' })
  const clientId = (await registerProgram(tandem.url, { redirect_uris: [redirectUri] })).body.client_id
  address = authorizeUrl(tandem.url, { clientId, challenge: pkce().challenge })
})
afterAll(async () => {
  await tandem?.stop()
  await rm(directory, { recursive: true, force: true })
})

const asBrowser = { accept: 'text/html,application/xhtml+xml,*/*;q=0.8' }
const inLanguage = (languages: string) => ({ ...asBrowser, 'accept-language': languages })

const pages = [
  {
    languages: 'de-DE,de;q=0.9,en;q=0.8',
    language: 'de',
    consent: [
      'Robot Zugriff auf Tandem erlauben?',
      'Du bist als Ada angemeldet.',
      'Boards, Karten, Kommentare und Dateien lesen',
      '>Erlauben</button>',
    ],
    problem: 'Wähle mindestens ein Board oder alle Boards des Agenten.',
    signIn: ['Bei Tandem anmelden', '<label>Passwort '],
    wrong: 'E-Mail oder Passwort ist falsch.',
  },
  {
    languages: 'fr, es-MX;q=0.9',
    language: 'es',
    consent: [
      '¿Permitir que Robot acceda a Tandem?',
      'Has iniciado sesión como Ada.',
      'Leer tableros, tarjetas, comentarios y archivos',
      '>Permitir</button>',
    ],
    problem: 'Selecciona al menos un tablero o todos los tableros del agente.',
    signIn: ['Iniciar sesión en Tandem', '<label>Contraseña '],
    wrong: 'El correo electrónico o la contraseña no son correctos.',
  },
  {
    languages: 'fr, nl',
    language: 'en',
    consent: ['Allow Robot to access Tandem?', 'You are signed in as Ada.', 'Read boards, cards, comments and files', '>Allow</button>'],
    problem: 'boards: none is selected.',
    signIn: ['Sign in to Tandem', '<label>Password '],
    wrong: 'Wrong e-mail or password.',
  },
]

test.each(pages)('a browser that prefers $languages gets the pages of sign-in and consent in $language', async (said) => {
  const headers = inLanguage(said.languages)
  const stranger = await open(address, null, headers)
  const page = await open(address, ada.cookie ?? '', headers)
  for (const each of [stranger, page]) {
    expect(each.headers.get('content-language')).toBe(said.language)
    expect(each.text).toContain(`<html lang="${said.language}">`)
  }
  for (const words of said.signIn) expect(stranger.text).toContain(words)
  for (const words of said.consent) expect(page.text).toContain(words)

  const refused = await postForm(
    `${tandem.url}/oauth/sign-in`,
    { email: 'ada@example.com', password: 'guess', request: 'a=b' },
    { ...headers, origin: tandem.url },
  )
  expect(refused.text).toContain(said.wrong)
  const { csrf } = formIn(page.text)
  const choice = { csrf, decision: 'allow', agent: 'made', leash: 'chosen', scopes: 'boards:read' }
  const again = await postForm(address, choice, { ...headers, cookie: ada.cookie ?? '', origin: tandem.url })
  expect(again).toMatchObject({ status: 400 })
  expect(again.text).toContain(said.problem)
})

test('a request that cannot be granted is explained in the language of the browser; the program is told in English', async () => {
  const { searchParams } = new URL(address)
  searchParams.set('scope', 'nonsense')
  const page = await open(`${tandem.url}/oauth/authorize?${searchParams}`, ada.cookie ?? '', inLanguage('es'))
  expect(page).toMatchObject({ status: 400 })
  expect(page.text).toContain('<h1>No se puede conceder el acceso</h1>')
  expect(page.text).toContain('No se puede conceder ninguno de los permisos que solicita la app.')
  expect(page.text).toContain('error_description=None+of+these+scopes+can+be+granted.')
})
