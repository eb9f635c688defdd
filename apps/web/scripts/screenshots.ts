import { spawn } from 'node:child_process'
import { mkdir, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Browser, Page } from 'playwright-core'
import { type Look, launch, signInAs, visit } from '../test/browser.ts'
import { type Seeded, seed } from './seed.ts'

/** Pictures of every screen, light, dark and on a phone: `node apps/web/scripts/screenshots.ts [folder]`. */
const folder = process.argv[2] ?? join(tmpdir(), 'web-shots')
const port = 20_000 + (process.pid % 20_000)
const url = `http://127.0.0.1:${port}`
const looks: Record<string, Look> = {
  light: {},
  dark: { colorScheme: 'dark' },
  phone: { phone: true },
  'phone-dark': { phone: true, colorScheme: 'dark' },
}

const screens: Record<string, (page: Page, seeded: Seeded) => Promise<unknown>> = {
  boards: (page) => page.goto('/'),
  'new-board': async (page) => {
    await page.goto('/')
    await page.getByRole('button', { name: 'New board' }).click()
  },
  board: (page, { boardId }) => page.goto(`/boards/${boardId}`),
  'card-asking': (page, { boardId, keys }) => page.goto(`/boards/${boardId}/cards/${keys.asking}`),
  'card-working': (page, { keys }) => page.goto(`/cards/${keys.working}`),
  'card-plain': (page, { keys }) => page.goto(`/cards/${keys.plain}`),
  'card-labels': async (page, { keys }) => {
    await page.goto(`/cards/${keys.asking}`)
    await page.getByRole('button', { name: 'backend' }).click()
  },
  inbox: (page) => page.goto('/inbox'),
  'my-work': (page) => page.goto('/my-work'),
  search: (page) => page.goto('/search?q=payouts'),
  connect: (page) => page.goto('/connect'),
  palette: async (page, { boardId }) => {
    await page.goto(`/boards/${boardId}`)
    await page.getByRole('link', { name: 'Refunds over 90 days' }).focus()
    await page.keyboard.press('Control+k')
    await page.getByRole('combobox').waitFor()
  },
  insights: (page, { boardId }) => page.goto(`/boards/${boardId}/insights`),
  agents: (page) => page.goto('/agents'),
  move: async (page, { boardId }) => {
    await page.goto(`/boards/${boardId}`)
    await page.getByRole('link', { name: 'Refunds over 90 days' }).focus()
    await page.keyboard.press('m')
  },
  selected: async (page, { boardId }) => {
    await page.goto(`/boards/${boardId}`)
    for (const name of ['Refunds over 90 days', 'Explain our fees on the pricing page']) {
      await page.getByRole('link', { name }).focus()
      await page.keyboard.press('x')
    }
    await page.getByRole('toolbar').waitFor()
  },
  archive: (page, { boardId }) => page.goto(`/boards/${boardId}/archive`),
  menu: async (page) => {
    await page.goto('/')
    await page
      .getByRole('button', { name: /Ada Lovelace|You/ })
      .last()
      .click()
  },
  keys: async (page) => {
    await page.goto('/')
    await page.getByRole('heading', { name: 'Boards' }).waitFor()
    await page.keyboard.press('Shift+?')
  },
  settings: (page) => page.goto('/settings'),
  tokens: async (page) => {
    await page.goto('/settings/tokens')
    await page.getByRole('button', { name: 'New token' }).click()
  },
  people: (page) => page.goto('/settings/people'),
  'board-settings': (page, { boardId }) => page.goto(`/boards/${boardId}/settings`),
  'board-members': (page, { boardId }) => page.goto(`/boards/${boardId}/settings/members`),
  'board-guidance': (page, { boardId }) => page.goto(`/boards/${boardId}/settings/guidance`),
  'board-log': (page, { boardId }) => page.goto(`/boards/${boardId}/settings/log`),
  missing: (page) => page.goto('/nowhere'),
}
const outside: Record<string, (page: Page) => Promise<unknown>> = {
  'sign-in': (page) => page.goto('/sign-in'),
  'sign-up': (page) => page.goto('/sign-up'),
}

const dataDir = await mkdtemp(join(tmpdir(), 'tandem-shots-'))
const main = fileURLToPath(new URL('../../../packages/server/src/main.ts', import.meta.url))
const service = spawn(process.execPath, [main], {
  env: { ...process.env, DATA_DIR: dataDir, PORT: String(port), LOG_LEVEL: 'error' },
  stdio: 'inherit',
})
try {
  await ready()
  await mkdir(folder, { recursive: true })
  const seeded = await seed(url)
  const browser = await launch()
  for (const [name, look] of Object.entries(looks)) await take(browser, name, look, seeded)
  await browser.close()
} finally {
  if (service.exitCode === null) {
    service.kill()
    await new Promise((resolve) => service.once('exit', resolve))
  }
  await rm(dataDir, { recursive: true, force: true })
}

async function take(browser: Browser, name: string, look: Look, seeded: Seeded): Promise<void> {
  const visitor = await visit(browser, url, look)
  const shoot = async (screen: string, open: () => Promise<unknown>) => {
    await open().catch((error: Error) => process.stderr.write(`${screen} ${name}: ${error.message.split('\n')[0]}\n`))
    await visitor.page.waitForLoadState('networkidle')
    await visitor.page.waitForTimeout(400)
    await visitor.page.screenshot({ path: join(folder, `${screen}.${name}.png`) })
  }
  for (const [screen, open] of Object.entries(outside)) await shoot(screen, () => open(visitor.page))
  await signInAs(visitor, url, seeded.cookie)
  for (const [screen, open] of Object.entries(screens)) await shoot(screen, () => open(visitor.page, seeded))
  if (visitor.complaints.length > 0) process.stderr.write(`${name}: ${[...new Set(visitor.complaints)].join('\n')}\n`)
  await visitor.context.close()
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
