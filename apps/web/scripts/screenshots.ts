import { spawn } from 'node:child_process'
import { mkdir, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Browser, Page } from 'playwright-core'
import { type Look, launch, signInAs, visit } from '../test/browser.ts'
import { buildWeb } from '../test/build.ts'
import { firstSight, inside, outside, type Screens } from './screens.ts'
import { type Seeded, seed } from './seed.ts'

/**
 * Pictures of every screen, light, dark, on a tablet, on a phone and in German: `node apps/web/scripts/screenshots.ts [folder] [which]`, where `which` is
 * a part of the names of those that are wanted, such as `board.*phone`.
 */
const [folder = join(tmpdir(), 'web-shots'), which = ''] = process.argv.slice(2)
const port = 20_000 + (process.pid % 20_000)
const url = `http://127.0.0.1:${port}`
const looks: Record<string, Look & { german?: true }> = {
  light: {},
  dark: { colorScheme: 'dark' },
  german: { german: true },
  tablet: { width: 820 },
  phone: { phone: true },
  'phone-dark': { phone: true, colorScheme: 'dark' },
  'phone-german': { phone: true, german: true },
}

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
  const seeded = await seed(url)
  const browser = await launch()
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
  await shoot(browser, look, seeded, outside, null)
  await shoot(browser, look, seeded, firstSight, seeded.newcomer)
  await shoot(browser, look, seeded, inside, seeded.cookie)
}

async function shoot(browser: Browser, look: string, seeded: Seeded, screens: Screens, cookie: string | null): Promise<void> {
  const wanted = Object.entries(screens).filter(([screen]) => new RegExp(which).test(`${screen}.${look}`))
  if (wanted.length === 0) return
  const { german, ...more } = looks[look] ?? {}
  const visitor = await visit(browser, url, more)
  visitor.page.setDefaultTimeout(10_000)
  // What fades in or breathes is caught at its end.
  await visitor.page.emulateMedia({ reducedMotion: 'reduce' })
  if (cookie !== null) await signInAs(visitor, url, cookie)
  for (const [screen, open] of wanted) {
    await open(visitor.page, seeded).catch((error: Error) => process.stderr.write(`${screen} ${look}: ${error.message.split('\n')[0]}\n`))
    if (german) await speak(visitor.page, 'de')
    await settled(visitor.page).catch(() => process.stderr.write(`${screen} ${look}: it is still loading\n`))
    await visitor.page.screenshot({ path: join(folder, `${screen}.${look}.png`) })
    if (german) await speak(visitor.page, 'en')
  }
  if (visitor.complaints.length > 0) process.stderr.write(`${look}: ${[...new Set(visitor.complaints)].join('\n')}\n`)
  await visitor.context.close()
}

/** Everything that is to be seen has come: nothing on the page says that it is on its way. */
async function settled(page: Page): Promise<void> {
  await page.getByRole('heading').first().waitFor()
  for (let calm = 0; calm < 2; calm++) {
    await page.waitForLoadState('networkidle')
    await page.waitForFunction(() => document.fonts.status === 'loaded' && document.querySelector('.animate-turn') === null)
    await page.waitForTimeout(150)
  }
}

/** Screens are come by in English: what stands there is read in another language after that. */
async function speak(page: Page, locale: 'en' | 'de'): Promise<void> {
  await page.evaluate((tag) => localStorage.setItem('tandem.locale', tag), locale)
  await page.reload()
}

async function ready(): Promise<void> {
  for (let tries = 0; tries < 300 && service.exitCode === null; tries++) {
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
