import { spawn } from 'node:child_process'
import { mkdir, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Browser, Page } from 'playwright-core'
import { type Locale, locales } from '../src/i18n/languages/languages.ts'
import { complaintsOf, strictAxeOn } from '../test/kit/axe.ts'
import { type Look, launch, signInAs, visit } from '../test/kit/browser.ts'
import { buildWeb } from '../test/kit/build.ts'
import { firstSight, fresh, inside, outside, type Screens } from './screens.ts'
import { unfinished } from './screens-states.ts'
import { type Seeded, seed } from './seed.ts'

const help = `Usage: npm run shots [-- <folder> <which> --axe]

Takes a picture of every screen in three sizes, two themes and each language, of a service that it starts with data of its own.

  folder   where the pictures go (${join(tmpdir(), 'web-shots')})
  which    a regular expression over their names, such as "board.*phone" or "light.en": all 2,900 or so take more than an hour
  --axe    says besides what axe complains of, and ends with 1 where there is something
`
const asked = process.argv.slice(2)
const isChecked = asked.includes('--axe')
const [folder = join(tmpdir(), 'web-shots'), which = ''] = asked.filter((word) => !word.startsWith('--'))
if (asked.includes('--help')) {
  process.stdout.write(help)
  process.exit(0)
}
const port = 20_000 + (process.pid % 20_000)
const url = `http://127.0.0.1:${port}`
const sizes: Record<string, Look> = { desktop: {}, tablet: { width: 820 }, phone: { phone: true } }
/** By name, such as `phone-dark-de`. */
const looks: Record<string, Look & { language: Locale }> = Object.fromEntries(
  Object.entries(sizes).flatMap(([size, look]) =>
    (['light', 'dark'] as const).flatMap((colorScheme) =>
      locales.map((language) => [`${size}-${colorScheme}-${language}`, { ...look, colorScheme, language }]),
    ),
  ),
)

buildWeb()
const dataDir = await mkdtemp(join(tmpdir(), 'tandem-shots-'))
const main = fileURLToPath(new URL('../../../packages/server/src/main.ts', import.meta.url))
const provider = { id: 'acme', name: 'Acme', issuer: 'https://accounts.example', clientId: 'tandem', clientSecret: 'of the pictures' }
const service = spawn(process.execPath, [main], {
  env: { ...process.env, DATA_DIR: dataDir, PORT: String(port), LOG_LEVEL: 'error', OIDC_PROVIDERS: JSON.stringify([provider]) },
  stdio: 'inherit',
})
try {
  await ready()
  await mkdir(folder, { recursive: true })
  const browser = await launch()
  for (const look of Object.keys(looks)) await shoot(browser, look, fresh)
  const seeded = await seed(url)
  for (const look of Object.keys(looks)) await take(browser, look, seeded)
  await browser.close()
} finally {
  if (service.exitCode === null) {
    service.kill()
    await new Promise((resolve) => service.once('exit', resolve))
  }
  await rm(dataDir, { recursive: true, force: true })
}

/** Each of the three visitors has a browser of their own. */
async function take(browser: Browser, look: string, seeded: Seeded): Promise<void> {
  await shoot(browser, look, opened(outside, seeded))
  await shoot(browser, look, opened(firstSight, seeded), seeded.newcomer)
  await shoot(browser, look, opened(inside, seeded), seeded.cookie)
}

type Openings = Record<string, (page: Page, speak: () => Promise<void>) => Promise<unknown>>
function opened(screens: Screens, seeded: Seeded): Openings {
  return Object.fromEntries(Object.entries(screens).map(([screen, open]) => [screen, (page, speak) => open(page, seeded, speak)]))
}

async function shoot(browser: Browser, look: string, screens: Openings, cookie?: string): Promise<void> {
  const wanted = Object.entries(screens).filter(([screen]) => new RegExp(which).test(`${screen}.${look}`))
  if (wanted.length === 0) return
  const { language, ...more } = looks[look] ?? { language: 'en' }
  const visitor = await visit(browser, url, more)
  const { page, context } = visitor
  page.setDefaultTimeout(10_000)
  // With reduced motion, transitions and repeating animations are captured in their final state.
  await page.emulateMedia({ reducedMotion: 'reduce' })
  if (cookie !== undefined) await signInAs(visitor, url, cookie)
  for (const [screen, open] of wanted) {
    const complain = (what: string) => process.stderr.write(`${screen} ${look}: ${what}\n`)
    const settle = () => settled(page, screen).catch(() => complain('it is still loading'))
    await open(page, () => speak(page, language)).catch((error: Error) => complain(error.message.split('\n')[0] ?? ''))
    await settle()
    if (language !== 'en') {
      await speak(page, language).catch(() => complain('the texts did not come'))
      await settle()
    }
    if (isChecked) await check(page, `${screen} ${look}`)
    await page.screenshot({ path: join(folder, `${screen}.${look}.png`) })
    await page.evaluate(() => localStorage.removeItem('tandem.locale'))
    await page.unrouteAll()
    await context.setOffline(false)
  }
  if (visitor.complaints.length > 0) process.stderr.write(`${look}: ${[...new Set(visitor.complaints)].join('\n')}\n`)
  await context.close()
}

async function check(page: Page, name: string): Promise<void> {
  const found = await complaintsOf(page, strictAxeOn(page))
  for (const complaint of found) process.stdout.write(`${name}: ${complaint}\n`)
  if (found.length > 0) process.exitCode = 1
}

/** Everything that is to be seen has come: nothing on the page says that it is on its way. */
async function settled(page: Page, screen: string): Promise<void> {
  await page.getByRole('heading').first().waitFor()
  if (unfinished.has(screen)) return
  for (let calm = 0; calm < 2; calm++) {
    await page.waitForLoadState('networkidle')
    await page.waitForFunction(() => document.fonts.status === 'loaded' && document.querySelector('.animate-turn') === null)
    await page.waitForTimeout(150)
  }
}

/** Changes the language as if another tab had chosen it, so open dialogs stay open. */
async function speak(page: Page, locale: Locale): Promise<void> {
  await page.evaluate((newValue) => {
    localStorage.setItem('tandem.locale', newValue)
    dispatchEvent(new StorageEvent('storage', { key: 'tandem.locale', newValue }))
  }, locale)
  await page.waitForFunction((shown) => document.documentElement.lang === shown, locale)
}

async function ready(): Promise<void> {
  // The limit is for a service that hangs.
  for (let tries = 0; tries < 3_000 && service.exitCode === null; tries++) {
    if (
      await fetch(`${url}/health/ready`).then(
        (answer) => answer.ok,
        () => false,
      )
    )
      return
    await new Promise((resolve) => setTimeout(resolve, 100))
  }
  throw new Error('the service did not start')
}
