import { type Browser, type BrowserContext, chromium, type Page } from 'playwright-core'
import { chromiumPath, wholeChromium } from '../../../packages/server/test/kit/chromium.ts'

export const hasBrowser = chromiumPath !== null

const args = [
  '--no-sandbox',
  '--disable-gpu',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
]

export const launch = (executablePath = chromiumPath ?? wholeChromium): Promise<Browser> => chromium.launch({ executablePath, args })

export type Look = { colorScheme?: 'light' | 'dark'; phone?: boolean; width?: number; locale?: string; timezoneId?: string }

/** A person's browser: what it complains of, refused by the page's policy or thrown by its scripts, is collected. */
export type Visitor = { context: BrowserContext; page: Page; complaints: string[] }

export async function visit(
  browser: Browser,
  url: string,
  { colorScheme = 'light', phone = false, width = 1280, locale = 'en-GB', timezoneId }: Look = {},
): Promise<Visitor> {
  const viewport = phone ? { width: 360, height: 740 } : { width, height: 800 }
  const context = await browser.newContext({
    baseURL: url,
    viewport,
    colorScheme,
    locale,
    ...(timezoneId !== undefined && { timezoneId }),
    ...(phone && { hasTouch: true, isMobile: true, deviceScaleFactor: 2 }),
  })
  const page = await context.newPage()
  const complaints: string[] = []
  page.on('console', (message) => {
    // A request that fails is logged by the browser itself, and so is a socket left while it connects; what follows is the page's matter.
    if (message.type() === 'error' && !/^(Failed to load resource|WebSocket connection to )/.test(message.text()))
      complaints.push(`${message.text()} (${message.location().url}, on ${page.url()})`)
  })
  page.on('pageerror', (error) => complaints.push(String(error)))
  return { context, page, complaints }
}

/** Signed in with the cookie that the API gave. */
export async function signInAs({ context }: Visitor, url: string, cookie: string): Promise<void> {
  const [name = '', value = ''] = cookie.split('=')
  await context.addCookies([{ name, value, url }])
}
